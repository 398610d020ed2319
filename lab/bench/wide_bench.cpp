// What do SIMD lanes gain in the traversal of two trees? Wide trees, one volume against all children at once, compared
// with binary trees, for several leaf sizes; results compared first.
//
//   wide_bench             built for every machine; `wide_bench quick` with smaller models
//   wide_bench bits        boxes in 8 and 16 bits, and the cost of oriented boxes in few bits
//   wide_bench nested      nested coordinates compared with flat ones
//   wide_bench_avx2        the same source, built for AVX2
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/nested_tree.hpp>
#include <cstring>
#include <samples/generate.hpp>

#include "lab/bench/wide/cost.hpp"
#include "lab/bench/wide/few_bits.hpp"
#include "lab/bench/wide/pack_walk.hpp"

namespace {

using namespace apart;
using namespace apart::lab::wide;

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
