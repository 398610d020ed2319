// All touching pairs by an octree of the overlap region, against the traversal of two hierarchies and all pairs.
#include <apart/motion/deforming/overlap_octree.hpp>
#include <apart/triangles/overlap.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart::motion {
namespace overlap_octree_test {

std::vector<Triangle> triangles_of(const Mesh& mesh) {
  std::vector<Triangle> out;
  for (u32 i = 0; i < mesh.size(); ++i) out.push_back(mesh.triangle(i));
  return out;
}

void expect_same(const std::vector<TouchingPair>& found, const std::vector<TouchingPair>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(found[k].triangle_a, expected[k].triangle_a);
    EXPECT_EQ(found[k].triangle_b, expected[k].triangle_b);
  }
}

TEST(OverlapOctree, AllPairsAsOfModels) {
  Random random(1);
  testing::Outcomes outcomes("pairs of meshes that touch");
  const std::vector<Mesh> meshes{generate::sphere(1, 300),     generate::torus(1, 0.3, 24, 12),
                                 generate::box({1.5, 1, 0.5}), generate::wrinkled_torus(600),
                                 generate::soup(random, 300),  generate::cup(600)};
  for (int i = 0; i < testing::cases(200, 10000) && !::testing::Test::HasFailure(); ++i) {
    const Mesh &a = meshes[random.below(u32(meshes.size()))], &b = meshes[random.below(u32(meshes.size()))];
    // On a grid and not turned now and then, where boxes and faces coincide.
    const bool grid = i % 4 == 0;
    const Pose pose{grid ? Mat3d{} : random.rotation(),
                    grid ? 0.5 * Vec3d{double(random.below(3)), double(random.below(3)), double(random.below(3))}
                         : random.uniform(0, 3) * random.direction()};
    const Mesh moved = placed(b, pose);
    const std::vector<TouchingPair> expected = collisions(Model::make(a).value(), Model::make(moved).value()).pairs;
    OctreeFacts facts;
    expect_same(octree_collisions(triangles_of(a), triangles_of(moved), &facts), expected);
    EXPECT_LE(facts.tests, u64(a.size()) * b.size());  // none twice
    outcomes.saw(!expected.empty());
  }
}

TEST(OverlapOctree, DeformingModelsAndTheirParts) {
  const Mesh ball = generate::sphere(1, 200);
  const std::vector<Mesh> both{ball, placed(ball, Pose::shift({3, 0, 0}))};
  DeformingModel a = DeformingModel::make(joined(both)).value(), b = DeformingModel::make(ball).value();
  ASSERT_TRUE(b.place({{}, {3.5, 0.2, 0.1}}).ok());
  const std::vector<TouchingPair> found = octree_collisions(a, b), expected = collisions(a.model(), b.model()).pairs;
  expect_same(found, expected);
  ASSERT_FALSE(found.empty());
  for (const TouchingPair& pair : found) EXPECT_EQ(pair.part_a, 1u);
}

TEST(OverlapOctree, FewTestsAndHardCases) {
  // Two balls that touch in a small region: few of the 400 million pairs are tested.
  const std::vector<Triangle> a = triangles_of(generate::sphere(1, 20000)),
                              b = triangles_of(placed(generate::sphere(1, 20000), Pose::shift({0, 0, 1.99})));
  OctreeFacts facts;
  EXPECT_FALSE(octree_collisions(a, b, &facts).empty());
  EXPECT_LT(facts.tests, 100000u);
  EXPECT_LT(facts.in_overlap, 4000u);
  // The same many times over: cells cannot part them, and the search ends.
  const std::vector<Triangle> same(100, Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), point(50, Triangle{{}, {}, {}});
  EXPECT_EQ(octree_collisions(same, same).size(), 10000u);
  EXPECT_EQ(octree_collisions(point, point).size(), 2500u);
  EXPECT_TRUE(octree_collisions({}, same).empty());
  const std::vector<Triangle> far{{{1e100, 0, 0}, {1e100, 1, 0}, {1e100, 0, 1}}};
  EXPECT_TRUE(octree_collisions(far, same).empty());
}

}  // namespace overlap_octree_test
}  // namespace apart::motion
