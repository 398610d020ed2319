// Quantized boxes, and the cost of quantized oriented boxes in visits alone.
#pragma once
#include <apart/base/rigidity.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/quantized_aabb.hpp>
#include <apart/hierarchy/trees/quantized_obb.hpp>

#include "lab/bench/wide/cost.hpp"
#include "lab/bench/wide/pack_walk.hpp"

namespace apart::lab::wide {

// The tree with its boxes as quantization would leave them: rotations of so many bits per component and positions of so
// many bits in the parent's box. Enlarged by an error bound, not rounded by a decoder: for counting.
inline Tree<Obb<float>> coarse(Tree<Obb<float>> tree, int bits_of_number) {
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

}  // namespace apart::lab::wide
