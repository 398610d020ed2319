// One walk, whatever the volume, builder and order: the same pairs, and the counts add up.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <samples/generate.hpp>
#include <set>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace pair_walk_test {

using PairSet = std::set<std::pair<u32, u32>>;

struct Case {
  Mesh a, b;
  Pose at;
  // By brute force.
  PairSet touching;
  double distance;

  Case(Mesh ma, Mesh mb, const Pose& pose) : a(std::move(ma)), b(std::move(mb)), at(pose) {
    const auto pairs = testing::touching_pairs(a, at, b);
    touching = {pairs.begin(), pairs.end()};
    distance = testing::smallest_distance(a, at, b);
  }
};

std::vector<Case> make_cases() {
  Random random(7);
  std::vector<Case> out;
  const Mesh torus = generate::torus(1, 0.3, 16, 8), sphere = generate::sphere(0.8, 200);
  for (int k = 0; k < testing::unless_sanitized(12, 4); ++k) {
    out.emplace_back(torus, sphere, Pose{random.rotation(), 1.2 * random.in_ball()});
    out.emplace_back(generate::soup(random, 60), generate::soup(random, 80), Pose{random.rotation(), random.in_ball()});
    out.emplace_back(torus, torus, Pose{random.rotation(), 4 * random.direction()});
  }
  out.emplace_back(torus, torus, Pose{});  // coincident copies
  return out;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = make_cases();
  return all;
}

template <class Split>
Topology built(const Mesh& mesh, u32 leaf_size) {
  return build(mesh, TopDown<Split>{.leaf_size = leaf_size});
}
using Builder = Topology (*)(const Mesh& mesh, u32 leaf_size);

template <class V, class Order>
void check_all(Builder builder, u32 leaf_size) {
  testing::Outcomes outcomes("walks that find contacts");
  for (const Case& c : cases()) {
    const Tree<V> a = fit_tree<V>(builder(c.a, leaf_size), c.a), b = fit_tree<V>(builder(c.b, leaf_size), c.b);
    PairSet found;
    auto collect = [&](const TouchingPair& p) { return found.insert({p.triangle_a, p.triangle_b}).second; };
    CollisionsQuery<decltype(collect)> collisions{{c.a, c.at, c.b}, collect};
    Count count;
    walk<InOrder<Order>>(a, c.at, b, collisions, count);
    EXPECT_FALSE(collisions.stopped) << "a pair was given twice";
    EXPECT_EQ(found, c.touching);
    outcomes.saw(!c.touching.empty());
    if (leaf_size == 1) {
      // Of a binary test tree: 1 = D − I + 2S + 2K (Gottschalk 2000, section 2.5).
      EXPECT_EQ(static_cast<long>(count.disjoint) - static_cast<long>(count.meeting) +
                    2 * static_cast<long>(count.separated + count.contacts),
                1);
    }
    EXPECT_EQ(count.contacts, c.touching.size());

    DistanceQuery distance{{c.a, c.at, c.b}};
    walk<InOrder<Order>>(a, c.at, b, distance);
    EXPECT_EQ(distance.best_distance, c.distance);
  }
}

template <class V>
void check_volume() {
  for (u32 leaf : {1u, 3u})
    for (const Builder builder : {built<CovarianceMean>, built<MedianSplit>}) {
      check_all<V, DepthFirst>(builder, leaf);
      check_all<V, BestFirst>(builder, leaf);
    }
}

TEST(PairWalk, SpheresFloat) { check_volume<Sphere<float>>(); }
TEST(PairWalk, SpheresDouble) { check_volume<Sphere<double>>(); }
TEST(PairWalk, AabbsFloat) { check_volume<Aabb<float>>(); }
TEST(PairWalk, AabbsDouble) { check_volume<Aabb<double>>(); }
TEST(PairWalk, ObbsFloat) { check_volume<Obb<float>>(); }
TEST(PairWalk, ObbsDouble) { check_volume<Obb<double>>(); }
TEST(PairWalk, CapsulesFloat) { check_volume<CapsuleVolume<float>>(); }
TEST(PairWalk, LozengesFloat) { check_volume<Lozenge<float>>(); }
TEST(PairWalk, KdopsFloat) { check_volume<Kdop<float, 18>>(); }
TEST(PairWalk, Duals) { check_volume<Dual<float>>(); }
TEST(PairWalk, Hulls) { check_all<HullVolume<float>, DepthFirst>(built<CovarianceMean>, 1); }
TEST(PairWalk, Cylinders) { check_all<CylinderVolume<float>, DepthFirst>(built<CovarianceMean>, 1); }
TEST(PairWalk, Ellipsoids) { check_all<EllipsoidVolume<float>, DepthFirst>(built<CovarianceMean>, 1); }

TEST(PairWalk, StepByStepIsTheSame) {
  const Mesh torus = generate::torus(1, 0.3, 16, 8);
  const auto tree = fit_tree<Obb<float>>(build(torus), torus);
  const Pose at = Pose::shift({0.5, 0.1, 0.2});
  Count whole, stepped;
  DistanceQuery one{{torus, at, torus}}, two{{torus, at, torus}};
  walk(tree, at, tree, one, whole);
  PairWalk<Tree<Obb<float>>, Tree<Obb<float>>, DistanceQuery, WithProbe<DefaultPolicy, Count>> stepping(tree, at, tree,
                                                                                                        two, stepped);
  int steps = 0;
  while (stepping.step()) {
    ++steps;
    EXPECT_LT(stepping.current().a, tree.nodes.size());
  }
  EXPECT_GT(steps, 10);
  EXPECT_TRUE(stepping.done());
  EXPECT_FALSE(stepping.step());
  EXPECT_EQ(whole.volume_tests(), stepped.volume_tests());
  EXPECT_EQ(one.best_distance, two.best_distance);
}

TEST(PairWalk, EmptyTreesHaveNothingToWalk) {
  const Mesh none, box = generate::box({1, 1, 1});
  const auto empty = fit_tree<Obb<float>>(build(none), none);
  const auto tree = fit_tree<Obb<float>>(build(box), box);
  CollideQuery query{{none, {}, box}};
  Count count;
  walk(empty, Pose{}, tree, query, count);
  EXPECT_FALSE(query.answer.colliding);
  EXPECT_EQ(count.volume_tests(), 0u);
}

}  // namespace pair_walk_test
}  // namespace apart
