// Any volume, kind of tree, builder, leaf size, width, order, descent rule, space and query: every combination must
// agree with brute force. Orders, rules and spaces are chosen at run time, so that a kind of tree is compiled once for
// all of them.
#pragma once
#include <apart/hierarchy/analysis/validate_walk.hpp>
#include <apart/hierarchy/builders/agglomerate.hpp>
#include <apart/hierarchy/builders/bottom_up.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/refit_on_demand.hpp>
#include <apart/hierarchy/trees/lazy_tree.hpp>
#include <apart/hierarchy/trees/nested_tree.hpp>
#include <apart/hierarchy/trees/quantized_aabb.hpp>
#include <apart/hierarchy/trees/quantized_obb.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/at_run_time.hpp>
#include <map>

#include "tests/product/pairwise.hpp"
#include "tests/product/scenes.hpp"
#include "tests/support.hpp"
#include "tests/watched_order.hpp"

namespace apart::testing {

// --- What is chosen at run time.

constexpr int kSpaces = 5;  // own; A's and the world's, volumes kept or not

// --- Builders.

struct Builder {
  const char* name;
  Topology (*make)(const Mesh& mesh, u32 leaf_size);
};

inline const std::vector<Builder>& builders() {
  static const std::vector<Builder> all = {
      {"covariance, mean", [](const Mesh& m, u32 n) { return build(m, TopDown<CovarianceMean>{.leaf_size = n}); }},
      {"longest side, median", [](const Mesh& m, u32 n) { return build(m, TopDown<MedianSplit>{.leaf_size = n}); }},
      {"box side, midpoint",
       [](const Mesh& m, u32 n) { return build(m, TopDown<Split<LongestBoxSide, Midpoint>>{.leaf_size = n}); }},
      {"centres, gap",
       [](const Mesh& m, u32 n) { return build(m, TopDown<Split<CentreSpread, WidestGap>>{.leaf_size = n}); }},
      {"area heuristic", [](const Mesh& m, u32 n) { return build(m, TopDown<AreaHeuristic>{.leaf_size = n}); }},
      {"volume heuristic",
       [](const Mesh& m, u32 n) { return build(m, TopDown<Split<LongestCentreSide, BinnedVolume>>{.leaf_size = n}); }},
      {"linear", [](const Mesh& m, u32 n) { return build(m, Linear{.leaf_size = n}); }},
      {"agglomerate", [](const Mesh& m, u32 n) { return build(m, Agglomerate{.leaf_size = n}); }},
      {"bottom up, area", [](const Mesh& m, u32 n) { return build(m, BottomUp<MergedArea>{.leaf_size = n}); }},
      {"bottom up, volume", [](const Mesh& m, u32 n) { return build(m, BottomUp<MergedVolume>{.leaf_size = n}); }},
      {"insertion", [](const Mesh& m, u32 n) { return build(m, Insertion{.leaf_size = n}); }}};
  return all;
}

// --- The product.

constexpr int kQuestions = 5;
constexpr int kLeafSizes[] = {1, 4};

enum Dimension { kScene, kBuilder, kLeaf, kKind, kOrder, kRule, kSpace, kQuestion, kDimensions };
using Choice = std::array<int, kDimensions>;

// All of it; each combination of the rest in another scene than the one before.
inline std::vector<Choice> whole(const Choice& sizes) {
  std::vector<Choice> out;
  Choice c{};
  for (;;) {
    out.push_back(c);
    c[kScene] = (c[kScene] + 1) % sizes[kScene];
    std::size_t d = kScene + 1;
    while (d < kDimensions && ++c[d] == sizes[d]) c[d++] = 0;
    if (d == kDimensions) return out;
  }
}

// One traversal of one query over two trees of a kind.
template <class TreeType>
void ask(const TreeType& a, const TreeType& b, const Scene& s, const Choice& c) {
  using V = typename TreeType::VolumeType;
  static PlacedVolumes<V> placed;
  static typename InWorldSpace<V>::Cache in_world;
  // Wide trees number their slots: up to eight per triangle.
  const std::size_t room_a = 64 + 16 * std::size_t(s.a.size()), room_b = 64 + 16 * std::size_t(s.b.size());
  const auto space = [&]() -> AnySpace<V> {
    if (c[kSpace] == 0) return InOwnSpace<V>(a.frame, s.b_in_a, b.frame);
    if (c[kSpace] < 3) return InModelSpace<V>(a.frame, s.b_in_a, b.frame, c[kSpace] == 2 ? &placed : nullptr);
    return InWorldSpace<V>(a.frame, s.a_in_world, b.frame, s.b_in_world, c[kSpace] == 4 ? &in_world : nullptr);
  };
  const PlacedPair pair{s.a, s.b_in_a, s.b};
  const auto run = [&]<class Query, class Probe>(Query& query, Probe& probe) {
    placed.begin(room_b), in_world.begin(room_a, room_b);
    using Policy = WithSpace<WithProbe<InOrder<WatchedOrder, AnyRule>, Probe>, AnySpace<V>>;
    PairWalk<TreeType, TreeType, Query, Policy> walk(a, space(), b, query, probe);
    walk.order().choose(OrderKind(c[kOrder]));
    walk.rule().kind = RuleKind(c[kRule]);
    walk.run();
  };
  NoProbe none;
  switch (c[kQuestion]) {
    case 0: {
      CollideQuery query{pair};
      run(query, none);
      ASSERT_EQ(query.answer.colliding, !s.touching.empty());
      if (query.answer.colliding) {
        const Collision& hit = query.answer;
        ASSERT_TRUE(
            std::binary_search(s.touching.begin(), s.touching.end(), std::pair(hit.a.triangle, hit.b.triangle)));
      }
      break;
    }
    case 1: {
      std::vector<std::pair<u32, u32>> found;
      auto collect = [&](const TouchingPair& p) {
        found.emplace_back(p.triangle_a, p.triangle_b);
        return true;
      };
      CollisionsQuery<decltype(collect)> query{pair, collect};
      Count count;
      run(query, count);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, s.touching);
      break;
    }
    case 2: {
      for (const double tolerance : {s.distance, std::nextafter(s.distance, 0.0), 1.5 * s.distance}) {
        WithinQuery query{pair, tolerance};
        run(query, none);
        ASSERT_EQ(query.answer.within, s.distance <= tolerance);
      }
      break;
    }
    case 3: {
      DistanceQuery query{pair};
      run(query, none);
      ASSERT_EQ(query.best_distance, s.distance);
      break;
    }
    default: {
      SpanQuery query{pair};
      run(query, none);
      ASSERT_EQ(query.best_distance, s.span);
    }
  }
}

// A kind of tree: from a topology of a mesh, to something that can be walked. Kept, so that a tree is made once.
template <class Make>
class Kept {
 public:
  explicit Kept(Make make) : make_(make) {}
  void ask(const Choice& c) {
    const Scene& s = scenes()[std::size_t(c[kScene])];
    const auto& a = tree(s.a, c, 0);
    const auto& b = tree(s.b, c, 1);
    testing::ask(a, b, s, c);
  }

 private:
  using TreeType = std::remove_cvref_t<decltype(*std::declval<Make>()(Topology{}, Mesh{}))>;
  const TreeType& tree(const Mesh& mesh, const Choice& c, int side) {
    auto& kept = trees_[{c[kScene], c[kBuilder], c[kLeaf], side}];
    if (!kept) {
      const u32 leaf = static_cast<u32>(kLeafSizes[c[kLeaf]]);
      kept = make_(builders()[std::size_t(c[kBuilder])].make(mesh, leaf), mesh);
      const std::string wrong = problem_of_walk(*kept, mesh);
      EXPECT_EQ(wrong, "");
    }
    return *kept;
  }
  Make make_;
  std::map<std::array<int, 4>, std::unique_ptr<TreeType>> trees_;
};
template <class Make>
std::function<void(const Choice&)> kind(Make make) {
  return [kept = std::make_shared<Kept<Make>>(make)](const Choice& c) { kept->ask(c); };
}
template <class T>
std::unique_ptr<T> own(T tree) {
  return std::make_unique<T>(std::move(tree));
}

// Binary and wide trees of V; what `more` adds.
template <class V>
void check_product(std::vector<std::function<void(const Choice&)>> kinds = {}) {
  const auto plain = [](u32 width) {
    return kind([width](const Topology& t, const Mesh& m) {
      return own(fit_tree<V>(width == 2 || m.empty() ? t : widen(t, m, width), m));
    });
  };
  for (u32 width : {2u, 3u, 4u, 8u}) kinds.push_back(plain(width));
  const Choice sizes{static_cast<int>(scenes().size()),
                     static_cast<int>(builders().size()),
                     2,
                     static_cast<int>(kinds.size()),
                     kOrderKinds,
                     kRuleKinds,
                     kSpaces,
                     kQuestions};
  const std::vector<Choice> choices = nightly() ? whole(sizes) : pairwise(sizes);
  std::size_t done = 0;
  for (const Choice& c : choices) {
    kinds[std::size_t(c[kKind])](c);
    ++done;
    if (::testing::Test::HasFailure()) {
      const auto& s = scenes()[std::size_t(c[kScene])];
      ADD_FAILURE() << s.name << "; " << builders()[std::size_t(c[kBuilder])].name << "; leaves of "
                    << kLeafSizes[c[kLeaf]] << "; kind " << c[kKind] << "; order " << c[kOrder] << "; rule " << c[kRule]
                    << "; space " << c[kSpace] << "; question " << c[kQuestion];
      return;
    }
  }
  EXPECT_GT(WatchedOrder::dropped, 0) << "no walk dropped what waits";
  std::printf("[ saw      ] %zu combinations of %d kinds of tree, %ld pairs dropped\n", done, sizes[kKind],
              std::exchange(WatchedOrder::dropped, 0));
}

}  // namespace apart::testing
