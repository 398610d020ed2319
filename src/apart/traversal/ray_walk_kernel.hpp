// The traversal of ray_walk.hpp for W boxes at once. Included only by the sources that compile it for an instruction
// set; everything here is inlined, so that no function built for one instruction set is shared with another's.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/traversal/ray_walk.hpp>
#include <apart/triangles/line_crossing.hpp>
#include <bit>

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
  u32 root, block_count;
  Vec3d centre;  // of the tree's frame
  double radius;
  Vec3d middle, half;  // of the root's box, relative to the centre
};

// A node of which some children are still to be visited.
struct alignas(64) OpenNode {
  std::int32_t keys[8];  // see NearestChild
  u32 left;              // the children, as bits
  const BoxNode* node;
};

using RayStreamWalk = void (*)(const RayTree& tree, RayStream& stream, OpenNode* stacks, u32 stack_size);
void walk_stream_avx2(const RayTree& tree, RayStream& stream, OpenNode* stacks, u32 stack_size);
using RayWalk = void (*)(const RayTree& tree, RayVisit& visit, OpenNode* stack);
void walk_boxes_avx2(const RayTree& tree, RayVisit& visit, OpenNode* stack);

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

// x, y, z and 0, from registers: loads that span several recent stores wait for them.
APART_INLINE Pack<double, 4> in_lanes(Vec3d v) {
  using P = Pack<double, 4>;
  constexpr int kLanes = P::Layout::lanes;
  P out;
  out.r[0][0] = v.x, out.r[1 / kLanes][1 % kLanes] = v.y, out.r[2 / kLanes][2 % kLanes] = v.z;
  return out;
}

// All triangles lie in the root's box, and that in the cube of half size R = the frame's radius about the centre.
// Coordinates of the ray relative to the centre have errors of a few units of a double of L + R, L being the origin's
// distance: `lost` bounds them, and the box is widened by it. Within the cube, with u = 2^-24:
//   point of the ray   the origin rounds to u·R, the direction to 2u over a length of 2R: 5u·R; clamping adds u·R/8
//   box test           middle: 3 roundings of at most 2R; half size: 3 of R; their sum: 3R: 12u·R
// Triangles are projected in doubles, from the line's own origin: 2 differences, 2 roundings of the slope, a product
// and a difference, of numbers up to L + R.
//
// False if the line does not reach the tree's triangles between its parameters `from` and `to`.
APART_INLINE bool prepare(FloatRay& ray, const RayTree& tree, const RayVisit& visit) {
  using P = Pack<double, 4>;  // x, y, z, and a lane of no interest
  using std::abs;
  constexpr double kFloat = 0x1p-24, kDouble = 0x1p-53;  // units of rounding
  constexpr u32 kAxes = 7;
  const triangles::Line& line = *visit.line;
  const P line_origin = in_lanes(line.origin), along = in_lanes(line.direction);
  const P origin = line_origin - in_lanes(tree.centre);
  const double radius = tree.radius;
  line_origin.store(ray.line_origin), along.store(ray.direction);

  const P away = abs(origin), size = abs(along);
  const double far = larger(larger(away[0], away[1]), away[2]), lost = 64 * kDouble * (far + radius);
  ray.is_blind = lost > 0x1p-8 * radius;
  if (ray.is_blind) return ray.to = 0, true;
  const double slack = 0x1p-20 * radius + lost, reach = radius + slack;
  const P half = in_lanes(tree.half) + P(slack), from_middle = origin - in_lanes(tree.middle);
  // Along an axis of which the direction has next to nothing, nothing changes but for rounding.
  P moving = along;
  const u32 still = bits(size < P(0x1p-30)) & kAxes;
  for (int i = 0; still != 0 && i < 3; ++i)
    if (still >> i & 1) moving.set(i, std::copysign(0x1p-30, along[i]));
  const P inverse = P(1.0) / moving;
  const P one = (-half - from_middle) * inverse, two = (half - from_middle) * inverse;
  P near = lesser(one, two), far_end = larger(one, two);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (int i = 0; still != 0 && i < 3; ++i)
    if (still >> i & 1) near.set(i, -kInfinity), far_end.set(i, kInfinity);
  const double from = larger(larger(visit.from, near[0]), larger(near[1], near[2]));
  const double until = lesser(lesser(visit.to, far_end[0]), lesser(far_end[1], far_end[2]));
  if (!(from <= until)) return false;
  const P entry = origin + P(from) * along, off = abs(from_middle + P(from) * along);
  if ((bits(off <= half + P(slack)) & kAxes) != kAxes) return false;  // beside the box, along an axis without motion

  for (int i = 0; i < 3; ++i) ray.origin[i] = rounded<float>(entry[i]), ray.rate[i] = rounded<float>(inverse[i]);
  // By arithmetic: which axis it is cannot be predicted.
  const int yz = 1 + int(size[2] > size[1]);
  ray.longest = size[0] >= larger(size[1], size[2]) ? 0 : yz;
  const double of_yz = size[2] > size[1] ? inverse[2] : inverse[1];
  ray.inverse = ray.longest == 0 ? inverse[0] : of_yz;
  ray.error = rounded<float>((28 * kFloat * reach + lost) * (1 + 0x1p-22));
  ray.projection_error = 16 * kDouble * (far + 2 * radius);
  ray.start = from, ray.margin = 0x1p-36 * (far + radius);
  ray.to = ray.end_at(until);
  return true;
}

// The children of a node that a ray enters, by a number each: the bits of the distance at which it does, the last three
// replaced by the child's index. Floats that are not negative are in the order of their bits.
struct NearestChild {
  typedef std::int32_t Keys __attribute__((vector_size(32), may_alias));
  static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();

  Keys least;  // in all lanes

  APART_INLINE explicit NearestChild(const Keys& keys) {
    least = lesser(keys, __builtin_shufflevector(keys, keys, 4, 5, 6, 7, 0, 1, 2, 3));
    least = lesser(least, __builtin_shufflevector(least, least, 2, 3, 0, 1, 6, 7, 4, 5));
    least = lesser(least, __builtin_shufflevector(least, least, 1, 0, 3, 2, 5, 4, 7, 6));
  }
  APART_INLINE u32 child() const { return u32(least[0]) & 7; }
  APART_INLINE bool is_beyond(float to) const { return std::bit_cast<float>(least[0] & ~7) > to; }
  APART_INLINE Keys others(const Keys& keys) const { return keys == least ? Keys{} + kNone : keys; }

 private:
  APART_INLINE static Keys lesser(const Keys& a, const Keys& b) { return a < b ? a : b; }
};

// The numbers of a ray in every lane, for boxes.
template <int W>
struct BoxRay {
  using P = Lanes<float, W>;
  using Keys = NearestChild::Keys;
  P origin[3], rate[3], rate_size[3], error;

  APART_INLINE explicit BoxRay(const FloatRay& ray) : error(P(ray.error)) {
    using std::abs;
    for (int i = 0; i < 3; ++i) {
      origin[i] = P(ray.origin[i]), rate[i] = P(ray.rate[i]);
      rate_size[i] = abs(rate[i]);
    }
  }

  // The children that the ray may enter before `to`, as bits, and their keys.
  APART_INLINE u32 entered(const BoxNode& node, float to, Keys& keys) const {
    constexpr Keys kIndex = {0, 1, 2, 3, 4, 5, 6, 7};
    alignas(32) float near[8];
    alignas(32) std::int32_t is_entered[8];
    u32 found = 0;
    for (int k = 0; k < 8; k += W) {
      P from{}, until = P(to);
      for (int i = 0; i < 3; ++i) {
        const P middle = (load_lanes<W>(node.centre[i] + k) - origin[i]) * rate[i];
        const P half = (load_lanes<W>(node.half[i] + k) + error) * rate_size[i];
        from = larger(from, middle - half), until = lesser(until, middle + half);
      }
      const auto here = from <= until;
      __builtin_memcpy(near + k, &from, sizeof from);
      if constexpr (W == 1)
        is_entered[k] = here;
      else
        __builtin_memcpy(is_entered + k, &here, sizeof here);
      found |= bits(here) << k;
    }
    keys = (*reinterpret_cast<const Keys*>(near) & ~7) | kIndex;
    keys = *reinterpret_cast<const Keys*>(is_entered) != 0 ? keys : Keys{} + NearestChild::kNone;
    return found;
  }
};

// The same for triangles. Coordinates are projected along the ray onto the plane across its longest axis. If each has
// an error of at most e and a size of at most m, a side x₁y₂ − y₁x₂ has an error of at most 4em + 2e² + 6um², u being
// the unit of rounding, and um ≤ e/4.
template <int W>
struct TriangleRay {
  using P = Lanes<double, W>;
  int axes[3];  // the two across, and the longest
  P origin[3], slope[2], error;

  APART_INLINE explicit TriangleRay(const FloatRay& ray)
      : axes{ray.longest == 0, 2 - (ray.longest == 2), ray.longest}, error(P(ray.projection_error)) {
    for (int i = 0; i < 3; ++i) origin[i] = P(ray.line_origin[axes[i]]);
    for (int i = 0; i < 2; ++i) slope[i] = P(ray.direction[axes[i]] * ray.inverse);
  }

  // The triangles that the ray's line may meet, as bits.
  APART_INLINE u32 met(const BlockOfTriangles& block) const {
    using std::abs;
    u32 found = 0;
    for (int k = 0; k < 4; k += W) {
      P x[3], y[3];
      for (int corner = 0; corner < 3; ++corner) {
        const double(*at)[4] = &block.at[std::ptrdiff_t{3} * corner];
        const P depth = load_lanes<W>(at[axes[2]] + k) - origin[2];
        x[corner] = (load_lanes<W>(at[axes[0]] + k) - origin[0]) - slope[0] * depth;
        y[corner] = (load_lanes<W>(at[axes[1]] + k) - origin[1]) - slope[1] * depth;
      }
      const P u = x[1] * y[2] - y[1] * x[2], v = x[2] * y[0] - y[2] * x[0], w = x[0] * y[1] - y[0] * x[1];
      const P size =
          larger(larger(larger(abs(x[0]), abs(y[0])), larger(abs(x[1]), abs(y[1]))), larger(abs(x[2]), abs(y[2])));
      const P bound = error * (P(6.5) * size + P(3.0) * error) + P(1e-290);  // and underflow
      const auto above = lesser(lesser(u, v), w) >= -bound, below = larger(larger(u, v), w) <= bound;
      found |= (bits(above) | bits(below)) << k;
    }
    return found;
  }
};

APART_INLINE void prefetch(const RayTree& tree, u32 ref) {
  const u32 index = ref & RayTree::kIndex;
  const char* const ahead = ref & RayTree::kLeaf ? reinterpret_cast<const char*>(tree.blocks + index / 4)
                                                 : reinterpret_cast<const char*>(tree.nodes + index / 8);
  for (std::size_t line = 0; line < 5; ++line) __builtin_prefetch(ahead + 64 * line);
}

// The traversal of one ray, node by node. If it is alone, the child to visit after the nearest is prefetched.
template <int W, bool kAlone>
struct RayState {
  RayVisit* visit;
  OpenNode *stack, *top;
  u32 now;
  float to;

  APART_INLINE void start(const RayTree& tree, RayVisit& with, OpenNode* place) {
    visit = &with, stack = top = place, now = tree.root, to = with.walked.to;
  }

  // Visits a node; false at the end.
  APART_INLINE bool step(const RayTree& tree, const BoxRay<W>& boxes) {
    using Keys = NearestChild::Keys;
    if (now & RayTree::kLeaf) {
      if (!test_leaf(tree.blocks + (now & RayTree::kIndex) / 4)) return false;
    } else {
      const BoxNode& node = tree.nodes[(now & RayTree::kIndex) / 8];
      Keys keys;
      if (const u32 found = boxes.entered(node, to, keys)) {
        if ((found & (found - 1)) == 0)  // most often
          now = node.refs[__builtin_ctz(found)];
        else
          go(tree, node, NearestChild(keys), keys, found, top);
        return true;
      }
    }
    for (; top != stack; --top) {
      const Keys keys = *reinterpret_cast<const Keys*>(top[-1].keys);
      const NearestChild nearest(keys);
      if (nearest.is_beyond(to)) continue;
      --top;
      go(tree, *top->node, nearest, keys, top->left, top);
      return true;
    }
    return false;
  }

 private:
  // Goes to a child, and puts the node back on the stack if there are others.
  APART_INLINE void go(const RayTree& tree, const BoxNode& node, const NearestChild& nearest,
                       const NearestChild::Keys& keys, u32 left, OpenNode* place) {
    const u32 child = nearest.child();
    const NearestChild::Keys others = nearest.others(keys);
    now = node.refs[child];
    left &= ~(u32(1) << child);
    *reinterpret_cast<NearestChild::Keys*>(place->keys) = others;
    place->left = left, place->node = &node;
    top = place + (left != 0);
    if (kAlone && left != 0) prefetch(tree, node.refs[NearestChild(others).child()]);
  }

  APART_INLINE bool test_leaf(const BlockOfTriangles* block) {
    const TriangleRay<(W == 1 ? 1 : 4)> triangles(visit->walked);
    for (;; ++block) {
      for (u32 left = triangles.met(*block); left; left &= left - 1) {
        const u32 lane = static_cast<u32>(__builtin_ctz(left));
        const double(*at)[4] = block->at;
        const Triangle t{{at[0][lane], at[1][lane], at[2][lane]},
                         {at[3][lane], at[4][lane], at[5][lane]},
                         {at[6][lane], at[7][lane], at[8][lane]}};
        to = visit->test(*visit, block->items[lane] & ~RayTree::kLast, t);
        if (to < 0) return false;
      }
      if (block->items[3] & RayTree::kLast) return true;
    }
  }
};

inline void visit_all(const RayTree& tree, RayVisit& visit) {
  for (u32 i = 0; i < tree.block_count; ++i) {
    const BlockOfTriangles& block = tree.blocks[i];
    for (u32 lane = 0; lane < 4; ++lane) {
      const auto at = [&](int n) { return block.at[n][lane]; };
      const Triangle t{{at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8)}};
      if (visit.test(visit, block.items[lane] & ~RayTree::kLast, t) < 0) return;
      if (block.items[lane] & RayTree::kLast) break;  // padding follows
    }
  }
}

template <int W>
void walk_boxes(const RayTree& tree, RayVisit& visit, OpenNode* stack) {
  if (!prepare(visit.walked, tree, visit)) return;
  if (visit.walked.is_blind) return visit_all(tree, visit);
  const BoxRay<W> boxes(visit.walked);
  RayState<W, true> state;
  state.start(tree, visit, stack);
  while (state.step(tree, boxes)) continue;
}

// Several rays in turns: while one waits for its next node from memory, the others go on.
template <int W>
void walk_stream(const RayTree& tree, RayStream& stream, OpenNode* stacks, u32 stack_size) {
  RayState<W, false> states[RayStream::kPlaces];
  u32 places[RayStream::kPlaces];
  // The next ray that reaches the tree takes the place; false if there is none.
  const auto start = [&](RayState<W, false>& state, u32 place) {
    while (RayVisit* const visit = stream.next(stream, place)) {
      if (!prepare(visit->walked, tree, *visit)) continue;
      if (visit->walked.is_blind) {
        visit_all(tree, *visit);
        continue;
      }
      state.start(tree, *visit, stacks + std::size_t{place} * stack_size);
      return true;
    }
    return false;
  };
  u32 active = 0;
  for (u32 place = 0; place < RayStream::kPlaces; ++place)
    if (start(states[active], place)) places[active++] = place;
  while (active > 0)
    for (u32 i = 0; i < active; ++i) {
      RayState<W, false>& ray = states[i];
      if (!ray.step(tree, BoxRay<W>(ray.visit->walked)) && !start(ray, places[i])) {
        --active;
        ray = states[active], places[i] = places[active];
        continue;
      }
      prefetch(tree, ray.now);
    }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
