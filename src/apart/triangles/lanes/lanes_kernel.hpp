// Triangles in SIMD lanes, shared by the filters for pairs of leaves. Included only by the sources that compile them
// for an instruction set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// By one instruction, which GCC does not make of a loop over the lanes.
template <class P>
APART_INLINE P in_each_lane(double x) {
  if constexpr (LanesOf<P>::count == 1)
    return x;
  else
    return lanes::each<P>([&](int) { return x - typename P::Layout::Numbers{}; });
}
template <class P>
APART_INLINE Vec3<P> in_each_lane(const Vec3d& v) {
  return {in_each_lane<P>(v.x), in_each_lane<P>(v.y), in_each_lane<P>(v.z)};
}

// Transposes: component k of all triangles becomes one pack.
typedef double TwoNumbers __attribute__((vector_size(16)));
typedef double FourNumbers __attribute__((vector_size(32)));
APART_INLINE void transpose(const TwoNumbers (&r)[2], TwoNumbers (&columns)[2]) {
  columns[0] = __builtin_shufflevector(r[0], r[1], 0, 2);
  columns[1] = __builtin_shufflevector(r[0], r[1], 1, 3);
}
APART_INLINE void transpose(const FourNumbers (&r)[4], FourNumbers (&columns)[4]) {
  const FourNumbers even = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6),
                    odd = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7),
                    even2 = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6),
                    odd2 = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  columns[0] = __builtin_shufflevector(even, even2, 0, 1, 4, 5);
  columns[1] = __builtin_shufflevector(odd, odd2, 0, 1, 4, 5);
  columns[2] = __builtin_shufflevector(even, even2, 2, 3, 6, 7);
  columns[3] = __builtin_shufflevector(odd, odd2, 2, 3, 6, 7);
}

// Components from `k` on of as many triangles as there are lanes.
template <int W, int kFrom, class P>
APART_INLINE void load_numbers(const Triangle* const (&triangles)[W], P* numbers) {
  using Row = std::conditional_t<W == 2, TwoNumbers, FourNumbers>;
  Row rows[W], columns[W];
  for (int k = 0; k < W; ++k)
    __builtin_memcpy(&rows[k], reinterpret_cast<const double*>(triangles[k]) + kFrom, sizeof(Row));
  transpose(rows, columns);
  for (int k = 0; k < W; ++k) numbers[kFrom + k].r[0] = columns[k];
}

// One triangle per lane; unused lanes repeat the first.
template <int W, class P>
APART_INLINE void load_triangles(const Triangle* triangles, int count, Vec3<P> (&corners)[3]) {
  static_assert(sizeof(Triangle) == 9 * sizeof(double));
  if constexpr (W == 1) {
    for (int k = 0; k < 3; ++k) corners[k] = (*triangles)[k];
  } else {
    const Triangle* each[W];
    for (int k = 0; k < W; ++k) each[k] = triangles + (k < count ? k : 0);
    P n[9];
    load_numbers<W, 0>(each, n);
    if constexpr (W == 2) load_numbers<W, 2>(each, n), load_numbers<W, 6>(each, n);
    load_numbers<W, 4>(each, n);
    load_numbers<W, 9 - W>(each, n);  // the last ones overlap those before: no read past the end
    for (int k = 0; k < 3; ++k) corners[k] = {n[3 * k], n[3 * k + 1], n[3 * k + 2]};
  }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
