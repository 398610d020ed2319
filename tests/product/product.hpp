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
#include <map>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart::testing {

// --- What is chosen at run time.

struct AnyOrder {
  static inline int chosen = 0;
  static constexpr int kCount = 5;

  template <class Pair>
  class Queue {
   public:
    bool empty() const {
      return ask([](const auto& q) { return q.empty(); });
    }
    void put(const Pair& pair) {
      ask([&](auto& q) { q.put(pair); });
    }
    Pair take() {
      return ask([](auto& q) { return q.take(); });
    }
    void clear() {
      ask([](auto& q) { q.clear(); });
    }
    void drop_beyond(double reach) {
      if (chosen == 4) diving_.drop_beyond(reach);
    }
    template <class F>
    void for_each(F f) const {
      ask([&](const auto& q) { q.for_each(f); });
    }

   private:
    template <class F>
    auto ask(F f) {
      return chosen == 0   ? f(depth_)
             : chosen == 1 ? f(breadth_)
             : chosen == 2 ? f(best_)
             : chosen == 3 ? f(bounded_)
                           : f(diving_);
    }
    template <class F>
    auto ask(F f) const {
      return chosen == 0   ? f(depth_)
             : chosen == 1 ? f(breadth_)
             : chosen == 2 ? f(best_)
             : chosen == 3 ? f(bounded_)
                           : f(diving_);
    }
    DepthFirst::Queue<Pair> depth_;
    BreadthFirst::Queue<Pair> breadth_;
    BestFirst::Queue<Pair> best_;
    BestFirstOf<5>::Queue<Pair> bounded_;
    Diving::Queue<Pair> diving_;
  };
};

struct AnyRule {
  static inline int chosen = 0;
  static constexpr int kCount = 7;
  using Memory = Alternate::Memory;

  template <class V>
  Descend operator()(const V& a, const V& b, Memory memory) const {
    switch (chosen) {
      case 0:
        return LargestDiameter{}(a, b, {});
      case 1:
        return LargestArea{}(a, b, {});
      case 2:
        return LargestVolume{}(a, b, {});
      case 3:
        return DescendA{}(a, b, {});
      case 4:
        return DescendB{}(a, b, {});
      case 5:
        return Alternate{}(a, b, memory);
      default:
        return DescendBoth{}(a, b, {});
    }
  }
};

template <class V>
struct AnySpace {
  static constexpr int kCount = 5;
  int chosen;
  InOwnSpace<V> own;
  InModelSpace<V> model;
  InWorldSpace<V> world;

  template <class Measure, class Probe>
  double bound(u32 i, const V& a, u32 j, const V& b, Probe& probe) const {
    return chosen == 0  ? own.template bound<Measure>(i, a, j, b, probe)
           : chosen < 3 ? model.template bound<Measure>(i, a, j, b, probe)
                        : world.template bound<Measure>(i, a, j, b, probe);
  }
};

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

// --- Models: every generator, small; soups with every bad kind of triangle; the coincident, the touching, the far.

struct Scene {
  std::string name;
  Mesh a, b;
  Pose a_in_world, b_in_world, b_in_a;
  std::vector<std::pair<u32, u32>> touching{};  // by brute force, as are the rest
  double distance = 0, span = 0;
};

inline Scene scene(std::string name, Mesh a, Mesh b, const Pose& at) {
  Random random(3);
  Scene s{std::move(name), std::move(a), std::move(b), {random.rotation(), {30, -20, 10}}, {}, {}};
  s.b_in_world = s.a_in_world * at;
  s.b_in_a = relative(s.a_in_world, s.b_in_world);
  s.touching = touching_pairs(s.a, s.b_in_a, s.b);
  s.distance = smallest_distance(s.a, s.b_in_a, s.b);
  const PlacedPair pair{s.a, s.b_in_a, s.b};
  for (u32 i = 0; i < s.a.size(); ++i)
    for (u32 j = 0; j < s.b.size(); ++j) s.span = std::max(s.span, span(pair.of_a(i), pair.of_b(j)).squared);
  s.span = std::sqrt(s.span);
  return s;
}

inline const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = [] {
    Random random(4);
    const auto any = [&](double far) { return Pose{random.rotation(), far * random.direction()}; };
    const Mesh ball = generate::sphere(1, 60), torus = generate::torus(1, 0.3, 8, 5), box = generate::box({1, 2, 3});
    const Mesh ground = placed(generate::height_field({2, 2, 0.5}, 6, 6), Pose::shift({-1, -1, 0}));
    std::vector<Scene> out;
    out.push_back(scene("spheres that cross", ball, scaled(ball, 0.8), any(0.5)));
    out.push_back(scene("tori apart", torus, torus, any(3)));
    out.push_back(scene("tori that coincide", torus, torus, {}));
    out.push_back(scene("boxes face to face", box, box, Pose::shift({1, 0, 0})));
    out.push_back(scene("boxes a little apart", box, box, Pose::shift({0, 0, 3.000001})));
    out.push_back(scene("a ball inside a ball", ball, scaled(ball, 0.7), any(0.01)));
    out.push_back(scene("a ball on the ground", ground, scaled(ball, 0.4), Pose::shift({0, 0, 0.6})));
    out.push_back(scene("soups", generate::soup(random, 50), generate::soup(random, 40), any(0.3)));
    out.push_back(scene("soups apart", generate::soup(random, 40), generate::soup(random, 30), any(3)));
    out.push_back(
        scene("a soup far away", generate::soup(random, 30), placed(generate::soup(random, 30), any(1e5)), {}));
    out.push_back(
        scene("one triangle", generate::soup(random, 1, {.point = 0, .segment = 0, .duplicate = 0}), torus, any(0.4)));
    out.push_back(scene("small", scaled(torus, 1e-7), scaled(ball, 1e-7), any(0.9e-7)));
    out.push_back(scene("large", scaled(torus, 1e7), scaled(ball, 1e7), any(2.2e7)));
    out.push_back(scene("teeth", generate::teeth(generate::Jaw::lower, 60), generate::teeth(generate::Jaw::upper, 60),
                        Pose::shift({0.05, 0, 0})));
    out.push_back(scene("a spoon in a torus", generate::wrinkled_torus(80), generate::spoon(), any(0.2)));
    out.push_back(scene("a bent torus", generate::bent_torus(80), box, any(1.6)));
    return out;
  }();
  return all;
}

// --- The product.

constexpr int kQuestions = 5;
constexpr int kLeafSizes[] = {1, 4};

enum Dimension { kScene, kBuilder, kLeaf, kKind, kOrder, kRule, kSpace, kQuestion, kDimensions };
using Choice = std::array<int, kDimensions>;

// Choices such that every two values of two dimensions meet in one of them: greedy, from a fixed seed.
inline std::vector<Choice> pairwise(const Choice& sizes) {
  std::map<std::array<int, 4>, bool> covered;
  for (int i = 0; i < kDimensions; ++i)
    for (int j = i + 1; j < kDimensions; ++j)
      for (int x = 0; x < sizes[std::size_t(i)]; ++x)
        for (int y = 0; y < sizes[std::size_t(j)]; ++y) covered[{i, j, x, y}] = false;
  const auto news = [&](const Choice& c, bool mark) {
    int count = 0;
    for (int i = 0; i < kDimensions; ++i)
      for (int j = i + 1; j < kDimensions; ++j) {
        bool& seen = covered[{i, j, c[std::size_t(i)], c[std::size_t(j)]}];
        count += !seen;
        if (mark) seen = true;
      }
    return count;
  };
  Random random(9);
  std::vector<Choice> out;
  for (const auto& [pair, unused] : covered) {
    while (!covered[pair]) {
      Choice best{};
      int most = -1;
      for (int attempt = 0; attempt < 12; ++attempt) {
        Choice c;
        for (std::size_t d = 0; d < kDimensions; ++d) c[d] = static_cast<int>(random.below(static_cast<u32>(sizes[d])));
        c[std::size_t(pair[0])] = pair[2], c[std::size_t(pair[1])] = pair[3];
        if (const int count = news(c, false); count > most) most = count, best = c;
      }
      news(best, true);
      out.push_back(best);
    }
  }
  return out;
}

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
  AnyOrder::chosen = c[kOrder];
  AnyRule::chosen = c[kRule];
  static PlacedVolumes<V> placed;
  static typename InWorldSpace<V>::Cache in_world;
  // Wide trees number their slots: up to eight per triangle.
  const std::size_t room_a = 64 + 16 * std::size_t(s.a.size()), room_b = 64 + 16 * std::size_t(s.b.size());
  placed.begin(room_b), in_world.begin(room_a, room_b);
  const AnySpace<V> space{c[kSpace],
                          {a.frame, s.b_in_a, b.frame},
                          {a.frame, s.b_in_a, b.frame, c[kSpace] == 2 ? &placed : nullptr},
                          {a.frame, s.a_in_world, b.frame, s.b_in_world, c[kSpace] == 4 ? &in_world : nullptr}};
  const PlacedPair pair{s.a, s.b_in_a, s.b};
  const auto run = [&](auto& query, auto& probe) { walk_in<InOrder<AnyOrder, AnyRule>>(space, a, b, query, probe); };
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
                     AnyOrder::kCount,
                     AnyRule::kCount,
                     AnySpace<V>::kCount,
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
  std::printf("[ saw      ] %zu combinations of %d kinds of tree\n", done, sizes[kKind]);
}

}  // namespace apart::testing
