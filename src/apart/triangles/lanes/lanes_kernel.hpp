// Triangles in SIMD lanes, shared by the filters for pairs of leaves. Included only by the sources that compile them
// for an instruction set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// Transposes: component k of all triangles becomes one pack.
typedef double TwoNumbers __attribute__((vector_size(16)));
typedef double FourNumbers __attribute__((vector_size(32)));
typedef double EightNumbers __attribute__((vector_size(64)));
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
// Of lanes k and k + 4 the fours are side by side.
APART_INLINE void transpose(const EightNumbers (&r)[4], EightNumbers (&columns)[4]) {
  const EightNumbers even = __builtin_shufflevector(r[0], r[1], 0, 8, 2, 10, 4, 12, 6, 14),
                     odd = __builtin_shufflevector(r[0], r[1], 1, 9, 3, 11, 5, 13, 7, 15),
                     even2 = __builtin_shufflevector(r[2], r[3], 0, 8, 2, 10, 4, 12, 6, 14),
                     odd2 = __builtin_shufflevector(r[2], r[3], 1, 9, 3, 11, 5, 13, 7, 15);
  columns[0] = __builtin_shufflevector(even, even2, 0, 1, 8, 9, 4, 5, 12, 13);
  columns[1] = __builtin_shufflevector(odd, odd2, 0, 1, 8, 9, 4, 5, 12, 13);
  columns[2] = __builtin_shufflevector(even, even2, 2, 3, 10, 11, 6, 7, 14, 15);
  columns[3] = __builtin_shufflevector(odd, odd2, 2, 3, 10, 11, 6, 7, 14, 15);
}

template <int W>
using NumbersOf = std::conditional_t<W == 2, TwoNumbers, std::conditional_t<W == 4, FourNumbers, EightNumbers>>;
// Anywhere in memory. Of a memcpy GCC makes two halves, and reads them as a whole before they have arrived.
typedef double TwoAnywhere __attribute__((vector_size(16), aligned(8), may_alias));
typedef double FourAnywhere __attribute__((vector_size(32), aligned(8), may_alias));
template <int W>
APART_INLINE NumbersOf<W> numbers_at(const double* from) {
  if constexpr (W == 2)
    return *reinterpret_cast<const TwoAnywhere*>(from);
  else
    return *reinterpret_cast<const FourAnywhere*>(from);
}
template <int W>
APART_INLINE void put_numbers(NumbersOf<W> numbers, double* to) {
  if constexpr (W == 2)
    *reinterpret_cast<TwoAnywhere*>(to) = numbers;
  else
    *reinterpret_cast<FourAnywhere*>(to) = numbers;
}

// Components from `kFrom` on, two or four of them, of as many triangles as there are lanes.
template <int W, int kFrom>
APART_INLINE void load_numbers(const Triangle* const (&triangles)[W], NumbersOf<W>* numbers) {
  constexpr int kCount = lesser(W, 4);
  NumbersOf<W> rows[kCount], columns[kCount];
  const auto row = [&](int k) { return numbers_at<kCount>(&triangles[k]->a.x + kFrom); };
  for (int k = 0; k < kCount; ++k)
    if constexpr (W == 8)
      rows[k] = __builtin_shufflevector(row(k), row(k + 4), 0, 1, 2, 3, 4, 5, 6, 7);
    else
      rows[k] = row(k);
  transpose(rows, columns);
  for (int k = 0; k < kCount; ++k) numbers[kFrom + k] = columns[k];
}

// One triangle per lane.
template <class P>
struct LaneTriangles {
  Vec3<P> corners[3];
};

// Of triangle(k) in lane k; unused lanes repeat the first. Made of what was loaded, not cleared before.
template <int W, class P, class TriangleOf>
APART_INLINE LaneTriangles<P> load_each(int count, TriangleOf triangle) {
  static_assert(sizeof(Triangle) == 9 * sizeof(double));
  if constexpr (W == 1) {
    const Triangle* const one = triangle(0);
    return {{one->a, one->b, one->c}};
  } else {
    const Triangle* each[W];
    for (int k = 0; k < W; ++k) each[k] = triangle(k < count ? k : 0);
    NumbersOf<W> n[9];
    load_numbers<W, 0>(each, n);
    if constexpr (W == 2) load_numbers<W, 2>(each, n), load_numbers<W, 6>(each, n);
    load_numbers<W, 4>(each, n);
    load_numbers<W, W == 2 ? 7 : 5>(each, n);  // the last ones overlap those before: no read past the end
    const auto pack = [&](int k) { return lanes::each<P>([&](int) { return n[k]; }); };
    const auto corner = [&](int k) { return Vec3<P>{pack(k), pack(k + 1), pack(k + 2)}; };
    return {{corner(0), corner(3), corner(6)}};
  }
}

template <int W, class P>
APART_INLINE LaneTriangles<P> load_triangles(const Triangle* triangles, int count) {
  return load_each<W, P>(count, [&](int k) { return triangles + k; });
}

// Back to one after the other.
template <int W, class P>
APART_INLINE void store_triangles(const LaneTriangles<P>& t, Triangle* triangles) {
  if constexpr (W == 1) {
    *triangles = {t.corners[0], t.corners[1], t.corners[2]};
  } else {
    const auto number = [&](int k) {
      const Vec3<P>& corner = t.corners[k / 3];
      return k % 3 == 0 ? corner.x.r[0] : k % 3 == 1 ? corner.y.r[0] : corner.z.r[0];
    };
    for (int from = 0; from + W <= 9; from += W) {
      NumbersOf<W> columns[W], rows[W];
      for (int k = 0; k < W; ++k) columns[k] = number(from + k);
      transpose(columns, rows);
      for (int k = 0; k < W; ++k) put_numbers<W>(rows[k], &triangles[k].a.x + from);
    }
    for (int k = 0; k < W; ++k) triangles[k].c.z = number(8)[k];
  }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
