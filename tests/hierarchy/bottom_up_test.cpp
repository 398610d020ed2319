// Greedy merging: the fast search merges what the slow one would.
#include <apart/hierarchy/builders/bottom_up.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>

#include "tests/hierarchy/builders.hpp"

namespace apart {
namespace bottom_up_test {

template <class Objective>
MergeTree merge_slowly(std::span<const Bounds> boxes, const Objective& objective) {
  MergeTree tree{static_cast<u32>(boxes.size()), {}};
  std::vector<Cluster> clusters;
  std::vector<u32> alive;
  for (const Bounds& box : boxes) {
    alive.push_back(static_cast<u32>(clusters.size()));
    clusters.push_back({box});
  }
  while (alive.size() > 1) {
    MergePair best;
    for (u32 i : alive)
      for (u32 j : alive)
        if (j < i) best = std::min(best, merge_pair(objective, clusters, i, j));
    std::erase(alive, best.earlier);
    std::erase(alive, best.later);
    alive.push_back(static_cast<u32>(clusters.size()));
    clusters.push_back(merged(clusters[best.earlier], clusters[best.later]));
    tree.merges.push_back({best.earlier, best.later});
  }
  return tree;
}

template <class Objective>
class Greedy : public ::testing::Test {};
using Objectives = ::testing::Types<MergedVolume, MergedArea, MergedHollow>;
TYPED_TEST_SUITE(Greedy, Objectives);

TYPED_TEST(Greedy, MergesWhatTheSlowSearchWould) {
  Random random(1);
  const auto check = [](const Mesh& mesh) {
    const std::vector<Bounds> boxes = unit_boxes(boxes_of(mesh));
    const BuildWatch nobody;
    Progress progress(nobody, 2 * boxes.size());
    const MergeTree fast = merge_greedily(boxes, TypeParam{}, Workers(2), progress);
    EXPECT_EQ(fast.merges, merge_slowly(boxes, TypeParam{}).merges);
  };
  for (u32 n = 0; n <= 40; ++n) check(generate::soup(random, n, {.size = n % 3 ? 0.2 : 1.0, .duplicate = 0.2}));
  check(generate::soup(random, 150));
  // Ties of every kind: flat, equal, in a grid.
  check(generate::height_field({10, 10, 0}, 7, 7));
  check(generate::box({1, 2, 3}));
  check(generate::torus(1, 0.3, 12, 6));
}

TYPED_TEST(Greedy, TreesOfAllSmallSizesAreValid) {
  testing::expect_valid_trees(
      [](const Mesh& mesh, u32 leaf) { return build(mesh, BottomUp<TypeParam>{.leaf_size = leaf}); });
}
TYPED_TEST(Greedy, NoInputMakesAChain) {
  testing::expect_bounded_depth(5000, [](const Mesh& mesh) { return build(mesh, BottomUp<TypeParam>{}); });
}

TYPED_TEST(Greedy, BoundsNeverExceedCosts) {
  Random random(2);
  testing::Outcomes outcomes("groups whose bound is met");
  for (int k = 0; k < 20000; ++k) {
    const auto cluster = [&] {
      const Vec3d low = random.in_box(1);
      return Cluster{{low, low + abs(random.in_box(random.uniform()))}, random.uniform(0, 0.3)};
    };
    const Cluster a = cluster();
    ClusterGroup group;
    std::vector<Cluster> members;
    for (u32 m = 0; m <= random.below(4); ++m) {
      members.push_back(cluster());
      group.add(members.back());
    }
    double least = Bounds::kInfinity;
    for (const Cluster& m : members) least = std::min(least, TypeParam{}(a, m));
    EXPECT_LE(TypeParam{}.at_least(a, group), least);
    outcomes.saw(TypeParam{}.at_least(a, group) == least);
  }
}

TEST(BottomUp, TheSameTreeForAnyNumberOfThreads) {
  testing::expect_same_for_all_threads(
      [](const Mesh& mesh, u32 threads) { return build(mesh, BottomUp<>{.leaf_size = 2, .threads = threads}); }, 2000);
}
TEST(BottomUp, CanBeWatchedAndStopped) {
  testing::expect_watched_builds(
      [](const Mesh& mesh, u32 threads, const BuildWatch& watch) {
        return build(mesh, BottomUp<>{.threads = threads}, watch);
      },
      3000);
}
TEST(BottomUp, AnswersAsBruteForce) {
  testing::check_answers([](const Mesh& mesh) { return fit_tree<Aabb<float>>(build(mesh, BottomUp<>{}), mesh); });
}
TEST(BottomUp, CopiesOfOneTriangleMakeABalancedTree) {
  const u32 n = 100000;
  const std::vector<Bounds> copies(n, Bounds{{0, 0, 0}, {1, 1, 0}});
  EXPECT_LE(testing::depth(build(copies, BottomUp<MergedVolume>{})), 18u);
}
TEST(BottomUp, IsBetterThanTheCurve) {
  Random random(3);
  for (const Mesh& mesh : {generate::torus(2, 0.5, 80, 40), generate::soup(random, 2000), generate::spoon(2000)}) {
    const double linear = testing::boxes_met(build(mesh, Linear{}), mesh);
    const double greedy = testing::boxes_met(build(mesh, BottomUp<MergedArea>{}), mesh);
    std::printf("[ saw      ] boxes met: %g along the curve, %g merged\n", linear, greedy);
    EXPECT_LT(greedy, linear);
  }
}

// No point of a cluster's box is farther from the boxes of its primitives than the cluster says.
TEST(Cluster, IsNoMoreHollowThanItSays) {
  Random random(4);
  testing::Outcomes outcomes("points farther off than a fifth of what was said");
  for (int k = 0; k < 300; ++k) {
    std::vector<Cluster> parts;
    for (u32 m = 0; m < 2 + random.below(6); ++m) {
      const Vec3d low = random.in_box(1);
      parts.push_back({{low, low + 0.3 * abs(random.in_box(1))}});
    }
    Cluster all = parts[0];
    for (std::size_t m = 1; m < parts.size(); ++m) all = merged(all, parts[m]);
    for (int p = 0; p < 20; ++p) {
      Vec3d at = all.box.low;
      for (int x = 0; x < 3; ++x) at[x] += random.uniform() * all.box.size()[x];
      double nearest = Bounds::kInfinity;
      for (const Cluster& part : parts)
        nearest = std::min(nearest, length(larger(larger(part.box.low - at, at - part.box.high), Vec3d{})));
      EXPECT_LE(nearest, all.hollow * (1 + 1e-12));
      outcomes.saw(nearest > 0.2 * all.hollow);
    }
  }
}

}  // namespace bottom_up_test
}  // namespace apart
