// Orders and rules chosen at run time: the same traversals, test by test, as with types.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/at_run_time.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <samples/generate.hpp>

#include "tests/watched_order.hpp"

namespace apart {
namespace at_run_time_test {

using testing::WatchedOrder;
using V = Sphere<float>;

struct Pairs {
  Mesh a = generate::torus(1, 0.4, 16, 10), b = generate::sphere(0.6, 300);
  Pose at{Random(7).rotation(), {1.6, 1.2, 0.9}};
  Tree<V> tree_a = fit_tree<V>(build(a), a), tree_b = fit_tree<V>(build(b), b);

  template <class Policy>
  Count by_type() const {
    DistanceQuery query{{a, at, b}};
    Count count;
    walk<Policy>(tree_a, at, tree_b, query, count);
    return count;
  }
  Count chosen(OrderKind order, RuleKind rule) const {
    DistanceQuery query{{a, at, b}};
    Count count;
    using Policy = WithProbe<InOrder<WatchedOrder, AnyRule>, Count>;
    PairWalk<Tree<V>, Tree<V>, DistanceQuery, Policy> walk(tree_a, at, tree_b, query, count);
    walk.order().choose(order);
    walk.rule().kind = rule;
    walk.run();
    return count;
  }
};

void expect_same(const Count& x, const Count& y) {
  EXPECT_EQ(x.disjoint, y.disjoint);
  EXPECT_EQ(x.meeting, y.meeting);
  EXPECT_EQ(x.separated, y.separated);
  EXPECT_EQ(x.contacts, y.contacts);
}

TEST(AtRunTime, OrdersAreThoseOfTheirTypes) {
  const Pairs pairs;
  const RuleKind rule = RuleKind::largest_diameter;
  expect_same(pairs.chosen(OrderKind::depth_first, rule), pairs.by_type<DefaultPolicy>());
  expect_same(pairs.chosen(OrderKind::breadth_first, rule), pairs.by_type<InOrder<BreadthFirst>>());
  expect_same(pairs.chosen(OrderKind::best_first, rule), pairs.by_type<InOrder<BestFirst>>());
  expect_same(pairs.chosen(OrderKind::bounded_best_first, rule), pairs.by_type<InOrder<BestFirstOf<32>>>());
  EXPECT_EQ(WatchedOrder::dropped, 0);
  expect_same(pairs.chosen(OrderKind::diving, rule), pairs.by_type<InOrder<Diving>>());
  EXPECT_GT(WatchedOrder::dropped, 0);
}

TEST(AtRunTime, RulesAreThoseOfTheirTypes) {
  const Pairs pairs;
  const OrderKind order = OrderKind::depth_first;
  expect_same(pairs.chosen(order, RuleKind::largest_area), pairs.by_type<InOrder<DepthFirst, LargestArea>>());
  expect_same(pairs.chosen(order, RuleKind::largest_volume), pairs.by_type<InOrder<DepthFirst, LargestVolume>>());
  expect_same(pairs.chosen(order, RuleKind::smallest_diameter), pairs.by_type<InOrder<DepthFirst, SmallestDiameter>>());
  expect_same(pairs.chosen(order, RuleKind::a), pairs.by_type<InOrder<DepthFirst, DescendA>>());
  expect_same(pairs.chosen(order, RuleKind::b), pairs.by_type<InOrder<DepthFirst, DescendB>>());
  expect_same(pairs.chosen(order, RuleKind::alternate), pairs.by_type<InOrder<DepthFirst, Alternate>>());
  expect_same(pairs.chosen(order, RuleKind::both), pairs.by_type<InOrder<DepthFirst, DescendBoth>>());
}

}  // namespace at_run_time_test
}  // namespace apart
