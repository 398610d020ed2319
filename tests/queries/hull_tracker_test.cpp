// Trees of hulls against trees of triangles: every query, with every combination of accelerations.
#include <apart/base/random.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

using testing::Outcomes;

HullTree tree_of(const Mesh& mesh) { return HullTree::make(Model::make(mesh).value()).value(); }

std::vector<HullTrackerOptions> all_options() {
  std::vector<HullTrackerOptions> out;
  for (int bits = 0; bits < 16; ++bits)
    if (!(bits & 8) || (bits & 4))
      out.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, bits == 3 ? 4u : 256u});
  return out;
}

struct Scene {
  const char* name;
  HullTree a, b;
  double apart;  // how far the centres are, at most
};

std::vector<Scene> scenes() {
  return {{"tori", tree_of(generate::bent_torus(400)), tree_of(generate::wrinkled_torus(400)), 1.6},
          {"peg and torus", tree_of(generate::spiral_peg(400)), tree_of(generate::bent_torus(300)), 1.5},
          {"cup and spoon", tree_of(generate::cup(500)), tree_of(generate::spoon()), 1.5},
          {"teeth", tree_of(generate::teeth(generate::Jaw::upper, 600)),
           tree_of(generate::teeth(generate::Jaw::lower, 600)), 0.6}};
}

TEST(HullTracker, AgreesWithTriangles) {
  Outcomes touching("distances of 0", 0.1);
  Random random(19);
  for (const Scene& scene : scenes()) {
    std::vector<HullTracker> trackers;
    for (const HullTrackerOptions& options : all_options()) trackers.emplace_back(scene.a, scene.b, options);
    Pose pose;
    for (int k = 0; k < 60; ++k) {
      // Some steps are small, some are anywhere.
      if (k % 6 == 0)
        pose = Pose::from_quaternion(
                   random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                   scene.apart * Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)})
                   .value();
      else
        pose = pose *
               Pose::from_axis_angle({random.uniform(-1, 1), random.uniform(-1, 1), 1}, random.uniform(-0.02, 0.02),
                                     0.02 * Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)})
                   .value();
      const Distance truth = distance(scene.a.model(), pose, scene.b.model(), {.solid = true});
      const double tolerance = random.uniform(0, 0.2);
      for (std::size_t way = 0; way < trackers.size(); ++way) {
        HullTracker& tracker = trackers[way];
        const Distance found = tracker.distance(pose);
        ASSERT_NEAR(found.distance, truth.distance, 1e-9 * truth.distance)
            << scene.name << ", pose " << k << ", way " << way;
        ASSERT_EQ(found.contained, truth.contained);
        ASSERT_EQ(tracker.collide(pose).colliding, truth.distance == 0) << scene.name << ", pose " << k;
        ASSERT_EQ(tracker.within(pose, tolerance).within, truth.distance <= tolerance) << scene.name << ", pose " << k;
        const Distance rough = tracker.distance(pose, {.rel_error = 0.1});
        ASSERT_LE(rough.distance, 1.1 * truth.distance * (1 + 1e-9));
        ASSERT_GE(rough.distance, truth.distance * (1 - 1e-9));
      }
      touching.saw(truth.distance == 0);
    }
    std::printf("%s: tests %llu, steps %llu, fallbacks %llu\n", scene.name, (unsigned long long)trackers[2].tests(),
                (unsigned long long)trackers[2].steps(), (unsigned long long)trackers[2].fallbacks());
  }
}

}  // namespace
}  // namespace apart
