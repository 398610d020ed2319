// The traversal of ray_walk.hpp for W boxes at once. Included only by the sources that compile it for an instruction
// set; everything here is inlined, so that no function built for one instruction set is shared with another's.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/traversal/ray_walk.hpp>
#include <new>

namespace apart::traversal {

// The arrays of a BoxTree as plain numbers: packs are named after the instruction set that they are compiled for.
struct alignas(64) BoxNode {
  float centre[3][8], half[3][8];
  u32 refs[8];
};
struct alignas(64) BlockOfTriangles {
  double at[9][4];
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

inline constexpr u32 kRaysInTurns = 8;

using RayStreamWalk = void (*)(const RayTree& tree, const StreamedRay* rays, u32 count, OpenNode* stacks,
                               u32 stack_size);
void walk_stream_avx2(const RayTree& tree, const StreamedRay* rays, u32 count, OpenNode* stacks, u32 stack_size);
using RayWalk = void (*)(const RayTree& tree, const FloatRay& ray, RayVisit& visit, OpenNode* stack);
void walk_boxes_avx2(const RayTree& tree, const FloatRay& ray, RayVisit& visit, OpenNode* stack);

inline namespace APART_LANES_OF_MACHINE {

template <class T, int W>
using Lanes = std::conditional_t<W == 1, T, Pack<T, W>>;

template <int W, class T>
APART_INLINE Lanes<T, W> load_lanes(const T* from) {
  if constexpr (W == 1)
    return *from;
  else
    return Lanes<T, W>::load(from);
}
template <int W>
APART_INLINE void store_lanes(const Lanes<float, W>& lanes, float* to) {
  if constexpr (W == 1)
    *to = lanes;
  else
    for (int i = 0; i < Lanes<float, W>::kRegisters; ++i)
      __builtin_memcpy(to + i * Lanes<float, W>::Layout::lanes, &lanes.r[i], sizeof lanes.r[i]);
}

// The numbers of a ray in every lane, for boxes.
template <int W>
struct BoxRay {
  using P = Lanes<float, W>;
  P origin[3], rate[3], rate_size[3], error;

  APART_INLINE explicit BoxRay(const FloatRay& ray) : error(ray.error) {
    for (int i = 0; i < 3; ++i)
      origin[i] = P(ray.origin[i]), rate[i] = P(ray.rate[i]), rate_size[i] = P(ray.rate_size[i]);
  }

  // The children that the ray may enter before `to`, as bits, and where it enters them.
  APART_INLINE u32 entered(const BoxNode& node, const P& to, float* near) const {
    u32 found = 0;
    for (int k = 0; k < 8; k += W) {
      P from(0.0f), until = to;
      for (int i = 0; i < 3; ++i) {
        const P middle = (load_lanes<W>(node.centre[i] + k) - origin[i]) * rate[i];
        const P half = (load_lanes<W>(node.half[i] + k) + error) * rate_size[i];
        from = larger(from, middle - half), until = lesser(until, middle + half);
      }
      store_lanes<W>(from, near + k);
      found |= bits(from <= until) << k;
    }
    return found;
  }
};

// The same for triangles. Coordinates are projected along the ray onto the plane across its longest axis. If each has
// an error of at most e and a size of at most m, a side x₁y₂ − y₁x₂ has an error of at most 4em + 2e² + 6um², u being
// the unit of rounding, and um ≤ e/4.
template <int W>
struct TriangleRay {
  using P = Lanes<double, W>;
  P origin[3], slope[2], error;  // the origin along the axes in the order below
  int axes[3];                   // the two across, and the longest

  APART_INLINE explicit TriangleRay(const FloatRay& ray)
      : slope{P(ray.slope[0]), P(ray.slope[1])},
        error(ray.projection_error),
        axes{ray.across[0], ray.across[1], ray.longest} {
    for (int i = 0; i < 3; ++i) origin[i] = P(ray.line_origin[axes[i]]);
  }

  // The triangles that the ray's line may meet, as bits.
  APART_INLINE u32 met(const BlockOfTriangles& block) const {
    using std::abs;
    u32 found = 0;
    for (int k = 0; k < 4; k += W) {
      P x[3], y[3];
      for (int corner = 0; corner < 3; ++corner) {
        const double(*at)[4] = block.at + 3 * corner;
        const P depth = load_lanes<W>(at[axes[2]] + k) - origin[2];
        x[corner] = (load_lanes<W>(at[axes[0]] + k) - origin[0]) - slope[0] * depth;
        y[corner] = (load_lanes<W>(at[axes[1]] + k) - origin[1]) - slope[1] * depth;
      }
      const P u = x[1] * y[2] - y[1] * x[2], v = x[2] * y[0] - y[2] * x[0], w = x[0] * y[1] - y[0] * x[1];
      const P size =
          larger(larger(larger(abs(x[0]), abs(y[0])), larger(abs(x[1]), abs(y[1]))), larger(abs(x[2]), abs(y[2])));
      const P bound = error * (P(6.5) * size + P(3.0) * error) + P(1e-290);  // and underflow
      found |= bits((lesser(lesser(u, v), w) >= -bound) | (larger(larger(u, v), w) <= bound)) << k;
    }
    return found;
  }
};

// The traversal of one ray, node by node.
template <int W>
struct RayState {
  BoxRay<W> for_boxes;
  TriangleRay<(W == 1 ? 1 : 4)> for_triangles;
  RayVisit* visit;
  OpenNode *stack, *top;
  u32 now;
  float to;
  Lanes<float, W> to_lanes;

  APART_INLINE RayState(const RayTree& tree, const FloatRay& ray, RayVisit& with, OpenNode* place)
      : for_boxes(ray),
        for_triangles(ray),
        visit(&with),
        stack(place),
        top(place),
        now(tree.root),
        to(ray.to),
        to_lanes(ray.to) {}

  // Visits a node; false at the end.
  APART_INLINE bool step(const RayTree& tree) {
    if (now & RayTree::kLeaf) {
      if (!test_leaf(tree.blocks + (now & RayTree::kIndex) / 4)) return false;
    } else if (enter(tree.nodes[(now & RayTree::kIndex) / 8])) {
      return true;
    }
    do {
      if (top == stack) return false;
      --top;
    } while (top->near > to);
    now = top->ref;
    return true;
  }

 private:
  APART_INLINE bool test_leaf(const BlockOfTriangles* block) {
    for (;; ++block) {
      for (u32 left = for_triangles.met(*block); left; left &= left - 1) {
        const u32 lane = static_cast<u32>(__builtin_ctz(left));
        const double(*at)[4] = block->at;
        const Triangle t{{at[0][lane], at[1][lane], at[2][lane]},
                         {at[3][lane], at[4][lane], at[5][lane]},
                         {at[6][lane], at[7][lane], at[8][lane]}};
        to = visit->test(*visit, block->items[lane] & ~RayTree::kLast, t);
        if (to < 0) return false;
        to_lanes = Lanes<float, W>(to);
      }
      if (block->items[3] & RayTree::kLast) return true;
    }
  }

  // Goes to the nearest child, and pushes the others in descending order; false if none is entered.
  APART_INLINE bool enter(const BoxNode& node) {
    alignas(32) float near[8];
    u32 left = for_boxes.entered(node, to_lanes, near);
    if (!left) return false;
    u32 k = static_cast<u32>(__builtin_ctz(left));
    OpenNode nearest{node.refs[k], near[k]};
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
    return true;
  }
};

template <int W>
void walk_boxes(const RayTree& tree, const FloatRay& ray, RayVisit& visit, OpenNode* stack) {
  RayState<W> state(tree, ray, visit, stack);
  while (state.step(tree)) continue;
}

// Several rays in turns: while one waits for its next node from memory, the others go on.
template <int W>
void walk_stream(const RayTree& tree, const StreamedRay* rays, u32 count, OpenNode* stacks, u32 stack_size) {
  alignas(RayState<W>) unsigned char memory[kRaysInTurns * sizeof(RayState<W>)];
  const auto state = [&](u32 i) { return reinterpret_cast<RayState<W>*>(memory) + i; };
  u32 next = 0, active = 0;
  const auto start = [&](u32 i, OpenNode* stack) {
    ::new (static_cast<void*>(state(i))) RayState<W>(tree, *rays[next].ray, *rays[next].visit, stack);
    ++next;
  };
  for (; active < kRaysInTurns && next < count; ++active) start(active, stacks + active * stack_size);
  while (active > 0)
    for (u32 i = 0; i < active; ++i) {
      RayState<W>& ray = *state(i);
      if (!ray.step(tree)) {
        OpenNode* const stack = ray.stack;
        if (next < count)
          start(i, stack);
        else if (--active > i)
          ray = *state(active);
        continue;
      }
      const u32 index = ray.now & RayTree::kIndex;
      const char* ahead = ray.now & RayTree::kLeaf ? reinterpret_cast<const char*>(tree.blocks + index / 4)
                                                   : reinterpret_cast<const char*>(tree.nodes + index / 8);
      for (int line = 0; line < 4; ++line) __builtin_prefetch(ahead + 64 * line);
    }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
