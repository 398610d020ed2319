// The traversal of ray_walk.hpp for W boxes at once. Included only by the sources that compile it for an instruction
// set; everything here is inlined, so that no function built for one instruction set is shared with another's.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/traversal/ray_walk.hpp>

namespace apart::traversal {

// The arrays of a BoxTree as plain numbers: packs are named after the instruction set that they are compiled for.
struct alignas(64) BoxNode {
  float centre[3][8], half[3][8];
  u32 refs[8];
};
struct alignas(32) BlockOfTriangles {
  float at[9][4];
  u32 items[4];
};
struct RayTree {
  static constexpr u32 kLeaf = u32(1) << 31, kIndex = (u32(1) << 30) - 1;  // of a Ref
  static constexpr u32 kLast = u32(1) << 31;                               // of an Item

  const BoxNode* nodes;
  const BlockOfTriangles* blocks;
  u32 root;
};

// A node to visit, and where the ray enters its box.
struct OpenNode {
  u32 ref;
  float near;
};

using RayWalk = void (*)(const RayTree& tree, const FloatRay& ray, RayVisit& visit, OpenNode* stack);
void walk_boxes_avx2(const RayTree& tree, const FloatRay& ray, RayVisit& visit, OpenNode* stack);

inline namespace APART_LANES_OF_MACHINE {

template <int W>
using Lanes = std::conditional_t<W == 1, float, Pack<float, W>>;

template <int W>
APART_INLINE Lanes<W> load_lanes(const float* from) {
  if constexpr (W == 1)
    return *from;
  else
    return Lanes<W>::load(from);
}
template <int W>
APART_INLINE void store_lanes(const Lanes<W>& lanes, float* to) {
  if constexpr (W == 1)
    *to = lanes;
  else
    for (int i = 0; i < Lanes<W>::kRegisters; ++i)
      __builtin_memcpy(to + i * Lanes<W>::Layout::lanes, &lanes.r[i], sizeof lanes.r[i]);
}

// The children that the ray may enter before `to`, as bits, and where it enters them.
template <int W>
APART_INLINE u32 entered(const BoxNode& node, const FloatRay& ray, float to, float* near) {
  using P = Lanes<W>;
  u32 found = 0;
  for (int k = 0; k < 8; k += W) {
    P from(0.0f), until(to);
    for (int i = 0; i < 3; ++i) {
      const P middle = (load_lanes<W>(node.centre[i] + k) - P(ray.origin[i])) * P(ray.rate[i]);
      const P half = (load_lanes<W>(node.half[i] + k) + P(ray.error)) * P(ray.rate_size[i]);
      from = larger(from, middle - half), until = lesser(until, middle + half);
    }
    store_lanes<W>(from, near + k);
    found |= bits(from <= until) << k;
  }
  return found;
}

// The triangles that the ray's line may meet, as bits. Coordinates are projected along the ray onto the plane across
// its longest axis. If each has an error of at most e and a size of at most m, a side x₁y₂ − y₁x₂ has an error of at
// most 4em + 2e² + 6um², u being the unit of rounding, and um ≤ e/4.
template <int W>
APART_INLINE u32 met(const BlockOfTriangles& block, const FloatRay& ray) {
  using std::abs;
  using P = Lanes<W>;
  u32 found = 0;
  for (int k = 0; k < 4; k += W) {
    P x[3], y[3];
    for (int corner = 0; corner < 3; ++corner) {
      const auto from_origin = [&](int axis) {
        return load_lanes<W>(block.at[3 * corner + axis] + k) - P(ray.origin[axis]);
      };
      const P depth = from_origin(ray.longest);
      x[corner] = from_origin(ray.across[0]) - P(ray.slope[0]) * depth;
      y[corner] = from_origin(ray.across[1]) - P(ray.slope[1]) * depth;
    }
    const P u = x[1] * y[2] - y[1] * x[2], v = x[2] * y[0] - y[2] * x[0], w = x[0] * y[1] - y[0] * x[1];
    const P size =
        larger(larger(larger(abs(x[0]), abs(y[0])), larger(abs(x[1]), abs(y[1]))), larger(abs(x[2]), abs(y[2])));
    const P e(ray.projection_error);
    const P error = e * (P(6.5f) * size + P(3.0f) * e) + P(1e-36f);  // and underflow
    found |= bits((lesser(lesser(u, v), w) >= -error) | (larger(larger(u, v), w) <= error)) << k;
  }
  return found;
}

template <int W>
void walk_boxes(const RayTree& tree, const FloatRay& ray, RayVisit& visit, OpenNode* stack) {
  constexpr int kTriangles = W == 1 ? 1 : 4;
  OpenNode* top = stack;
  float to = ray.to;
  u32 now = tree.root;
  for (;;) {
    if (now & RayTree::kLeaf) {
      for (const BlockOfTriangles* block = tree.blocks + (now & RayTree::kIndex) / 4;; ++block) {
        for (u32 left = met<kTriangles>(*block, ray); left; left &= left - 1) {
          to = visit.test(visit, block->items[__builtin_ctz(left)] & ~RayTree::kLast);
          if (to < 0) return;
        }
        if (block->items[3] & RayTree::kLast) break;
      }
    } else {
      const BoxNode& node = tree.nodes[(now & RayTree::kIndex) / 8];
      alignas(32) float near[8];
      u32 left = entered<W>(node, ray, to, near);
      if (left) {
        u32 k = static_cast<u32>(__builtin_ctz(left));
        OpenNode nearest{node.refs[k], near[k]};
        // The others are pushed in descending order: the nearest one is on top.
        OpenNode* const base = top;
        while (left &= left - 1) {
          k = static_cast<u32>(__builtin_ctz(left));
          OpenNode other{node.refs[k], near[k]};
          if (other.near < nearest.near) {
            const OpenNode swapped = other;
            other = nearest, nearest = swapped;
          }
          OpenNode* at = top++;
          for (; at > base && at[-1].near < other.near; --at) *at = at[-1];
          *at = other;
        }
        now = nearest.ref;
        continue;
      }
    }
    do {
      if (top == stack) return;
      --top;
    } while (top->near > to);
    now = top->ref;
  }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
