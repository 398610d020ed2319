// What do SIMD lanes gain in the traversal of two trees? Wide trees, one volume against all children at once, compared
// with binary trees, for several leaf sizes; results compared first.
//
//   wide_bench             built for every machine; `wide_bench quick` with smaller models
//   wide_bench bits        boxes in 8 and 16 bits, and the cost of oriented boxes in few bits
//   wide_bench nested      nested coordinates compared with flat ones
//   wide_bench_avx2        the same source, built for AVX2
#include <apart/base/growing_stack.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/nested_tree.hpp>
#include <apart/hierarchy/trees/quantized_aabb.hpp>
#include <apart/hierarchy/trees/quantized_obb.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <samples/generate.hpp>

namespace {

using namespace apart;

// A volume in the other tree's lanes: precomputes what is the same in every lane.
template <class V>
struct Seen;

template <>
struct Seen<Obb<float>> {
  Obb<float> box;  // in the lanes' frame
  float slack;

  static Seen from_a(const Obb<float>& b, const Placement<float>& at) {
    return {{b.axes * transposed(at.rotation), at.rotation * b.centre + at.translation, b.half}, at.slack};
  }
  static Seen from_b(const Obb<float>& a, const Placement<float>& at) {
    return {{a.axes * at.rotation, transposed_times(at.rotation, a.centre - at.translation), a.half}, at.slack};
  }
  template <class P>
  APART_INLINE static Vec3<P> same(Vec3f v) {
    return {P(v.x), P(v.y), P(v.z)};
  }
  template <class P>
  APART_INLINE ObbPair<P> pair(const Obb<P>& lanes) const {
    const Vec3<P> d = same<P>(box.centre) - lanes.centre;
    const Mat3<P> columns =
        Mat3<P>::from_columns(same<P>(box.axes.rows[0]), same<P>(box.axes.rows[1]), same<P>(box.axes.rows[2]));
    return ObbPair<P>(lanes.half, lanes.axes * d, lanes.axes * columns, same<P>(box.half), P(slack));
  }
  template <class P>
  APART_INLINE MaskOf<P> overlaps(const Obb<P>& lanes) const {
    return !apart_by_axes(pair(lanes));
  }
  template <class P>
  APART_INLINE P gap_to(const Obb<P>& lanes) const {
    const ObbPair<P> p = pair(lanes);
    const P o(0.0f);
    const Vec3<P> zero{o, o, o}, errors{p.error, p.error, p.error};
    const Vec3<P> along_a = abs(p.shift) - (p.half_a + p.sizes * p.half_b + errors);
    const Vec3<P> along_b =
        abs(transposed_times(p.rotation, p.shift)) - (p.half_b + transposed_times(p.sizes, p.half_a) + errors);
    return number<P>(1 - 32 * kUnit<P>) * larger(length(larger(along_a, zero)), length(larger(along_b, zero)));
  }
};

template <>
struct Seen<Aabb<float>> {
  Vec3f centre, wrapped, half;  // centre and wrapping in the lanes' frame
  Mat3f own;                    // from the lanes' frame to the volume's own
  Mat3f own_sizes;
  float slack;

  static Seen from_a(const Aabb<float>& b, const Placement<float>& at) {
    return {at.rotation * b.centre + at.translation,
            at.size_rotation * b.half,
            b.half,
            transposed(at.rotation),
            transposed(at.size_rotation),
            at.slack};
  }
  static Seen from_b(const Aabb<float>& a, const Placement<float>& at) {
    return {transposed_times(at.rotation, a.centre - at.translation),
            transposed_times(at.size_rotation, a.half),
            a.half,
            at.rotation,
            at.size_rotation,
            at.slack};
  }
  template <class P>
  struct Separation {
    Vec3<P> along_lanes, along_own;
  };
  template <class P>
  APART_INLINE Separation<P> separation(const Aabb<P>& lanes) const {
    const auto same = [](Vec3f v) { return Vec3<P>{P(v.x), P(v.y), P(v.z)}; };
    const auto mat = [&](const Mat3f& m) { return Mat3<P>{{same(m.rows[0]), same(m.rows[1]), same(m.rows[2])}}; };
    const Vec3<P> d = same(centre) - lanes.centre, e = mat(own) * d;
    const Vec3<P> both = lanes.half + same(half);
    const P error = P(slack) + number<P>(32 * kUnit<P>) * (both.x + both.y + both.z);
    const Vec3<P> errors{error, error, error};
    return {abs(d) - (lanes.half + same(wrapped) + errors),
            abs(e) - (same(half) + mat(own_sizes) * lanes.half + errors)};
  }
  template <class P>
  APART_INLINE MaskOf<P> overlaps(const Aabb<P>& lanes) const {
    const Separation<P> s = separation(lanes);
    return !(largest(larger(s.along_lanes, s.along_own)) > P(0.0f));
  }
  template <class P>
  APART_INLINE P gap_to(const Aabb<P>& lanes) const {
    const Separation<P> s = separation(lanes);
    const P o(0.0f);
    const Vec3<P> zero{o, o, o};
    return number<P>(1 - 32 * kUnit<P>) *
           larger(length(larger(s.along_lanes, zero)), length(larger(s.along_own, zero)));
  }
};

// As a traversal would without such help: the same functions as for one pair, everything in every lane.
template <class V, int W>
struct Plain {
  using P = Pack<float, W>;
  InLanes<V, W> same;
  const Placement<P>& at;
  bool lanes_are_a;

  APART_INLINE MaskOf<P> overlaps(const InLanes<V, W>& lanes) const {
    return lanes_are_a ? overlap(lanes, at, same) : overlap(same, at, lanes);
  }
  APART_INLINE P gap_to(const InLanes<V, W>& lanes) const {
    return lanes_are_a ? gap(lanes, at, same) : gap(same, at, lanes);
  }
};

// Depth first over two wide trees.
template <class WideTree, bool kSeen, class Query>
struct PackWalk {
  using V = typename WideTree::VolumeType;
  static constexpr int W = WideTree::kWidth;
  using P = Pack<float, W>;
  static constexpr bool kTouching = std::is_same_v<typename Query::Measure, Touching>;
  struct Open {
    u32 a, b;
    float bound, size_a, size_b;  // sizes: the halves' squared lengths, found in lanes when the pack was tested
  };
  const WideTree& a;
  const WideTree& b;
  Placement<float> at;
  Placement<P> wide_at;
  Query& query;
  u64 packs = 0;
  GrowingStack<Open> open;

  PackWalk(const WideTree& ta, const Pose& pose, const WideTree& tb, Query& q)
      : a(ta), b(tb), at(placement<float>(ta.frame, pose, tb.frame)), wide_at(in_lanes<P>(at)), query(q) {}

  // Replaces one side, whose ref this is, by its children.
  template <bool kLanesAreA>
  APART_INLINE void descend(const Open& now, const WideTree& tree, Ref ref, const V& fixed) {
    ++packs;
    const InLanes<V, W>& lanes = tree.pack(ref);
    const Ref* refs = tree.nodes[ref.first() / W].refs;
    alignas(32) float bounds[W], sizes[W];
    dot(lanes.half, lanes.half).store(sizes);
    u32 kept;
    const auto test = [&](const auto& seen) {
      if constexpr (kTouching) {
        kept = bits(seen.overlaps(lanes));
      } else {
        // Children are part of their parents.
        const P gaps = larger(lesser(seen.gap_to(lanes), P(1e18f)), P(now.bound));
        kept = bits(!(gaps > P(round_below<float>(query.reach()))));
        gaps.store(bounds);
      }
    };
    if constexpr (kSeen)
      test(kLanesAreA ? Seen<V>::from_a(fixed, at) : Seen<V>::from_b(fixed, at));
    else
      test(Plain<V, W>{in_every_lane<W>(fixed), wide_at, kLanesAreA});
    Open found[W];
    int count = 0;
    for (u32 lane = 0;; ++lane) {
      if (kept >> lane & 1) {
        const Open pair = kLanesAreA
                              ? Open{ref.first() + lane, now.b, kTouching ? 0 : bounds[lane], sizes[lane], now.size_b}
                              : Open{now.a, ref.first() + lane, kTouching ? 0 : bounds[lane], now.size_a, sizes[lane]};
        int place = count++;
        if constexpr (!kTouching)
          for (; place > 0 && found[place - 1].bound <= pair.bound; --place) found[place] = found[place - 1];
        found[place] = pair;
      }
      if (refs[lane].is_last()) break;
    }
    for (int k = 0; k < count; ++k) open.push(found[k]);
  }

  void run() {
    if (a.empty() || b.empty()) return;
    open.push({0, 0, 0, 1, 1});
    while (!open.empty()) {
      const Open now = open.pop();
      if (double(now.bound) > query.reach()) continue;
      const Ref ra = a.ref(now.a), rb = b.ref(now.b);
      if (ra.is_leaf() && rb.is_leaf()) {
        const bool all = for_each_primitive(a.items(), ra, [&](u32 i) {
          return for_each_primitive(b.items(), rb, [&](u32 j) { return query.primitives(i, j) != Found::enough; });
        });
        if (!all) return;
      } else if (rb.is_leaf() || (!ra.is_leaf() && now.size_a >= now.size_b)) {
        descend<true>(now, a, ra, b.volume(now.b));
      } else {
        descend<false>(now, b, rb, a.volume(now.a));
      }
    }
  }
};

// Queries that count their calls.
struct Contacts {
  using Measure = Touching;
  PlacedPair pair;
  u64 tests = 0, answer = 0;
  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) {
    ++tests;
    if (!overlap(pair.of_a(i), pair.of_b(j))) return Found::nothing;
    ++answer;
    return Found::contact;
  }
};
// Without leaf tests: the cost of the trees alone.
struct VolumesOnly {
  using Measure = Touching;
  PlacedPair pair;
  u64 tests = 0, answer = 0;
  static double reach() { return 0; }
  Found primitives(u32, u32) { return ++tests, Found::nothing; }
};
struct Nearest {
  using Measure = Nearness;
  DistanceQuery query;
  u64 tests = 0;
  double answer = 0;
  explicit Nearest(const PlacedPair& pair) : query{pair} {}
  double reach() const { return query.reach(); }
  Found primitives(u32 i, u32 j) {
    ++tests;
    const Found found = query.primitives(i, j);
    answer = query.best_distance;
    return found;
  }
};

struct Scene {
  const char* name;
  Mesh a, b;
  std::vector<Pose> poses;
};

struct Cost {
  double micros = 1e300;
  double volumes = 0, triangles = 0, answer = 0;
};

// CPU time of this thread, so that other load matters less.
double thread_micros() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * double(now.tv_sec) + 1e-3 * double(now.tv_nsec);
}

template <class Query, class Run>
Cost cost(const Scene& scene, int rounds, Run run) {
  Cost out;
  const double n = double(scene.poses.size());
  for (int round = 0; round < rounds; ++round) {
    double volumes = 0, triangles = 0, answer = 0;
    const double start = thread_micros();
    for (const Pose& at : scene.poses) {
      Query query{PlacedPair{scene.a, at, scene.b}};
      volumes += double(run(at, query));
      triangles += double(query.tests), answer += double(query.answer);
    }
    out.micros = std::min(out.micros, (thread_micros() - start) / n);
    out.volumes = volumes / n, out.triangles = triangles / n, out.answer = answer;
  }
  return out;
}

struct Row {
  u32 leaf;
  const char* way;
  Cost cost;
};

void print(const char* what, const char* volume, const std::vector<Row>& rows) {
  std::printf("\n%s, %s\n  %4s %-22s %12s %7s %12s %12s\n", what, volume, "leaf", "walk", "µs per query", "gain",
              "tests", "triangles");
  for (const Row& row : rows) {
    if (row.cost.answer != rows[0].cost.answer) std::printf("  THE ANSWERS DIFFER\n");
    std::printf("  %4u %-22s %12.1f %7.2f %12.0f %12.0f\n", row.leaf, row.way, row.cost.micros,
                rows[0].cost.micros / row.cost.micros, row.cost.volumes, row.cost.triangles);
  }
  std::fflush(stdout);
}

// Always opens the child of largest area that still fits: the usual greedy rule, compared with the optimal one of
// widen().
Topology widen_greedily(const Topology& binary, const Mesh& mesh, u32 width) {
  const auto boxes = fit_tree<Aabb<float>>(binary, mesh).volumes;
  Topology out{{Ref::inner(0, true)}, binary.order};
  std::vector<std::pair<u32, u32>> jobs{{0, 0}};
  while (!jobs.empty()) {
    const auto [from, to] = jobs.back();
    jobs.pop_back();
    const Ref ref = binary.nodes[from];
    const bool last = out.nodes[to].is_last();
    if (ref.is_leaf()) {
      out.nodes[to] = Ref::leaf(ref.first(), last);
      continue;
    }
    std::vector<u32> children{ref.first(), ref.first() + 1};
    while (children.size() < width) {
      std::size_t best = children.size();
      for (std::size_t k = 0; k < children.size(); ++k)
        if (!binary.nodes[children[k]].is_leaf() &&
            (best == children.size() || area(boxes[children[k]]) > area(boxes[children[best]])))
          best = k;
      if (best == children.size()) break;
      const u32 first = binary.nodes[children[best]].first();
      children[best] = first;
      children.insert(children.begin() + static_cast<std::ptrdiff_t>(best) + 1, first + 1);
    }
    const u32 first = static_cast<u32>(out.nodes.size());
    out.nodes[to] = Ref::inner(first, last);
    for (std::size_t k = 0; k < children.size(); ++k) out.nodes.push_back(Ref::inner(0, k + 1 == children.size()));
    for (std::size_t k = children.size(); k-- > 0;) jobs.push_back({children[k], first + static_cast<u32>(k)});
  }
  return out;
}

template <class V>
struct Trees {
  u32 leaf;
  Tree<V> two;
  WideTree<V, 4> four;
  WideTree<V, 8> eight, greedy;

  Trees(const Mesh& mesh, u32 leaf_size) : leaf(leaf_size) {
    const Topology binary = build(mesh, TopDown<>{.leaf_size = leaf});
    four = packed<4>(fit_tree<V>(widen(binary, mesh, 4), mesh));
    eight = packed<8>(fit_tree<V>(widen(binary, mesh, 8), mesh));
    greedy = packed<8>(fit_tree<V>(widen_greedily(binary, mesh, 8), mesh));
    two = fit_tree<V>(binary, mesh);
  }
};

template <class V>
struct TreePair {
  Trees<V> a, b;
};

template <class V, class Query>
void measure(const Scene& scene, const char* what, const char* volume, const std::vector<TreePair<V>>& trees,
             int rounds) {
  std::vector<Row> rows;
  const auto wide = [&](auto seen, const auto& a, const auto& b) {
    return cost<Query>(scene, rounds, [&](const Pose& at, Query& query) {
      PackWalk<std::decay_t<decltype(a)>, decltype(seen)::value, Query> walking(a, at, b, query);
      walking.run();
      return walking.packs;
    });
  };
  for (const auto& [a, b] : trees) {
    const auto& ta = a;
    const auto& tb = b;
    rows.push_back({ta.leaf, "binary, one at a time", cost<Query>(scene, rounds, [&](const Pose& at, Query& query) {
                      Count count;
                      walk(ta.two, at, tb.two, query, count);
                      return count.volume_tests();
                    })});
    rows.push_back({ta.leaf, "4 lanes", wide(std::false_type{}, ta.four, tb.four)});
    rows.push_back({ta.leaf, "4 lanes, seen", wide(std::true_type{}, ta.four, tb.four)});
    rows.push_back({ta.leaf, "8 lanes", wide(std::false_type{}, ta.eight, tb.eight)});
    rows.push_back({ta.leaf, "8 lanes, seen", wide(std::true_type{}, ta.eight, tb.eight)});
    rows.push_back({ta.leaf, "8 lanes, seen, greedy", wide(std::true_type{}, ta.greedy, tb.greedy)});
  }
  char title[200];
  std::snprintf(title, sizeof title, "%s: %s", scene.name, what);
  print(title, volume, rows);
}

template <class V>
void measure_all(const Scene& scene, const char* volume, bool far, int rounds) {
  std::vector<TreePair<V>> trees;
  for (u32 leaf : {1u, 2u, 4u, 8u}) trees.push_back({Trees<V>(scene.a, leaf), Trees<V>(scene.b, leaf)});
  for (const TreePair<V>& pair : trees)
    std::printf("%s, leaves of %u: bytes per triangle: binary %.0f, 4 lanes %.0f, 8 lanes %.0f\n", volume, pair.a.leaf,
                double(pair.a.two.nodes.size() * (sizeof(V) + 4) + pair.a.two.order.size() * 4) / scene.a.size(),
                double(bytes(pair.a.four)) / scene.a.size(), double(bytes(pair.a.eight)) / scene.a.size());
  measure<V, Contacts>(scene, "all contacts", volume, trees, rounds);
  measure<V, VolumesOnly>(scene, "all contacts, volumes alone", volume, trees, rounds);
  if (far) measure<V, Nearest>(scene, "distance", volume, trees, rounds);
}

// Quantized boxes, and the cost of quantized oriented boxes in visits alone.

// The tree with its boxes as quantization would leave them: rotations of so many bits per component and positions of so
// many bits in the parent's box. Enlarged by an error bound, not rounded by a decoder: for counting.
Tree<Obb<float>> coarse(Tree<Obb<float>> tree, int bits_of_number) {
  const double most = std::ldexp(1.0, bits_of_number - 1) - 1;
  const auto given = tree.volumes;
  std::vector<u32> parent(tree.nodes.size(), 0);
  for (u32 n = 0; n < tree.nodes.size(); ++n)
    if (!tree.nodes[n].is_leaf()) for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { parent[child] = n; });
  for (u32 n = 0; n < tree.nodes.size(); ++n) {
    Obb<float>& v = tree.volumes[n];
    Mat3d axes = cast<double>(v.axes);
    const Mat3d before = axes;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) axes(i, j) = std::nearbyint(axes(i, j) * most) / most;
    axes = nearest_rotation(axes);
    const double step = 2 * double(largest(given[parent[n]].half)) / (2 * most + 1);
    const Vec3d half = abs(axes * transposed(before)) * cast<double>(v.half);
    v.axes = cast<float>(axes);
    for (int i = 0; i < 3; ++i) v.half[i] = round_above<float>(half[i] + step);
  }
  return tree;
}

template <class Query>
void measure_quantized(const Scene& scene, const char* what, int rounds) {
  using Box = Aabb<float>;
  const auto wide = [&](const auto& a, const auto& b) {
    return cost<Query>(scene, rounds, [&](const Pose& at, Query& query) {
      PackWalk<std::decay_t<decltype(a)>, true, Query> walking(a, at, b, query);
      walking.run();
      return walking.packs;
    });
  };
  for (u32 leaf : {1u, 2u, 4u}) {
    const auto topology = [&](const Mesh& mesh, u32 width) {
      return widen(build(mesh, TopDown<>{.leaf_size = leaf}), mesh, width);
    };
    const double n = double(scene.a.size());
    std::vector<Row> rows;
    std::vector<double> sizes;
    const auto boxes = [&](auto width) {
      constexpr int w = decltype(width)::value;
      const auto a = packed<w>(fit_tree<Box>(topology(scene.a, w), scene.a));
      const auto b = packed<w>(fit_tree<Box>(topology(scene.b, w), scene.b));
      const auto a8 = quantized<std::uint8_t>(a), b8 = quantized<std::uint8_t>(b);
      const auto a16 = quantized<std::uint16_t>(a), b16 = quantized<std::uint16_t>(b);
      rows.push_back({leaf, w == 4 ? "Aabb, 4 lanes" : "Aabb, 8 lanes", wide(a, b)});
      rows.push_back({leaf, "  in 16 bits", wide(a16, b16)});
      rows.push_back({leaf, "  in 8 bits", wide(a8, b8)});
      sizes.insert(sizes.end(), {double(bytes(a)) / n, double(bytes(a16)) / n, double(bytes(a8)) / n});
    };
    boxes(std::integral_constant<int, 4>{});
    boxes(std::integral_constant<int, 8>{});
    const auto a = fit_tree<Obb<float>>(topology(scene.a, 8), scene.a);
    const auto b = fit_tree<Obb<float>>(topology(scene.b, 8), scene.b);
    const auto wide_a = packed<8>(a), wide_b = packed<8>(b);
    const auto a16 = quantized<std::uint16_t>(wide_a), b16 = quantized<std::uint16_t>(wide_b);
    rows.push_back({leaf, "Obb, 8 lanes", wide(wide_a, wide_b)});
    rows.push_back({leaf, "  in 16 bits", wide(a16, b16)});
    rows.push_back({leaf, "  if in 8 bits", wide(packed<8>(coarse(a, 8)), packed<8>(coarse(b, 8)))});
    sizes.insert(sizes.end(), {double(bytes(wide_a)) / n, double(bytes(a16)) / n,
                               double(wide_a.nodes.size()) * (20 + 8 * (10 + 4)) / n + 4});
    char title[200];
    std::snprintf(title, sizeof title, "%s: %s", scene.name, what);
    print(title, "few bits", rows);
    std::printf("  bytes per triangle:");
    for (double size : sizes) std::printf(" %.1f", size);
    std::printf("\n");
  }
}

// Nested coordinates compared with flat ones, one volume at a time.
template <class V, class Wide, class Query>
void measure_nested(const Scene& scene, const char* what, const char* volume, int rounds) {
  const Topology ta = build(scene.a), tb = build(scene.b);
  std::vector<Row> rows;
  const auto add = [&](const char* way, const auto& a, const auto& b) {
    rows.push_back({1, way, cost<Query>(scene, rounds, [&](const Pose& at, Query& query) {
                      Count count;
                      walk(a, at, b, query, count);
                      return count.volume_tests();
                    })});
  };
  add("flat, float", fit_tree<V>(ta, scene.a), fit_tree<V>(tb, scene.b));
  add("flat, double", fit_tree<Wide>(ta, scene.a), fit_tree<Wide>(tb, scene.b));
  add("nested", fit_nested<V>(ta, scene.a), fit_nested<V>(tb, scene.b));
  char title[200];
  std::snprintf(title, sizeof title, "%s: %s", scene.name, what);
  print(title, volume, rows);
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "quick") == 0;
  const u32 n = quick ? 5000 : 40000;
  Random random(1);
  std::vector<Pose> sliding, around;
  for (int k = 0; k < 8; ++k) sliding.push_back({random.rotation(), 1.9 * random.direction()});
  for (int k = 0; k < 32; ++k) around.push_back({random.rotation(), random.uniform(1.5, 4) * random.direction()});
  const Mesh ball = generate::sphere(1, n), torus = generate::torus(1, 0.3, 60, 30);
  const Scene scenes[] = {
      {"sliding spheres", ball, ball, sliding},
      {"concentric spheres, gap 1e-3", ball, generate::sphere(0.999, n), {{random.rotation(), {}}}},
      {"teeth", generate::teeth(generate::Jaw::lower, n), generate::teeth(generate::Jaw::upper, n), {Pose{}}},
      {"tori", torus, torus, around}};
  if (argc > 1 && std::strcmp(argv[1], "bits") == 0) {
    const Mesh large = generate::sphere(1, 400000);
    measure_quantized<VolumesOnly>({"large spheres, 400k", large, large, sliding}, "volumes alone", 3);
    for (const Scene& scene : {scenes[0], scenes[2], scenes[3]}) {
      measure_quantized<Contacts>(scene, "all contacts", 3);
      measure_quantized<VolumesOnly>(scene, "all contacts, volumes alone", 3);
    }
    measure_quantized<Nearest>(scenes[3], "distance", 3);
    return 0;
  }
  if (argc > 1 && std::strcmp(argv[1], "nested") == 0) {
    for (const Scene& scene : {scenes[0], scenes[2], scenes[3]}) {
      measure_nested<Obb<float>, Obb<double>, Contacts>(scene, "all contacts", "Obb", 3);
      measure_nested<Aabb<float>, Aabb<double>, Contacts>(scene, "all contacts", "Aabb", 3);
    }
    return 0;
  }
  for (const Scene& scene : scenes) {
    std::printf("\n==== %s: %u and %u triangles\n", scene.name, scene.a.size(), scene.b.size());
    const bool far = &scene != &scenes[0];
    measure_all<Obb<float>>(scene, "Obb", far, 3);
    measure_all<Aabb<float>>(scene, "Aabb", far && &scene != &scenes[1], 3);
  }
}
