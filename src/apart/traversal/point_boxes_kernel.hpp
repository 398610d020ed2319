// The tests of point_boxes.hpp for W boxes at once. Included only by the sources that compile them for an instruction
// set.
#pragma once
#include <apart/traversal/point_boxes.hpp>

namespace apart::traversal {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
using BoxNumber = std::conditional_t<W == 1, float, Pack<float, W>>;

template <int W>
APART_INLINE BoxNumber<W> box_numbers(const float* boxes, int which, int from) {
  if constexpr (W == 1)
    return boxes[8 * which + from];
  else
    return BoxNumber<W>::load(&boxes[8 * which + from]);
}

// Lower bounds of the squared distances of all eight; the result has a bit for each that does not exceed the limit.
template <int W, class P = BoxNumber<W>>
APART_INLINE u32 boxes_near(const PointInTree& point, const float* boxes, float limit, float* squared) {
  using std::abs;
  u32 near = 0;
  const P slack(point.slack), zero(0);
  for (int k = 0; k < 8; k += W) {
    const auto gap = [&](int axis) {
      const P out = abs(P(point.at[axis]) - box_numbers<W>(boxes, axis, k)) - box_numbers<W>(boxes, 3 + axis, k);
      return larger(out - slack, zero);
    };
    const P x = gap(0), y = gap(1), z = gap(2);
    // Squares that underflow are rounded by up to half of the smallest float, 2^-149. Tags add up to 7 units in the
    // last place, which the factor takes off.
    const P least = P(1 - 32 * kUnit<float>) * (x * x + y * y + z * z) - P(0x1p-145f);
    if constexpr (W == 1)
      squared[k] = least;
    else
      least.store(squared + k);
    near |= bits(least <= P(limit)) << k;
  }
  return near;
}

typedef std::int32_t EightInts __attribute__((vector_size(32)));

// Compares lane i with lane i ^ step; those with a bit in `less` take the lesser of the two, the others the larger.
template <int kStep, int kLess>
APART_INLINE EightInts exchanged(EightInts x) {
  constexpr auto from = [](int i) { return i + 8 * (kLess >> i & 1); };
  const EightInts y = __builtin_shufflevector(x, x, 0 ^ kStep, 1 ^ kStep, 2 ^ kStep, 3 ^ kStep, 4 ^ kStep, 5 ^ kStep,
                                              6 ^ kStep, 7 ^ kStep);
  return __builtin_shufflevector(x > y ? x : y, x > y ? y : x, from(0), from(1), from(2), from(3), from(4), from(5),
                                 from(6), from(7));
}
// In descending order, by Batcher's bitonic network.
APART_INLINE EightInts sorted(EightInts x) {
  x = exchanged<1, 0x66>(x);
  x = exchanged<1, 0x5a>(exchanged<2, 0x3c>(x));
  return exchanged<1, 0xaa>(exchanged<2, 0xcc>(exchanged<4, 0xf0>(x)));
}

// Sorted without a branch. The number of the lane in the lowest bits tells equals apart; children that are not near are
// negative, and last.
template <int W>
APART_INLINE u32 children_near(const PointInTree& point, const float* boxes, const u32* refs, float limit, u64* open) {
  constexpr EightInts kLane = {0, 1, 2, 3, 4, 5, 6, 7};
  alignas(32) float squared[8];
  const u32 near = boxes_near<W>(point, boxes, limit, squared);
  EightInts keys;
  __builtin_memcpy(&keys, squared, sizeof keys);
  keys = ((keys & ~(keys >> 31)) & ~7) | kLane;
  const EightInts one_bit = {1, 2, 4, 8, 16, 32, 64, 128};
  keys = sorted((one_bit & static_cast<std::int32_t>(near)) != 0 ? keys : kLane - 8);
  EightInts sorted_refs;
#if defined(__AVX2__)
  __builtin_memcpy(&sorted_refs, refs, sizeof sorted_refs);
  sorted_refs = (EightInts)_mm256_permutevar8x32_epi32((__m256i)sorted_refs, (__m256i)keys);  // by the lowest bits
#else
  for (int k = 0; k < 8; ++k) sorted_refs[k] = static_cast<std::int32_t>(refs[keys[k] & 7]);
#endif
  const EightInts first = __builtin_shufflevector(sorted_refs, keys, 0, 8, 1, 9, 2, 10, 3, 11),
                  last = __builtin_shufflevector(sorted_refs, keys, 4, 12, 5, 13, 6, 14, 7, 15);
  __builtin_memcpy(open, &first, sizeof first);
  __builtin_memcpy(open + 4, &last, sizeof last);
  return static_cast<u32>(__builtin_popcount(near));
}

template <int W>
APART_INLINE BoxNumber<W> small_numbers(const std::uint8_t* from) {
  if constexpr (W == 1) {
    return *from;
  } else {
#if defined(__AVX2__)
    if constexpr (W == 8) {
      BoxNumber<8> out;
      out.r[0] = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))));
      return out;
    }
#endif
    float numbers[W];
    for (int k = 0; k < W; ++k) numbers[k] = from[k];
    return BoxNumber<W>::load(numbers);
  }
}

template <int W, class P = BoxNumber<W>>
APART_INLINE u32 small_boxes_nearest(const Vec3f& point, const SmallBoxes* boxes, u32 packs, float* squared) {
  constexpr EightInts kLane = {0, 1, 2, 3, 4, 5, 6, 7};
  const P zero(0), x(point.x), y(point.y), z(point.z);
  EightInts nearest = kLane + 0x7f7ffff0;  // the largest float
  for (u32 n = 0; n < packs; ++n) {
    const SmallBoxes& eight = boxes[n];
    float* const of_eight = squared + std::size_t{8} * n;
    for (int k = 0; k < 8; k += W) {
      const auto gap = [&](const P& at, int axis) {
        return larger(larger(small_numbers<W>(&eight.low[axis][k]) - at, at - small_numbers<W>(&eight.high[axis][k])),
                      zero);
      };
      const P to_x = gap(x, 0), to_y = gap(y, 1), to_z = gap(z, 2);
      const P least = P(1 - 32 * kUnit<float>) * (to_x * to_x + to_y * to_y + to_z * to_z);
      if constexpr (W == 1)
        of_eight[k] = least;
      else
        least.store(of_eight + k);
    }
    EightInts keys;
    __builtin_memcpy(&keys, of_eight, sizeof keys);
    keys = (keys & ~15) | (kLane + static_cast<std::int32_t>(8 * n));
    nearest = keys < nearest ? keys : nearest;
  }
  std::int32_t lanes[8], least = 0x7f7fffff;
  __builtin_memcpy(lanes, &nearest, sizeof lanes);
  for (const std::int32_t key : lanes) least = key < least ? key : least;
  return static_cast<u32>(least) & 15;
}

template <int W, class P = BoxNumber<W>>
APART_INLINE u32 boxes_in_reach(const PointInTree& point, const Vec3f& reach, const float* boxes) {
  using std::abs;
  u32 met = 0;
  for (int k = 0; k < 8; k += W) {
    const auto meets = [&](int axis) {
      return abs(P(point.at[axis]) - box_numbers<W>(boxes, axis, k)) <=
             box_numbers<W>(boxes, 3 + axis, k) + P(reach[axis]);
    };
    met |= bits(meets(0) & meets(1) & meets(2)) << k;
  }
  return met;
}

template <int W, class P = BoxNumber<W>>
APART_INLINE u32 boxes_stabbed(const PointInTree& point, const StabbingRay& ray, const float* boxes) {
  const int axis = ray.axis, i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  using std::abs;
  u32 met = 0;
  const P slack(point.slack);
  for (int k = 0; k < 8; k += W) {
    const auto offset = [&](int of) { return P(point.at[of]) - box_numbers<W>(boxes, of, k); };
    const auto size = [&](int of) { return box_numbers<W>(boxes, 3 + of, k) + slack; };
    const P along = P(ray.way) * offset(axis), half = size(axis);
    met |= bits((abs(offset(i)) <= size(i)) & (abs(offset(j)) <= size(j)) & (along <= half) &
                (-along - half <= P(ray.length)))
           << k;
  }
  return met;
}

// Four triangles, for every width of the machine.
using Four = Pack<double, 4>;

APART_INLINE Vec3<Four> corner(const TriangleBlock& block, int which) {
  const auto* const at = &block.at[std::ptrdiff_t{3} * which];
  return {Four::load(at[0]), Four::load(at[1]), Four::load(at[2])};
}

// The squared distance |w + t·d|² where it is least, for 0 ≤ t ≤ 1; wd = −w·d. A t that is wrong by δ adds δ²·dd.
APART_INLINE Four squared_from_segment(const Four& ww, const Four& wd, const Four& dd) {
  const Four t = lesser(larger(wd / select(dd > Four(0), dd, Four(1)), Four(0)), Four(1));
  return ww - t * (wd + wd - t * dd);
}

// All from the products of two edges and the offset from their corner. Every product and sum is at most some 50 w², w
// being the largest coordinate relative to the point: together they lose less than 500 units of rounding of w².
struct NearFour {
  Four squared, error;
  Mask<double, 4> sliver;  // of these the square is that of the distance from their box
};
APART_INLINE NearFour squared_from_triangles(const Vec3d& point, const TriangleBlock& block) {
  const Vec3<Four> p = in_all_lanes<Four>(point);
  const Vec3<Four> a = corner(block, 0) - p, b = corner(block, 1) - p, c = corner(block, 2) - p;
  const Vec3<Four> e = b - a, f = c - a;
  const Four zero(0), one(1), ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), aa = dot(a, a), ae = -dot(a, e),
                              af = -dot(a, f);
  const Four bc = ee - (ef + ef) + ff;
  Four found = lesser(lesser(squared_from_segment(aa, ae, ee), squared_from_segment(aa, af, ff)),
                      squared_from_segment(aa - (ae + ae) + ee, af - ae - ef + ee, bc));
  // Over the face: s and t are wrong by at most some 1e4 roundings of w over the length of an edge, and their squares
  // count. A point that is wrongly over the face, or not, is as near to its border.
  const Four square = ee * ff - ef * ef;
  const auto sliver = square <= Four(1e-3) * (ee * ff);
  const Four scale = one / select(sliver, one, square);
  const Four s = (ff * ae - ef * af) * scale, t = (ee * af - ef * ae) * scale;
  const auto above = (lesser(s, t) >= zero) & (s + t <= one);
  const Four of_face = aa - s * (ae + ae - s * ee - t * (ef + ef)) - t * (af + af - t * ff);
  found = select(above, lesser(of_face, found), found);
  // A sliver's face has no such coordinates: of that, the distance from its box.
  if (any(sliver)) {
    const Vec3<Four> low = lesser(lesser(a, b), c), high = larger(larger(a, b), c);
    const Vec3<Four> out = larger(larger(low, -high), Vec3<Four>{zero, zero, zero});
    found = select(sliver, dot(out, out), found);
  }
  const Four w = larger(larger(largest(abs(a)), largest(abs(b))), largest(abs(c)));
  return {found, Four(1e-13) * (w * w) + Four(1e-300), sliver};
}

APART_INLINE u32 triangles_near(const Vec3d& point, const TriangleBlock& block, double limit, double* least) {
  const NearFour found = squared_from_triangles(point, block);
  const Four bound = found.squared - found.error;
  bound.store(least);
  return bits(bound <= Four(limit));
}

// Of a sliver there is no upper bound.
APART_INLINE u32 triangles_nearest(const Vec3d& point, const TriangleBlock& block, double factor, double& limit,
                                   double* least) {
  const NearFour found = squared_from_triangles(point, block);
  const Four bound = found.squared - found.error, most = (found.squared + found.error) * Four(factor);
  bound.store(least);
  const Four before(limit), lowered = lesser(before, select(found.sliver, before, most));
  limit = lesser(lesser(lowered[0], lowered[1]), lesser(lowered[2], lowered[3]));
  return bits(bound <= Four(limit));
}

APART_INLINE u32 triangles_stabbed(const Vec3d& point, const StabbingRay& ray, const TriangleBlock& block) {
  const int axis = ray.axis, i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  const auto offsets = [&](int of, Four(&out)[3]) {
    for (int k = 0; k < 3; ++k) out[k] = Four::load(block.at[3 * k + of]) - Four(point[of]);
  };
  Four x[3], y[3], z[3];
  offsets(i, x), offsets(j, y), offsets(axis, z);
  const auto least = [](const Four(&v)[3]) { return lesser(lesser(v[0], v[1]), v[2]); };
  const auto most = [](const Four(&v)[3]) { return larger(larger(v[0], v[1]), v[2]); };
  const Four zero(0), up(double(ray.way)), low_x = least(x), high_x = most(x), low_y = least(y), high_y = most(y);
  const Four top = larger(larger(up * z[0], up * z[1]), up * z[2]);
  Four nearest = up * Four::load(block.at[axis]);
  for (int k = 1; k < 3; ++k) nearest = lesser(nearest, up * Four::load(block.at[3 * k + axis]));
  // Differences have the right sign, or are zero.
  const auto met = (low_x <= zero) & (high_x >= zero) & (low_y <= zero) & (high_y >= zero) & (top >= zero) &
                   (nearest <= Four(double(ray.way) * ray.to));
  // Sides of the edges: 2 products of 3 roundings each, and their difference; underflow is below the last term.
  const Four size_x = larger(-low_x, high_x), size_y = larger(-low_y, high_y);
  const Four error = Four(16 * kUnit<double>) * size_x * size_y + Four(1e-300);
  const Four ab = x[0] * y[1] - y[0] * x[1], bc = x[1] * y[2] - y[1] * x[2], ca = x[2] * y[0] - y[2] * x[0];
  const auto left = (ab > error) | (bc > error) | (ca > error), right = (ab < -error) | (bc < -error) | (ca < -error);
  const auto apart = left & right;
  return bits(met & !apart);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
