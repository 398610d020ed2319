// A lazily built tree equals the one built at once.
#include <apart/hierarchy/analysis/validate_walk.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/lazy_tree.hpp>
#include <apart/volumes/obb.hpp>
#include <thread>

#include "tests/hierarchy/builders.hpp"

namespace apart {
namespace lazy_tree_test {

// Traverses both depth first, and tests whether every volume on the way contains its node's content.
template <class V>
void expect_same(const LazyTree<V>& lazy, const Topology& t, const Mesh& mesh) {
  const Tree<Aabb<float>> whole{t.nodes, t.order, {}, {}};
  ASSERT_EQ(lazy.empty(), whole.empty());
  if (lazy.empty()) return;
  ASSERT_EQ(problem_of_walk(lazy, mesh), "");
  std::vector<std::pair<u32, u32>> open{{lazy.root(), whole.root()}};
  while (!open.empty()) {
    const auto [n, m] = open.back();
    open.pop_back();
    const Ref ref = lazy.ref(n), other = whole.ref(m);
    ASSERT_EQ(ref.is_leaf(), other.is_leaf());
    ASSERT_EQ(lazy.is_last(n), whole.is_last(m));
    if (ref.is_leaf()) {
      ASSERT_EQ(ref.first(), other.first());
      for (u32 i = ref.first();; ++i) {
        ASSERT_EQ(lazy.items()[i], whole.order[i]);
        if (whole.order[i].last()) break;
      }
    } else {
      for (u32 k = 0; k < 2; ++k) open.emplace_back(lazy.child(n, ref, k), whole.child(m, other, k));
    }
  }
  EXPECT_EQ(lazy.nodes_made(), whole.nodes.size());
}

TEST(LazyTree, IsTheWholeTree) {
  Random random(1);
  for (u32 n = 0; n <= 100; ++n) {
    const Mesh mesh = generate::soup(random, n, {.point = 0.1, .segment = 0.1, .sliver = 0.1, .duplicate = 0.1});
    for (u32 leaf : {1u, 2u, 5u, 128u}) {
      const TopDown<> how{.leaf_size = leaf};
      const LazyTree<Aabb<float>> lazy(mesh, how);
      EXPECT_LE(lazy.nodes_made(), 1u);
      expect_same(lazy, build(mesh, how), mesh);
    }
  }
  const TopDown<CovarianceMean> how{.leaf_size = 3};
  for (const Mesh& mesh :
       {generate::torus(2, 0.5, 40, 20), testing::hostile_meshes(3000)[0].mesh, testing::hostile_meshes(3000)[1].mesh})
    expect_same(LazyTree<Obb<float>>(mesh, how), build(mesh, how), mesh);
}

TEST(LazyTree, AnswersAsBruteForce) {
  testing::check_answers([](const Mesh& mesh) { return LazyTree<Aabb<float>>(mesh, TopDown<>{.leaf_size = 2}); });
}

TEST(LazyTree, MakesOnlyWhatAWalkNeeds) {
  const Mesh mesh = generate::sphere(1, 20000), probe = generate::box({0.1, 0.1, 0.1});
  const LazyTree<Aabb<float>> lazy(mesh), small(probe);
  DistanceQuery query{{mesh, Pose::shift({1.5, 0.2, 0.1}), probe}};
  walk(lazy, query.pair.b_in_a, small, query);
  EXPECT_EQ(query.best_distance, testing::smallest_distance(mesh, query.pair.b_in_a, probe));
  std::printf("[ saw      ] %u of %u nodes made\n", lazy.nodes_made(), lazy.most_nodes());
  EXPECT_LT(lazy.nodes_made(), lazy.most_nodes() / 20);
}

TEST(LazyTree, EightThreadsAtOnce) {
  const Mesh mesh = generate::torus(2, 0.5, 60, 40);
  const Tree<Aabb<float>> whole = fit_tree<Aabb<float>>(build(mesh), mesh);
  for (int round = 0; round < testing::cases(5, 100); ++round) {
    const LazyTree<Aabb<float>> lazy(mesh);
    std::vector<std::size_t> found(8);
    std::vector<std::thread> threads;
    for (u32 t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {  // all the same place, or each another
        const double angle = round % 2 ? 0.3 : 0.8 * t;
        testing::TouchingPairs query{{mesh, Pose::shift({std::cos(angle), std::sin(angle), 0.1}), mesh}};
        walk(lazy, query.pair.b_in_a, lazy, query);
        found[t] = query.found.size();
      });
    for (std::thread& t : threads) t.join();
    for (u32 t = 0; t < 8; ++t) {
      const double angle = round % 2 ? 0.3 : 0.8 * t;
      testing::TouchingPairs query{{mesh, Pose::shift({std::cos(angle), std::sin(angle), 0.1}), mesh}};
      walk(whole, query.pair.b_in_a, whole, query);
      EXPECT_EQ(found[t], query.found.size());
      EXPECT_GT(found[t], 0u);
    }
    expect_same(lazy, build(mesh), mesh);
  }
}

}  // namespace lazy_tree_test
}  // namespace apart
