// The builders along a space-filling curve: the linear one, and the agglomerative one.
#include <apart/hierarchy/builders/agglomerate.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/split/boxes.hpp>
#include <apart/hierarchy/split/morton.hpp>

#include "tests/hierarchy/builders.hpp"

namespace apart {
namespace linear_test {

TEST(Linear, TreesOfAllSmallSizesAreValid) {
  testing::expect_valid_trees([](const Mesh& mesh, u32 leaf) { return build(mesh, Linear{.leaf_size = leaf}); });
}
TEST(Linear, NoInputMakesAChain) {
  testing::expect_bounded_depth(100000, [](const Mesh& mesh) { return build(mesh, Linear{}); });
}
TEST(Linear, TheSameTreeForAnyNumberOfThreads) {
  testing::expect_same_for_all_threads(
      [](const Mesh& mesh, u32 threads) { return build(mesh, Linear{.leaf_size = 3, .threads = threads}); });
}
TEST(Linear, CanBeWatchedAndStopped) {
  testing::expect_watched_builds([](const Mesh& mesh, u32 threads, const BuildWatch& watch) {
    return build(mesh, Linear{.threads = threads}, watch);
  });
}
TEST(Linear, AnswersAsBruteForce) {
  testing::check_answers(
      [](const Mesh& mesh) { return fit_tree<Aabb<float>>(build(mesh, Linear{.leaf_size = 2}), mesh); });
}

TEST(Linear, FromBoxesAsFromTheMesh) {  // where both see the same grid
  const Mesh mesh = generate::sphere(1, 5000);
  const Topology a = build(mesh, Linear{}), b = build(boxes_of(mesh), Linear{});
  EXPECT_EQ(problem(b.nodes, b.order, mesh.size()), "");
  EXPECT_NEAR(testing::boxes_met(a, mesh), testing::boxes_met(b, mesh), 0.1 * testing::boxes_met(a, mesh));
}

TEST(Linear, SeesWhatIsSmallerThanACell) {
  // A fine model far within a coarse grid: as good a tree as it has alone, but for the few nodes above it.
  const Mesh part = generate::torus(1, 0.3, 60, 40);
  const Mesh far[] = {part, placed(generate::box({1, 1, 1}), Pose::shift({1e6, 1e6, 1e6}))};
  const Mesh both = joined(far);
  const Topology t = build(both, Linear{});
  const Tree<Aabb<double>> tree = fit_tree<Aabb<double>>(t, both);
  double sum = 0;
  for (const Aabb<double>& box : tree.volumes)
    if (diameter(box) < 4) sum += area(box);
  const Tree<Aabb<double>> alone = fit_tree<Aabb<double>>(build(part, Linear{}), part);
  double sum_alone = 0;
  for (const Aabb<double>& box : alone.volumes) sum_alone += area(box);
  EXPECT_LT(sum, 1.1 * sum_alone);
}

TEST(Morton, KeysAreSortedWhateverTheThreads) {
  Random random(5);
  std::vector<Bounds> boxes(50000);
  for (Bounds& box : boxes) box.add(random.in_box(random.chance(0.5) ? 1 : 1e-3));
  const MortonKeys one = morton_keys(Centres(boxes), Workers(1)), eight = morton_keys(Centres(boxes), Workers(8));
  EXPECT_EQ(one.keys, eight.keys);
  EXPECT_TRUE(std::is_sorted(one.keys.begin(), one.keys.end()));
  std::vector<bool> seen(boxes.size(), false);
  for (std::size_t i = 0; i < one.keys.size(); ++i) seen[one.primitive(i)] = true;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), std::ptrdiff_t(boxes.size()));
}

TEST(Morton, CellsAreHalvesOfHalves) {
  const MortonGrid grid(Bounds{{-1, -1, -1}, {1, 1, 1}}, 21);
  Random random(6);
  for (int k = 0; k < 10000; ++k) {
    const Vec3d p = random.in_box(1);
    u64 code = 0;  // the reference: bit by bit
    Vec3d low{-1, -1, -1};
    double side = 1;
    for (int bit = 0; bit < 21; ++bit, side /= 2)
      for (int axis = 0; axis < 3; ++axis) {
        const bool upper = p[axis] >= low[axis] + side;
        code = code << 1 | u64(upper);
        if (upper) low[axis] += side;
      }
    ASSERT_EQ(grid.code(p), code);
  }
}

TEST(Agglomerate, TreesOfAllSmallSizesAreValid) {
  testing::expect_valid_trees([](const Mesh& mesh, u32 leaf) { return build(mesh, Agglomerate{.leaf_size = leaf}); });
}
TEST(Agglomerate, NoInputMakesAChain) {
  testing::expect_bounded_depth(20000, [](const Mesh& mesh) { return build(mesh, Agglomerate{.radius = 4}); });
}
TEST(Agglomerate, CopiesOfOneTriangleMakeABalancedTree) {
  const u32 n = 100000;
  const std::vector<Bounds> copies(n, Bounds{{0, 0, 0}, {1, 1, 0}});
  EXPECT_LE(testing::depth(build(copies, Agglomerate{})), 17u);
}
TEST(Agglomerate, TheSameTreeForAnyNumberOfThreads) {
  testing::expect_same_for_all_threads(
      [](const Mesh& mesh, u32 threads) { return build(mesh, Agglomerate{.radius = 5, .threads = threads}); });
}
TEST(Agglomerate, CanBeWatchedAndStopped) {
  testing::expect_watched_builds([](const Mesh& mesh, u32 threads, const BuildWatch& watch) {
    return build(mesh, Agglomerate{.threads = threads}, watch);
  });
}
TEST(Agglomerate, AnswersAsBruteForce) {
  testing::check_answers([](const Mesh& mesh) { return fit_tree<Aabb<float>>(build(mesh, Agglomerate{}), mesh); });
}
TEST(Agglomerate, IsBetterThanTheCurveAlone) {
  Random random(7);
  for (const Mesh& mesh : {generate::torus(2, 0.5, 80, 40), generate::soup(random, 3000), generate::spoon(2000)}) {
    const double linear = testing::boxes_met(build(mesh, Linear{}), mesh);
    const double both = testing::boxes_met(build(mesh, Agglomerate{}), mesh);
    std::printf("[ saw      ] boxes met: %g along the curve, %g merged\n", linear, both);
    EXPECT_LT(both, linear);
  }
}

}  // namespace linear_test
}  // namespace apart
