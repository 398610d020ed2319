// Convex hulls told apart by support maps: heights beside all vertices, proofs beside the distance of the hulls.
#include <apart/apart.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/models/apart_by_hulls.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/hulls_apart.hpp>
#include <samples/generate.hpp>
#include <thread>

#include "tests/support.hpp"

namespace apart {
namespace hulls_apart_test {

struct Body {
  Model model;
  Shape hull;
  SupportMap map;

  explicit Body(const Mesh& mesh)
      : model(Model::make(mesh).value()),
        hull(Polytope::make(mesh.vertices()).value()),
        map(model.tree(), model.mesh()) {}
  Frame frame() const { return model.tree().frame; }
};

bool apart_at(const Body& a, const Pose& at, const Body& b) {
  return hulls_apart(a.frame(), a.map, at, b.frame(), b.map);
}

constexpr std::size_t kFirstFlat = 3;
std::vector<Body> bodies(double scale, Vec3d at) {
  Random random(3);
  std::vector<Body> out;
  for (const Mesh& mesh : {generate::torus(1, 0.3, 40, 20), generate::sphere(1, 900), generate::soup(random, 300),
                           generate::box({1, 0.02, 2}), generate::soup(random, 1)})
    out.emplace_back(scaled(placed(mesh, Pose::shift(at)), scale));
  return out;
}

TEST(HullsApart, HeightsAreThoseOfAllVertices) {
  for (const double scale : {1.0, 1e-19, 1e16})
    for (const Body& body : bodies(scale, {0.3, 0, 5})) {
      const Frame frame = body.frame();
      const double off = 16 * 0x1p-53 * (frame.radius + length(frame.centre));
      for (int side = 0; side < 6; ++side)
        for (int across = 0; across <= SupportMap::kCells; ++across)
          for (int along = 0; along <= SupportMap::kCells; ++along) {
            const Vec3d direction = SupportMap::direction(side, along, across);
            ASSERT_EQ(largest(abs(direction)), 1);
            double height = -std::numeric_limits<double>::infinity();
            for (const Vec3d v : body.model.mesh().vertices())
              height = larger(height, dot(direction, v - frame.centre));
            const double kept = double(body.map.heights[side][across][along]);
            ASSERT_GE(kept, height - off);
            ASSERT_LE(kept, height + off + 0x1p-23 * std::abs(height));
          }
    }
}

// Hulls beside one another along random directions, from overlapping to far: a yes is never wrong, however near they
// are, and hardly ever missing where the gap is a tenth of their size. Of two flat ones, a plate and a triangle,
// the search gives up more often.
TEST(HullsApart, ProvesWhatItSays) {
  testing::Outcomes apart("hulls told apart");
  int missed[2] = {}, wide[2] = {};  // of two flat ones, and of all others
  for (const double scale : {1.0, 1e-19, 1e16})
    for (const Vec3d where : {Vec3d{}, Vec3d{40, -3000, 0.5}}) {
      const std::vector<Body> all = bodies(scale, where);
      Random random(5);
      for (int k = 0; k < testing::cases(1500, 15000); ++k) {
        const Body &a = all[random.below(u32(all.size()))], &b = all[random.below(u32(all.size()))];
        Mat3d turn = random.rotation();
        if (k % 3 == 0) turn.rows[0] = (1 + 4e-7) * turn.rows[0];  // as far from a rotation as a pose may be
        const double size = a.frame().radius + b.frame().radius;
        const double gaps[] = {-1e-2, -1e-6, 0, 1e-7, 1e-6, 1e-5, 1e-3, 0.03, 0.1, 0.1};
        const double wanted = gaps[random.below(10)] * size;
        // From where they are apart along a direction towards each other until the gap is as wanted.
        const Vec3d way = random.direction();
        double along = 2 * size;
        const auto at = [&](double t) { return Pose{turn, a.frame().centre + t * way - turn * b.frame().centre}; };
        for (int step = 0; step < 60; ++step) {
          const double gap = distance(a.hull, at(along), b.hull).distance;
          if (!(gap > larger(wanted, 0.0) + 1e-9 * size)) break;
          along -= gap - larger(wanted, 0.0);
          if (along < -size) break;  // missed it
        }
        const Pose pose = at(along + lesser(wanted, 0.0));
        const bool found = apart_at(a, pose, b);
        apart.saw(found);
        for (const LaneWidth width : kLaneWidths) {
          if (!has_lanes(width)) continue;
          use_lanes(width);
          ASSERT_EQ(apart_at(a, pose, b), found);
        }
        use_lanes(std::nullopt);
        const double gap = distance(a.hull, pose, b.hull).distance;
        ASSERT_TRUE(!found || gap > 0) << gap;
        const bool flat = &a >= &all[kFirstFlat] && &b >= &all[kFirstFlat];
        if (gap > 0.09 * size) ++wide[!flat], missed[!flat] += !found;
      }
    }
  EXPECT_LE(missed[0], wide[0] / 2) << "of " << wide[0];
  EXPECT_LE(missed[1], wide[1] / 200) << "of " << wide[1];
}

// From when maps are made, and while they are by several threads.
TEST(HullsApart, LeavesAnswersAsTheyAre) {
  testing::Outcomes touching("poses that touch", 0.1);
  const auto mesh = generate::wrinkled_torus(2000);
  const Model a = Model::make(mesh).value(), b = Model::make(generate::bent_torus(1000)).value();
  Random random(9);
  std::vector<Pose> poses;
  for (int k = 0; k < testing::cases(8000, 30000); ++k)
    poses.push_back({random.rotation(), (k % 2 ? 3.0 : 1.2) * random.in_box(1)});
  const auto run = [&](std::size_t from, std::vector<char>& found) {
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const std::size_t i = (k + from) % poses.size();
      found[i] = collide(a, poses[i], b).colliding;
    }
  };
  // Maps are made from the twelve thousandth query on: by one of the threads, soon after they begin.
  for (int k = 0; k < 11500; ++k) ASSERT_FALSE(collide(a, Pose::shift({9, 0, 0}), b).colliding);
  std::vector<char> first(poses.size()), second(poses.size());
  std::thread other([&] { run(poses.size() / 2, second); });
  run(0, first);
  other.join();
  EXPECT_EQ(first, second);
  int told = 0;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    CollideQuery query{{a.mesh(), poses[k], b.mesh()}};
    walk(a.tree(), poses[k], b.tree(), query);
    touching.saw(query.found());
    ASSERT_EQ(bool(first[k]), query.found());
    told += queries::apart_by_hulls(a, poses[k], b);
  }
  EXPECT_GT(told, int(poses.size()) / 8);
  // Bodies of which none is ever told apart are still tested now and then.
  for (int k = 0; k < 1000; ++k) EXPECT_TRUE(collide(a, Pose{random.rotation(), 0.01 * random.in_box(1)}, a).colliding);
}

}  // namespace hulls_apart_test
}  // namespace apart
