// Depths of regions, of vertices, and since the last disjoint pose.
#include <apart/queries/closest.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/local_depth.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace local_depth_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }
Mesh tessellated_box(Vec3d size, u32 n) { return generate::rounded_box(size, 0, n); }

TEST(LocalDepth, OfAPostInASlab) {
  const Model slab = model(tessellated_box({50, 50, 20}, 3)), post = model(tessellated_box({10, 10, 40}, 4));
  const Pose moved = Pose::shift({1, 2, 25});  // sunk by 5
  const std::vector<RegionDepth> regions = region_depths(slab, moved, post);
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_NEAR(regions[0].depth, 5, 1e-9);
  EXPECT_NEAR(regions[0].normal.z, 1, 1e-9);
  EXPECT_NEAR(regions[0].high.z - regions[0].low.z, 5, 1e-9);
  const std::vector<RegionDepth> other = region_depths(post, inverse(moved), slab);
  ASSERT_EQ(other.size(), 1u);
  EXPECT_NEAR(other[0].normal.z, -1, 1e-9);
  // The inner vertices of the post's end face leave straight up.
  int straight = 0;
  for (const VertexDepth& v : vertex_depths(slab, moved, post)) {
    EXPECT_TRUE(v.of_b);
    EXPECT_NEAR(v.exit.z, 10, 1e-9);
    EXPECT_GE(v.depth, 5 - 1e-9);
    straight += v.depth < 5 + 1e-9;
  }
  EXPECT_EQ(straight, 9);
}

TEST(LocalDepth, OfSpheres) {
  const Model ball = model(generate::sphere(1, 2000));
  const std::vector<RegionDepth> regions = region_depths(ball, Pose::shift({1.8, 0.1, 0.2}), ball);
  const Vec3d way{1.8, 0.1, 0.2};
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_NEAR(regions[0].depth, 2 - length(way), 0.02);
  EXPECT_GT(dot(regions[0].normal, way), 0.999 * length(way));
}

// A rod through a plate: what it enters and what it leaves cancel out.
TEST(LocalDepth, OfARodThroughAPlate) {
  const Model plate = model(generate::box({10, 10, 1})), rod = model(generate::box({2, 2, 20}));
  const std::vector<RegionDepth> regions = region_depths(plate, {}, rod);
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_NEAR(regions[0].depth, 1, 0.1);  // along its principal axis
  EXPECT_NEAR(std::abs(regions[0].normal.z), 1, 0.01);
}

TEST(LocalDepth, SeveralRegionsDeepestFirst) {
  const Mesh feet[] = {placed(generate::box({1, 1, 4}), Pose::shift({-3, 0, 0})),
                       placed(generate::box({1, 1, 4.5}), Pose::shift({3, 0, 0}))};
  const Model legs = model(joined(feet)), floor = model(generate::box({20, 20, 2}));
  const std::vector<RegionDepth> regions = region_depths(floor, Pose::shift({0, 0, 2.75}), legs);
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_NEAR(regions[0].depth, 0.5, 1e-9);
  EXPECT_NEAR(regions[1].depth, 0.25, 1e-9);
}

// Every vertex that is reported lies inside the other, and its exit on the other's surface.
TEST(LocalDepth, VerticesAreInside) {
  const Model models[] = {model(generate::sphere(1, 300)), model(generate::torus(1, 0.3, 16, 10)),
                          model(generate::rounded_box({1, 1, 2}, 0.2, 5))};
  Random random(9);
  int found = 0;
  for (int round = 0; round < 60; ++round) {
    const Model &a = models[random.below(3)], &b = models[random.below(3)];
    const Pose pose{random.rotation(), random.in_box(1.2)};
    for (const VertexDepth& v : vertex_depths(a, pose, b)) {
      ++found;
      const Pose to_other = v.of_b ? Pose{} : inverse(pose);
      const Model &other = v.of_b ? a : b, &own = v.of_b ? b : a;
      const Vec3d at = (v.of_b ? pose : Pose{}) * own.mesh().vertices()[v.vertex];
      ASSERT_LT(length(at - v.at), 1e-12);
      ASSERT_NE(locate(other, to_other * v.at), Where::outside);
      ASSERT_LT(closest(other, to_other * v.exit).distance, 1e-9);
      ASSERT_NEAR(length(v.exit - v.at), v.depth, 1e-9);
    }
  }
  EXPECT_GT(found, 200);
}

TEST(LocalDepth, SinceTheLastDisjointPose) {
  const Model ball = model(generate::sphere(1, 2000));
  const Pose then = Pose::shift({2.1, 0, 0}), now = Pose::shift({1.9, 0, 0});
  const Distance last = distance(ball, then, ball);
  EXPECT_NEAR(depth_since(last, then, now), 0.2 - last.distance, 1e-9);
  EXPECT_EQ(depth_since(last, then, then), 0);
}

TEST(LocalDepth, NothingOfWhatHasNoInside) {
  const Model box = model(generate::box({1, 1, 1})), open = model(generate::height_field({1, 1, 1}, 4, 4));
  EXPECT_TRUE(region_depths(box, {}, open).empty());
  EXPECT_TRUE(vertex_depths(box, {}, open).empty());
  EXPECT_TRUE(region_depths(box, Pose::shift({5, 0, 0}), box).empty());
  EXPECT_THROW(region_depths(box, Pose::shift({std::nan(""), 0, 0}), box), UsageError);
}

}  // namespace local_depth_test
}  // namespace apart
