// The traversal for what touches, in one loop: the pairs of leaves, and the answers, of PairWalk.
#include <algorithm>
#include <apart/base/lane_width.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/touching_walk.hpp>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace touching_walk_test {

using Leaves = std::multiset<std::pair<u32, u32>>;  // by their first items

// Never has enough.
struct Collected : LeafVisit {
  Leaves leaves{};
  u32 enough = ~u32(0);
  u32 most = 0;  // at once

  explicit Collected(bool any, bool first = false)
      : LeafVisit{[](LeafVisit& self, const LeafPair* pairs, u32 count) {
                    Collected& all = static_cast<Collected&>(self);
                    all.most = larger(all.most, count);
                    for (u32 k = 0; k < count && all.leaves.size() < all.enough; ++k)
                      all.leaves.insert({leaf_of_a(pairs[k]).first(), leaf_of_b(pairs[k]).first()});
                    return all.leaves.size() < all.enough;
                  },
                  any, first} {}
};

Placement<float> placed_at(const Model& a, const Pose& pose, const Model& b) {
  return placement<float>(a.tree().frame, pose, b.tree().frame);
}

// One pair of volumes after the other. All children of the roots are tested, unless they are leaves. Where all are
// wanted, by face normals alone.
Leaves by_recursion(const ModelTree& a, u32 of_a, const Placement<float>& at, const ModelTree& b, u32 of_b, bool any) {
  const Ref x = a.ref(of_a), y = b.ref(of_b);
  if (x.is_leaf() && y.is_leaf()) return {{x.first(), y.first()}};
  Leaves out;
  const auto meet = [&](const SeenObb& seen, const Obb<float>& box) {
    const bool by_axes = sibling_tests().overlap(seen, &box, 1) != 0;
    if (any) return by_axes;
    const bool by_faces =
        !apart_by_faces(ObbPair<float>(box.half, box.axes * (seen.box.centre - box.centre),
                                       box.axes * transposed(seen.box.axes), seen.box.half, seen.slack));
    EXPECT_GE(by_faces, by_axes);
    return by_faces;
  };
  const bool down_a =
      y.is_leaf() || (!x.is_leaf() && squared_length(a.volume(of_a).half) >= squared_length(b.volume(of_b).half));
  if (down_a)
    for_each_child(a, of_a, x, [&](u32 child) {
      if (meet(SeenObb::from_a(b.volume(of_b), at), a.volume(child)))
        out.merge(by_recursion(a, child, at, b, of_b, any));
    });
  else
    for_each_child(b, of_b, y, [&](u32 child) {
      if (meet(SeenObb::from_b(a.volume(of_a), at), b.volume(child)))
        out.merge(by_recursion(a, of_a, at, b, child, any));
    });
  return out;
}
Leaves by_recursion(const ModelTree& a, const Placement<float>& at, const ModelTree& b, bool any) {
  if (a.empty() || b.empty()) return {};
  const bool two_leaves = a.ref(0).is_leaf() && b.ref(0).is_leaf();
  return two_leaves && !overlap(a.volume(0), at, b.volume(0)) ? Leaves{} : by_recursion(a, 0, at, b, 0, any);
}

struct Pair {
  Model a, b;
};
std::vector<Pair> pairs(double scale) {
  const auto model = [&](const Mesh& m, u32 leaf = 4) {
    return Model::make(scaled(m, scale), {.leaf_size = leaf}).value();
  };
  Random random(5);
  return {{model(generate::torus(1, 0.3, 40, 20)), model(generate::torus(1, 0.3, 30, 16), 1)},
          {model(generate::sphere(1, 900)), model(generate::soup(random, 300))},
          {model(generate::sphere(1, 5000)), model(generate::soup(random, 1))},
          {model(generate::soup(random, 3)), model(generate::soup(random, 2))},
          {model(generate::box({1, 1, 1}), 128), model(generate::torus(1, 0.3, 30, 16), 20)},
          {model(Mesh{}), model(generate::box({1, 1, 1}))}};
}

TEST(TouchingWalk, VisitsTheLeavesOfARecursion) {
  testing::Outcomes met("pairs with leaves that overlap");
  for (const double scale : {1.0, 1e-19, 1e16})
    for (const Pair& pair : pairs(scale)) {
      Random random(11);
      for (int k = 0; k < testing::cases(40, 400); ++k) {
        const Pose at{random.rotation(), 1.6 * scale * random.in_box(1)};
        const Placement<float> placed = placed_at(pair.a, at, pair.b);
        const ModelTree &a = pair.a.tree(), &b = pair.b.tree();
        for (const auto& [any, first] : {std::pair{false, false}, {false, true}, {true, false}}) {
          const Leaves wanted = by_recursion(a, placed, b, any || first);
          met.saw(!wanted.empty());
          for (const LaneWidth width : kLaneWidths) {
            use_lanes(width);
            Collected all(any, first);
            walk_leaves(a, placed, b, all);
            // Where the roots are apart, it may be seen at once.
            if (!a.empty() && !b.empty() && overlap(a.volume(0), placed, b.volume(0)))
              ASSERT_EQ(all.leaves, wanted);
            else
              ASSERT_TRUE(std::includes(wanted.begin(), wanted.end(), all.leaves.begin(), all.leaves.end()));
          }
        }
      }
    }
  use_lanes(std::nullopt);
}

// Nearly concentric, so that pairs of all regions are open at once: more than there is place for at first, also when
// they are taken from both ends.
TEST(TouchingWalk, KeepsManyOpenPairs) {
  const Model a = Model::make(generate::sphere(1, 20000)).value(),
              b = Model::make(generate::sphere(0.9999, 20000)).value();
  Random random(2);
  const Placement<float> at = placed_at(a, {random.rotation(), {}}, b);
  for (const bool any : {false, true}) {
    const Leaves wanted = by_recursion(a.tree(), at, b.tree(), any);
    EXPECT_GT(wanted.size(), 10000u);
    Collected all(any);
    walk_leaves(a.tree(), at, b.tree(), all);
    EXPECT_EQ(all.leaves, wanted);
    EXPECT_EQ(all.most > 1, !any);  // those after the first that touches are tested in vain
    Collected some(any);
    some.enough = 100;
    walk_leaves(a.tree(), at, b.tree(), some);
    EXPECT_EQ(some.leaves.size(), 100u);
  }
}

TEST(TouchingWalk, AnswersAsPairWalk) {
  testing::Outcomes touching("poses that touch"), far("poses farther apart than the reach");
  for (const Pair& pair : pairs(1)) {
    if (pair.a.mesh().empty()) continue;
    Random random(3);
    for (int k = 0; k < testing::cases(60, 600); ++k) {
      const Pose at{random.rotation(), 1.8 * random.in_box(1)};
      const Placement<float> placed = placed_at(pair.a, at, pair.b);
      CollideQuery wanted{{pair.a.mesh(), at, pair.b.mesh()}}, quick = wanted;
      walk(pair.a.tree(), at, pair.b.tree(), wanted);
      walk_touching(pair.a.tree(), placed, pair.b.tree(), true, quick);
      ASSERT_EQ(quick.found(), wanted.found());
      touching.saw(wanted.found());
      std::set<std::pair<u32, u32>> by_pairs, all;
      const auto into = [](std::set<std::pair<u32, u32>>& found) {
        return [&found](const TouchingPair& p) { return found.insert({p.triangle_a, p.triangle_b}).second; };
      };
      auto collect_by_pairs = into(by_pairs), collect_all = into(all);
      CollisionsQuery<decltype(collect_all)> slow{{pair.a.mesh(), at, pair.b.mesh()}, collect_by_pairs},
          fast{{pair.a.mesh(), at, pair.b.mesh()}, collect_all};
      walk(pair.a.tree(), at, pair.b.tree(), slow);
      walk_touching(pair.a.tree(), placed, pair.b.tree(), false, fast);
      ASSERT_FALSE(slow.stopped || fast.stopped);  // each pair once
      ASSERT_EQ(all, by_pairs);
      constexpr double kReach = 0.1;
      u64 tests = 0;
      const bool farther = farther_apart(pair.a.tree(), placed, pair.b.tree(), kReach, tests);
      far.saw(farther);
      EXPECT_GT(tests, 0u);
      if (farther) {
        DistanceQuery distance{{pair.a.mesh(), at, pair.b.mesh()}};
        walk(pair.a.tree(), at, pair.b.tree(), distance);
        ASSERT_GT(distance.best_distance, kReach);
      }
    }
  }
}

// Surfaces that coincide, exactly or nearly, so that very many leaves meet; also far from the origin of floats.
TEST(TouchingWalk, FindsAllWhereSurfacesCoincide) {
  testing::Outcomes touching("poses that touch");
  Random random(17);
  for (const double scale : {1.0, 1e-12, 1e12}) {
    const auto model = [&](const Mesh& m) { return Model::make(scaled(m, scale)).value(); };
    const Model sphere = model(generate::sphere(1, 1500)), inner = model(generate::sphere(1 - 1e-4, 1500)),
                box = model(generate::box({1, 1, 1})), lower = model(generate::teeth(generate::Jaw::lower, 1500)),
                upper = model(generate::teeth(generate::Jaw::upper, 1500));
    const Pose turned{random.rotation(), {}};
    struct Case {
      const Model &a, &b;
      Pose at;
    };
    const Case all[] = {{sphere, sphere, {}},
                        {sphere, sphere, Pose::shift({1e-15 * scale, 0, 0})},
                        {sphere, sphere, turned},
                        {sphere, inner, {}},
                        {sphere, inner, turned},
                        {box, box, {}},
                        {box, box, Pose::shift({scale, 0, 0})},
                        {box, sphere, Pose::shift({0.5 * scale, 0, 0})},
                        {lower, upper, Pose::shift({0, 0, -0.02 * scale})},
                        {lower, upper, Pose::shift({0, 0, -0.03 * scale})}};
    for (const Case& one : all) {
      using Pairs = std::multiset<std::pair<u32, u32>>;
      const auto collected = [&](auto run) {
        Pairs found;
        auto collect = [&](const TouchingPair& p) { return found.insert({p.triangle_a, p.triangle_b}), true; };
        CollisionsQuery<decltype(collect)> query{{one.a.mesh(), one.at, one.b.mesh()}, collect};
        run(query);
        return found;
      };
      const Pairs wanted = collected([&](auto& query) { walk(one.a.tree(), one.at, one.b.tree(), query); });
      touching.saw(!wanted.empty());
      for (const LaneWidth width : kLaneWidths) {
        use_lanes(width);
        ASSERT_EQ(collected([&](auto& query) {
                    walk_touching(one.a.tree(), placed_at(one.a, one.at, one.b), one.b.tree(), false, query);
                  }),
                  wanted);
      }
    }
  }
  use_lanes(std::nullopt);
}

// It looks in many places: of two spheres that touch nearly everywhere, after few of the leaves.
TEST(TouchingWalk, FindsSoonWhatIsFrequent) {
  const Model a = Model::make(generate::sphere(1, 8000)).value(),
              b = Model::make(generate::sphere(0.999, 8000)).value();
  Random random(3);
  for (int k = 0; k < 10; ++k) {
    const Pose at{random.rotation(), {}};
    CollideQuery query{{a.mesh(), at, b.mesh()}};
    EXPECT_LT(walk_touching(a.tree(), placed_at(a, at, b), b.tree(), true, query).all(), 5000u);
    EXPECT_TRUE(query.found());
  }
}

}  // namespace touching_walk_test
}  // namespace apart
