// Trees over vertices that move: refitted, refitted on demand, measured, and rebuilt in parts.
#include <algorithm>
#include <apart/hierarchy/analysis/quality.hpp>
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/rebuild.hpp>
#include <apart/hierarchy/fit/refit_on_demand.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <cstring>
#include <samples/generate.hpp>
#include <thread>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace refit_test {

// The same faces, vertices moved by f.
template <class F>
Mesh deformed(const Mesh& mesh, F f) {
  std::vector<Vec3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.push_back(f(v));
  return Mesh::make(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}).value();
}

Vec3d twist(Vec3d p, double angle) {
  const double a = angle * p.z, c = std::cos(a), s = std::sin(a);
  return {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

// What happens to meshes: nothing, a wave, a twist, collapse to a plane, to a point, growth and a journey.
std::vector<Mesh> fates(const Mesh& mesh, Random& random) {
  const Pose away = random.pose(1e6);
  return {mesh,
          deformed(mesh,
                   [](Vec3d p) {
                     return p + Vec3d{0, 0, 0.3 * std::sin(3 * p.x)};
                   }),
          deformed(mesh, [](Vec3d p) { return twist(p, 2); }),
          deformed(mesh,
                   [](Vec3d p) {
                     return Vec3d{p.x, p.y, 0.5};
                   }),
          deformed(mesh,
                   [](Vec3d) {
                     return Vec3d{1, 2, 3};
                   }),
          deformed(mesh, [&](Vec3d p) { return away * (1e3 * p); }),
          deformed(mesh, [&](Vec3d p) { return 1e-12 * p; })};
}

template <class V>
class Refits : public ::testing::Test {};
using Types = ::testing::Types<Obb<float>, Aabb<float>, Sphere<float>>;
TYPED_TEST_SUITE(Refits, Types);

TYPED_TEST(Refits, AreValidForAnyNumberOfThreads) {
  using V = TypeParam;
  Random random(1);
  for (u32 n : {0u, 1u, 2u, 7u, 100u, 1000u}) {
    const Mesh mesh = generate::soup(random, n);
    for (u32 leaf_size : {1u, 4u}) {
      const Tree<V> built = fit_tree<V>(build(mesh, TopDown<>{.leaf_size = leaf_size}), mesh);
      Tree<V> tree = built, many = built;
      Refit<V> again(tree, mesh);
      for (const Mesh& now : fates(mesh, random)) {
        again(tree, now);
        ASSERT_EQ(problem(tree, now), "") << n;
        refit(many, now, {.threads = 8});
        ASSERT_TRUE(n == 0 ||
                    std::memcmp(tree.volumes.data(), many.volumes.data(), tree.volumes.size() * sizeof(V)) == 0);
      }
      // Back where it was, it is as it was, but for what merging rounds.
      again(tree, mesh, {.tight = true});
      for (std::size_t k = 0; k < tree.volumes.size(); ++k)
        ASSERT_LE(double(diameter(tree.volumes[k])), double(diameter(built.volumes[k])) * (1 + 1e-5) + 1e-5);
    }
  }
}

// The reference: each node's box along its old axes, one by one.
TEST(Refit, TurnedBoxesAreThoseAlongTheirOldAxes) {
  const Mesh mesh = generate::torus(2, 0.5, 40, 20), now = deformed(mesh, [](Vec3d p) { return twist(p, 1); });
  const Tree<Obb<float>> built = fit_tree<Obb<float>>(build(mesh, TopDown<>{.leaf_size = 3}), mesh);
  Tree<Obb<float>> tree = built;
  refit(tree, now, {.tight = true});
  const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    std::vector<Triangle> content;
    for (u32 i = ranges[n].begin; i < ranges[n].end; ++i) {
      content.push_back(now.triangle(tree.order[i].primitive()));
      for (int k = 0; k < 3; ++k) content.back()[k] -= tree.frame.centre;
    }
    const Obb<float> twin = refitted(built.volumes[n], std::span<const Triangle>(content));
    ASSERT_EQ(tree.volumes[n].axes, twin.axes);
    ASSERT_EQ(tree.volumes[n].centre, twin.centre);
    ASSERT_EQ(tree.volumes[n].half, twin.half);
  }
}

// Measuring only small subtrees is nearly as good as measuring all.
TEST(Refit, IsNotMuchLooserThanTightly) {
  for (const Mesh& mesh : {generate::sphere(1, 5000), generate::torus(2, 0.5, 60, 40)}) {
    const Mesh now = deformed(mesh, [](Vec3d p) { return p + Vec3d{0, 0, 0.1 * std::sin(5 * p.x)}; });
    const Tree<Obb<float>> built = fit_tree<Obb<float>>(build(mesh, TopDown<>{.leaf_size = 4}), mesh);
    Tree<Obb<float>> quick = built, tight = built;
    refit(quick, now);
    refit(tight, now, {.tight = true});
    const double cost = quality(quick, now).cost(0), least = quality(tight, now).cost(0);
    EXPECT_GT(cost, least);
    EXPECT_LT(cost, 1.15 * least);
  }
}

// Where floats would overflow or vanish.
TEST(Refit, AtTheEndsOfTheRange) {
  const Mesh mesh = generate::sphere(1, 1000);
  const Tree<Obb<float>> built = fit_tree<Obb<float>>(build(mesh), mesh);
  for (double scale : {1e-300, 1e-45, 1e-38, 1e-31, 1e-29, 1e-20, 1e18, 1e29, 1e31}) {
    Tree<Obb<float>> tree = built;
    const Mesh now = scaled(mesh, scale);
    refit(tree, now);
    ASSERT_EQ(problem(tree, now), "") << scale;
  }
}

template <class A, class B>
std::vector<std::pair<u32, u32>> pairs_by_walk(const A& a, const Mesh& mesh_a, const Pose& at, const B& b,
                                               const Mesh& mesh_b) {
  std::vector<std::pair<u32, u32>> out;
  auto collect = [&](const TouchingPair& p) {
    out.emplace_back(p.triangle_a, p.triangle_b);
    return true;
  };
  CollisionsQuery<decltype(collect)> query{{mesh_a, at, mesh_b}, collect};
  walk(a, at, b, query);
  std::sort(out.begin(), out.end());
  return out;
}

TYPED_TEST(Refits, AnswerAsBruteForce) {
  using V = TypeParam;
  Random random(2);
  testing::Outcomes outcomes("poses that touch");
  const Mesh a = generate::torus(1, 0.3, 18, 8), b = generate::sphere(0.7, 150);
  const Tree<V> built = fit_tree<V>(build(a, TopDown<>{.leaf_size = 4}), a), other = fit_tree<V>(build(b), b);
  Tree<V> tree = built;
  Refit<V> again(tree, a);
  RefitOnDemand<V> lazy(built, a);
  for (int k = 0; k < testing::cases(20, 400); ++k) {
    const double angle = random.uniform(-2, 2);
    const Mesh now = deformed(a, [&](Vec3d p) { return twist(p, angle) + Vec3d{0, 0, 0.2 * p.x * p.x}; });
    const Pose at{random.rotation(), random.uniform(0, 2.5) * random.direction()};
    const auto truth = testing::touching_pairs(now, at, b);
    outcomes.saw(!truth.empty());
    again(tree, now);
    lazy.update(now);
    ASSERT_EQ(pairs_by_walk(tree, now, at, other, b), truth);
    ASSERT_EQ(pairs_by_walk(lazy, now, at, other, b), truth);
    ASSERT_LE(lazy.made(), tree.nodes.size());
  }
}

TEST(RefitOnDemand, RefitsOnlyWhatIsVisitedAndTheSame) {
  const Mesh mesh = generate::sphere(1, 4000), now = deformed(mesh, [](Vec3d p) { return twist(p, 1); });
  const Tree<Obb<float>> built = fit_tree<Obb<float>>(build(mesh), mesh);
  Tree<Obb<float>> whole = built;
  refit(whole, now, {.tight = true});
  for (u32 level : {0u, 3u, 100u, RefitOnDemand<Obb<float>>::kHalf}) {
    RefitOnDemand<Obb<float>> lazy(built, mesh, level);
    lazy.update(now);
    ASSERT_EQ(lazy.frame.centre, whole.frame.centre);
    EXPECT_EQ(lazy.made() == 0, level == 0);
    EXPECT_EQ(lazy.made() == whole.nodes.size(), level == 100);
    if (level == 3) {
      EXPECT_EQ(lazy.made(), 7u);
    }
    lazy.volume(5), lazy.volume(5);
    for (u32 n = 0; n < whole.nodes.size(); ++n) {
      ASSERT_EQ(lazy.volume(n).half, whole.volumes[n].half);
      ASSERT_EQ(lazy.volume(n).centre, whole.volumes[n].centre);
    }
    EXPECT_EQ(lazy.made(), whole.nodes.size());
  }
}

TEST(RefitOnDemand, ManyThreadsSeeTheSame) {
  const Mesh mesh = generate::sphere(1, 2000);
  const Tree<Obb<float>> built = fit_tree<Obb<float>>(build(mesh), mesh);
  RefitOnDemand<Obb<float>> lazy(built, mesh, 2);
  Tree<Obb<float>> whole = built;
  for (int round = 0; round < 3; ++round) {
    const Mesh now = deformed(mesh, [&](Vec3d p) { return twist(p, 1 + round); });
    lazy.update(now);
    refit(whole, now, {.tight = true});
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (u32 n = 0; n < whole.nodes.size(); ++n)
          if (lazy.volume(n).half != whole.volumes[n].half || lazy.volume(n).centre != whole.volumes[n].centre) ++wrong;
      });
    for (std::thread& t : threads) t.join();
    ASSERT_EQ(wrong, 0);
  }
}

}  // namespace refit_test
}  // namespace apart
