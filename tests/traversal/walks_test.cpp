// Every order, rule and space gives the same answers; the counts obey their laws; a walk may be stopped and goes on.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/watch/contact_matrix.hpp>
#include <apart/traversal/watch/costs.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <samples/generate.hpp>
#include <set>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace walks_test {

using PairSet = std::set<std::pair<u32, u32>>;

struct Case {
  Mesh a, b;
  Pose a_in_world, b_in_world, b_in_a;
  PairSet touching;  // by brute force, and so is
  double distance;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    Random random(11);
    std::vector<Case> out;
    const Mesh torus = generate::torus(1, 0.3, 12, 8), sphere = generate::sphere(0.8, 120);
    const auto add = [&](const Mesh& a, const Mesh& b, const Pose& at) {
      // The world is far from its origin.
      const Pose a_in_world{random.rotation(), Vec3d{1e4, -2e4, 3e3}};
      Case c{a, b, a_in_world, a_in_world * at, {}, {}, 0};
      c.b_in_a = relative(c.a_in_world, c.b_in_world);
      const auto pairs = testing::touching_pairs(a, c.b_in_a, b);
      c.touching = {pairs.begin(), pairs.end()};
      c.distance = testing::smallest_distance(a, c.b_in_a, b);
      out.push_back(std::move(c));
    };
    for (int k = 0; k < testing::unless_sanitized(4, 2); ++k) {
      add(torus, sphere, {random.rotation(), 1.2 * random.in_ball()});
      add(generate::soup(random, 40), generate::soup(random, 50), {random.rotation(), random.in_ball()});
      add(torus, torus, {random.rotation(), 4 * random.direction()});
    }
    add(torus, torus, {});
    return out;
  }();
  return all;
}

template <class V, class Order, class Rule, class MakeSpace>
void check(const MakeSpace& space_of) {
  testing::Outcomes outcomes("walks that find contacts");
  for (const Case& c : cases()) {
    const Tree<V> a = fit_tree<V>(build(c.a), c.a), b = fit_tree<V>(build(c.b), c.b);
    PairSet found;
    auto collect = [&](const TouchingPair& p) { return found.insert({p.triangle_a, p.triangle_b}).second; };
    CollisionsQuery<decltype(collect)> collisions{{c.a, c.b_in_a, c.b}, collect};
    Count count;
    walk_in<InOrder<Order, Rule>>(space_of(a, c, b), a, b, collisions, count);
    ASSERT_EQ(found, c.touching);
    ASSERT_FALSE(collisions.stopped) << "a pair was given twice";
    outcomes.saw(!found.empty());
    ASSERT_EQ(count.contacts, found.size());
    const double d = double(count.disjoint), i = double(count.meeting), s = double(count.separated),
                 k = double(count.contacts), pairs = double(c.a.size()) * double(c.b.size());
    if constexpr (!std::is_same_v<Rule, DescendBoth>) {
      // Of a binary test tree (Gottschalk 2000, sections 2.5 and 2.6).
      ASSERT_EQ(1, d - i + 2 * s + 2 * k);
      if (k > 0) {
        ASSERT_LE(2 * std::log2(pairs / k) + 2 * k - 1, d + i);
      }
    }
    DistanceQuery distance{{c.a, c.b_in_a, c.b}};
    NoProbe none;
    walk_in<InOrder<Order, Rule>>(space_of(a, c, b), a, b, distance, none);
    ASSERT_EQ(distance.best_distance, c.distance);
  }
}

template <class V>
auto own() {
  return [](const Tree<V>& a, const Case& c, const Tree<V>& b) { return InOwnSpace<V>(a.frame, c.b_in_a, b.frame); };
}
template <class V>
auto model(PlacedVolumes<V>* cache = nullptr) {
  return [cache](const Tree<V>& a, const Case& c, const Tree<V>& b) {
    if (cache) cache->begin(b.nodes.size());
    return InModelSpace<V>(a.frame, c.b_in_a, b.frame, cache);
  };
}
template <class V>
auto world(typename InWorldSpace<V>::Cache* cache = nullptr) {
  return [cache](const Tree<V>& a, const Case& c, const Tree<V>& b) {
    if (cache) cache->begin(a.nodes.size(), b.nodes.size());
    return InWorldSpace<V>(a.frame, c.a_in_world, b.frame, c.b_in_world, cache);
  };
}

// Every order with every rule somewhere, every space with every volume.
TEST(Walks, OfTurnedBoxes) {
  using V = Obb<float>;
  PlacedVolumes<V> placed;
  InWorldSpace<V>::Cache in_world;
  check<V, DepthFirst, LargestDiameter>(own<V>());
  check<V, BreadthFirst, LargestArea>(own<V>());
  check<V, BestFirst, LargestVolume>(own<V>());
  check<V, BestFirstOf<4>, DescendA>(own<V>());
  check<V, Diving, Alternate>(own<V>());
  check<V, DepthFirst, DescendB>(model<V>());
  check<V, BreadthFirst, Alternate>(model<V>(&placed));
  check<V, BestFirst, DescendBoth>(world<V>());
  check<V, BestFirstOf<4>, LargestDiameter>(world<V>(&in_world));
}
TEST(Walks, OfBoxes) {
  using V = Aabb<float>;
  PlacedVolumes<V> placed;
  InWorldSpace<V>::Cache in_world;
  check<V, BestFirst, LargestArea>(own<V>());
  check<V, DepthFirst, Alternate>(model<V>());
  check<V, BreadthFirst, DescendA>(model<V>(&placed));
  check<V, BestFirstOf<16>, LargestVolume>(world<V>());
  check<V, DepthFirst, DescendBoth>(world<V>(&in_world));
}
TEST(Walks, OfSpheresInDouble) {
  using V = Sphere<double>;
  PlacedVolumes<V> placed;
  check<V, BreadthFirst, LargestVolume>(own<V>());
  check<V, BestFirst, DescendB>(model<V>(&placed));
  check<V, Diving, LargestDiameter>(world<V>());
}
TEST(Walks, OfKdops) {
  using V = Kdop<float, 14>;
  PlacedVolumes<V> placed;
  check<V, BestFirst, Alternate>(own<V>());
  check<V, DepthFirst, LargestArea>(model<V>(&placed));
  check<V, BreadthFirst, DescendBoth>(world<V>());
}

TEST(Walks, PlaceEachVolumeOnceWhenTheyAreKept) {
  using V = Aabb<float>;
  const Case& c = cases()[0];
  const Tree<V> a = fit_tree<V>(build(c.a), c.a), b = fit_tree<V>(build(c.b), c.b);
  Count plain, kept, none;
  PlacedVolumes<V> cache;
  const auto run = [&](const auto& space, Count& count) {
    DistanceQuery query{{c.a, c.b_in_a, c.b}};
    walk_in(space, a, b, query, count);
  };
  run(InOwnSpace<V>(a.frame, c.b_in_a, b.frame), none);
  run(InModelSpace<V>(a.frame, c.b_in_a, b.frame), plain);
  for (int twice = 0; twice < 2; ++twice) {  // a second query places them anew
    kept = {};
    cache.begin(b.nodes.size());
    run(InModelSpace<V>(a.frame, c.b_in_a, b.frame, &cache), kept);
    EXPECT_EQ(kept.volume_tests(), plain.volume_tests());
    EXPECT_LE(kept.updates, b.nodes.size());
    EXPECT_GT(kept.updates, 0u);
  }
  EXPECT_EQ(none.updates, 0u);
  EXPECT_EQ(plain.updates, plain.volume_tests());
  const Costs costs{.volume = 1, .primitive = 100, .update = 10000};
  EXPECT_EQ(kept.time(costs),
            double(kept.volume_tests()) + 100 * double(kept.primitive_tests()) + 10000 * double(kept.updates));
}

template <class Order>
void stop_and_go_on() {
  using V = Obb<float>;
  for (const Case& c : cases()) {
    const Tree<V> a = fit_tree<V>(build(c.a), c.a), b = fit_tree<V>(build(c.b), c.b);
    NoProbe probe;
    DistanceQuery query{{c.a, c.b_in_a, c.b}};
    PairWalk<Tree<V>, Tree<V>, DistanceQuery, InOrder<Order>> walk(a, c.b_in_a, b, query, probe);
    double before = 0;
    int pieces = 0;
    while (!walk.run(Budget::of_tests(20))) {
      ++pieces;
      // What is known is true, and grows.
      const double low = std::min(walk.least_open_bound(), query.best_distance);
      ASSERT_LE(low, c.distance);
      ASSERT_LE(c.distance, query.best_distance);
      if constexpr (std::is_same_v<Order, BestFirst>) {
        ASSERT_GE(low, before);
      }
      before = low;
    }
    ASSERT_TRUE(walk.done());
    ASSERT_EQ(query.best_distance, c.distance);
    if (c.distance > 0) {
      ASSERT_GT(pieces, 1);
    }
    ASSERT_EQ(walk.least_open_bound(), std::numeric_limits<double>::infinity());
  }
}
TEST(Walks, MayBeStoppedAndGoOn) {
  stop_and_go_on<DepthFirst>();
  stop_and_go_on<BreadthFirst>();
  stop_and_go_on<BestFirst>();
  stop_and_go_on<BestFirstOf<8>>();
  stop_and_go_on<Diving>();
}
TEST(Walks, KeepToTheirTime) {
  using V = Obb<float>;
  const Mesh sphere = generate::sphere(1, 20000), other = generate::sphere(1.001, 20000);
  const Tree<V> a = fit_tree<V>(build(sphere), sphere), b = fit_tree<V>(build(other), other);
  NoProbe probe;
  DistanceQuery query{{sphere, {}, other}};
  PairWalk<Tree<V>, Tree<V>, DistanceQuery> walk(a, Pose{}, b, query, probe);
  EXPECT_FALSE(walk.run(Budget::of_time(std::chrono::microseconds(0))));
  EXPECT_LE(walk.tests(), 1000u);
  EXPECT_FALSE(walk.run(Budget::of_tests(0)));
}

TEST(Record, IsTheWholeTestTree) {
  using V = Obb<float>;
  for (const Case& c : cases()) {
    const Tree<V> a = fit_tree<V>(build(c.a), c.a), b = fit_tree<V>(build(c.b), c.b);
    auto all = [](const TouchingPair&) { return true; };
    using Query = CollisionsQuery<decltype(all)>;
    Query one{{c.a, c.b_in_a, c.b}, all}, two{{c.a, c.b_in_a, c.b}, all};
    Record record;
    Count count;
    walk(a, c.b_in_a, b, one, record);
    walk(a, c.b_in_a, b, two, count);
    ASSERT_EQ(record.tests.size(), count.volume_tests());
    ASSERT_EQ(record.leaf_tests.size(), count.primitive_tests());
    std::vector<int> children(record.tests.size(), 0), leaves(record.tests.size(), 0);
    for (u32 t = 0; t < record.tests.size(); ++t) {
      const u32 parent = record.tests[t].parent;
      ASSERT_EQ(parent == Record::kNone, t == 0);
      if (t == 0) continue;
      ASSERT_LT(parent, t);
      ++children[parent];
    }
    for (const auto& leaf : record.leaf_tests) ++leaves[leaf.parent];
    for (u32 t = 0; t < record.tests.size(); ++t)  // binary; leaves of one triangle
      ASSERT_EQ(children[t] + 2 * leaves[t], record.tests[t].kept ? 2 : 0);

    const ContactMatrix matrix = contact_matrix(record, a, b);
    PairSet contacts;
    for (u32 row = 0; row < matrix.rows; ++row)
      for (u32 column = 0; column < matrix.columns; ++column) {
        const auto kind = matrix.at(row, column).kind;
        ASSERT_NE(kind, ContactMatrix::Kind::open);
        if (kind == ContactMatrix::Kind::contact)
          contacts.insert({a.order[row].primitive(), b.order[column].primitive()});
      }
    ASSERT_EQ(contacts, c.touching);
    const std::string picture = as_pixmap(matrix);
    ASSERT_EQ(picture.substr(0, 3), "P6\n");
    ASSERT_EQ(picture.size() - picture.find("255\n") - 4, 3 * matrix.cells.size());

    if (record.tests.size() > 100) {
      const Costs costs = measured_costs<Query>(
          record, a, c.b_in_a, b,
          [&] {
            return Query{{c.a, c.b_in_a, c.b}, all};
          },
          1e-4);
      ASSERT_GT(costs.volume, 0);
      ASSERT_GT(costs.update, 0);
      ASSERT_LT(costs.volume, 1e-3);
    }
  }
}

}  // namespace walks_test
}  // namespace apart
