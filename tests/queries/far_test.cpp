// Distances of models that lie apart, where a plane between them answers most questions without a walk: against brute
// force, with every option, and tracked; and the same bits in every width of lanes.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/queries/across_plane.hpp>
#include <apart/queries/tracker.hpp>
#include <apart/shapes/generate.hpp>
#include <apart/traversal/along.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace {

std::vector<Model> models() {
  Random random(3);
  std::vector<Model> out;
  for (const Mesh& mesh :
       {generate::box({1, 2, 3}), generate::sphere(1, 180), generate::torus(1, 0.3, 16, 8), generate::soup(random, 120),
        generate::soup(random, 60, {.point = 0.25, .segment = 0.25, .sliver = 0.25, .duplicate = 0.25}),
        generate::wrinkled_torus(400), generate::spoon(),
        placed(generate::box({1, 1, 1}), Posed::shift({1e6, 2e6, -3e6})), scaled(generate::torus(1, 0.3, 10, 6), 1e-6),
        scaled(generate::sphere(1, 100), 1e6)})
    out.push_back(Model::make(mesh).value());
  return out;
}

// Apart by up to some sizes, mostly.
Posed far_pose(Random& random, const Model& a, const Model& b) {
  const Frame &fa = a.tree().frame, &fb = b.tree().frame;
  const Mat3d turn = random.chance(0.2) ? Mat3d{} : random.rotation();
  const double reach = (fa.radius + fb.radius) * std::pow(10, random.uniform(-0.2, 1.5));
  return {turn, fa.centre + reach * random.direction() - turn * fb.centre};
}

TEST(Far, AgreesWithBruteForce) {
  Random random(4);
  const auto all = models();
  testing::Outcomes by_plane("distances told by a plane");
  for (const Model& a : all)
    for (const Model& b : all)
      for (int k = 0; k < testing::cases(3, 100); ++k) {
        const Posed at = far_pose(random, a, b);
        const double truth = testing::smallest_distance(a.mesh(), at, b.mesh());
        const Distance found = distance(a, at, b);
        ASSERT_EQ(found.distance, truth);
        ASSERT_EQ(found.at_least, truth);
        DistanceQuery query{{a.mesh(), at, b.mesh()}};
        const bool told = ask_across_plane(a, at, b, query);
        by_plane.saw(told);
        if (told) {
          ASSERT_EQ(query.best_distance, truth);
        }
        // The pair with the lowest numbers of those that are equally near, as a walk finds it.
        if (truth > 0) {
          DistanceQuery walked{{a.mesh(), at, b.mesh()}};
          walk(a.tree(), at, b.tree(), walked);
          ASSERT_EQ(found.triangle_a, walked.best_a);
          ASSERT_EQ(found.triangle_b, walked.best_b);
        }
        const Distance less = distance(a, at, b, {.max = 0.9 * truth});
        ASSERT_EQ(less.status, truth > 0 ? Status::at_least : Status::exact);
        ASSERT_EQ(distance(a, at, b, {.max = 1.1 * truth}).distance, truth);
        const Distance rough = distance(a, at, b, {.rel_error = 0.1});
        ASSERT_GE(rough.distance, truth);
        ASSERT_LE(rough.distance, 1.1 * truth * (1 + 1e-12));
        ASSERT_LE(rough.at_least, truth);
      }
}

TEST(Far, TrackedIsTheSame) {
  Random random(5);
  const auto all = models();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Model &a = all[i], &b = all[(i + 3) % all.size()];
    Tracker tracker(a, b);
    Posed at = far_pose(random, a, b);
    const double step = 0.05 * (a.tree().frame.radius + b.tree().frame.radius);
    for (int k = 0; k < testing::cases(20, 400); ++k) {
      at.translation += step * random.direction();
      const Distance plain = distance(a, at, b), tracked = tracker.distance(at);
      ASSERT_EQ(plain.distance, tracked.distance);
      ASSERT_EQ(plain.distance, testing::smallest_distance(a.mesh(), at, b.mesh()));
    }
  }
}

TEST(Far, SameBitsInEveryWidthOfLanes) {
  const auto all = models();
  std::vector<double> said[3];
  int width_number = 0;
  for (const LaneWidth width : {LaneWidth::one, LaneWidth::four, LaneWidth::eight}) {
    if (!has_lanes(width)) continue;
    use_lanes(width);
    Random random(6);
    for (const Model& a : all)
      for (const Model& b : all) {
        const Posed at = far_pose(random, a, b);
        const Distance d = distance(a, at, b);
        for (double number : {d.distance, d.on_a.x, d.on_a.y, d.on_a.z, d.on_b.x, double(d.triangle_a)})
          said[width_number].push_back(number);
        said[width_number].push_back(distance(a, at, b, {.rel_error = 0.2}).distance);
      }
    ++width_number;
  }
  use_lanes({});
  ASSERT_GE(width_number, 2);
  for (int k = 1; k < width_number; ++k) EXPECT_EQ(said[0], said[k]);
}

TEST(Along, FarthestAndBeyondAreThoseOfAllTriangles) {
  Random random(7);
  for (const Model& model : models())
    for (int k = 0; k < testing::cases(20, 1000); ++k) {
      const Vec3d direction = random.direction();
      double farthest = -std::numeric_limits<double>::infinity();
      std::vector<double> ends;
      for (u32 i = 0; i < model.mesh().size(); ++i) {
        const Triangled t = model.mesh().triangle(i);
        ends.push_back(std::max({dot(direction, t.a), dot(direction, t.b), dot(direction, t.c)}));
        farthest = std::max(farthest, ends.back());
      }
      AlongTree along(model.tree(), model.mesh(), direction);
      ASSERT_EQ(along.farthest().of.along, farthest);
      const double from = farthest - random.uniform() * model.tree().frame.radius;
      std::vector<Reaching> found;
      ASSERT_TRUE(along.beyond(from, model.mesh().size(), found));
      std::size_t count = 0;
      for (double end : ends) count += end >= from;
      ASSERT_EQ(found.size(), count);
      if (count > 1) {
        ASSERT_FALSE(along.beyond(from, count - 1, found));
      }
    }
}

}  // namespace
}  // namespace apart
