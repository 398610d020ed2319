// What fitting does for every triangle and every node: spreads of eight triangles, eigenvectors of eight matrices, and
// extents of points. In as many lanes as P has. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/base/eigenvectors.hpp>
#include <apart/base/narrow.hpp>
#include <apart/base/transpose.hpp>
#include <apart/hierarchy/fit/fit_lanes.hpp>

namespace apart::hierarchy {
inline namespace APART_LANES_OF_MACHINE {

template <class P>
APART_INLINE P lanes_at(const double* from) {
  if constexpr (LanesOf<P>::count == 1)
    return *from;
  else
    return P::load(from);
}
template <class P>
APART_INLINE void put_lanes(const P& lanes, double* to) {
  if constexpr (LanesOf<P>::count == 1)
    *to = lanes;
  else
    lanes.store(to);
}

// Symmetric matrices as xx, yy, zz, xy, xz, yz, and their axes as rows, that of the least eigenvalue first.
template <class P>
inline void axes_in_lanes(const double (&in)[6][kNodesAtOnce], double (&out)[9][kNodesAtOnce]) {
  for (int from = 0; from < kNodesAtOnce; from += LanesOf<P>::count) {
    const auto at = [&](int i) { return lanes_at<P>(in[i] + from); };
    const Eigenvectors<P> found({at(0), at(1), at(2), at(3), at(4), at(5)}, kAxesSweeps);
    for (int i = 0; i < 9; ++i) put_lanes(found.axis(i / 3)[i % 3], out[i] + from);
  }
}

// The covariance of a triangle's area about its centroid g is a twelfth of the area times Σ (v − g) (v − g)ᵀ over the
// vertices v: no difference of large numbers.
template <class P>
inline void spreads_in_lanes(const EightTriangles& in, EightSpreads& out) {
  for (int from = 0; from < 8; from += LanesOf<P>::count) {
    const auto corner = [&](int k) {
      return Vec3<P>{lanes_at<P>(in.corner[k][0] + from), lanes_at<P>(in.corner[k][1] + from),
                     lanes_at<P>(in.corner[k][2] + from)};
    };
    const Vec3<P> a = corner(0), e = corner(1) - a, f = corner(2) - a;
    const P third(1.0 / 3), area = P(0.5) * length(cross(e, f)), weight = area * P(1.0 / 12);
    const Vec3<P> g = third * (e + f), p = e - g, q = f - g;
    const auto put = [&](const P& lanes, double(&to)[8]) { put_lanes(lanes, to + from); };
    put(area, out.area);
    for (int i = 0; i < 3; ++i) put(a[i] + g[i], out.mean[i]);
    constexpr int kRow[6] = {0, 1, 2, 0, 0, 1}, kColumn[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; ++k) {
      const int i = kRow[k], j = kColumn[k];
      put(weight * (g[i] * g[j] + p[i] * p[j] + q[i] * q[j]), out.covariance[k]);
    }
  }
}

using FourNumbers = Pack<double, 4>;

// Not through memory, nor lane by lane: a load of four would wait for the stores of each.
APART_INLINE FourNumbers three_numbers(double a, double b, double c) {
  FourNumbers out;
#if defined(__AVX2__)
  out.r[0] = FourNumbers::Layout::Numbers{a, b, c, c};
#else
  out.r[0] = FourNumbers::Layout::Numbers{a, b}, out.r[1] = FourNumbers::Layout::Numbers{c, c};
#endif
  return out;
}

APART_INLINE FourNumbers widened(FourFloats numbers) {
  Pack<float, 4> floats;
  floats.r[0] = numbers;
  return apart::widened(floats);
}

// Rows and columns in lanes, the last of which are of no use.
struct RowsInLanes {
  FourFloats row[3];

  APART_INLINE explicit RowsInLanes(const Mat3f& m) : row{four_floats(&m(0, 0)), four_floats(&m(1, 0))} {
    const FourFloats last = four_floats(&m(1, 2));  // nothing behind the matrix is read
    row[2] = __builtin_shufflevector(last, last, 1, 2, 3, 3);
  }
  APART_INLINE FourNumbers operator[](int i) const { return widened(row[i]); }
};
struct ColumnsInLanes {
  FourNumbers first, second, third;

  APART_INLINE explicit ColumnsInLanes(const RowsInLanes& m) {
    const FourFloats low = __builtin_shufflevector(m.row[0], m.row[1], 0, 4, 1, 5),
                     high = __builtin_shufflevector(m.row[0], m.row[1], 2, 6, 2, 6);
    first = widened(__builtin_shufflevector(low, m.row[2], 0, 1, 4, 4));
    second = widened(__builtin_shufflevector(low, m.row[2], 2, 3, 5, 5));
    third = widened(__builtin_shufflevector(high, m.row[2], 0, 1, 6, 6));
  }
  APART_INLINE FourNumbers times(const FourNumbers& x, const FourNumbers& y, const FourNumbers& z) const {
    return first * x + second * y + third * z;
  }
};

struct LowHigh {
  FourNumbers low, high;  // along each of three axes
};

// Few points one by one, the three axes in lanes; many in lanes, axis by axis.
APART_INLINE LowHigh along_axes(const Mat3f& axes, const double* x, const double* y, const double* z, u32 count) {
  using P = FourNumbers;
  constexpr u32 W = 4, kFew = 12;
  if (count <= kFew) {
    const ColumnsInLanes columns{RowsInLanes(axes)};
    const auto along = [&](u32 i) { return columns.times(P(x[i]), P(y[i]), P(z[i])); };
    P least = along(0), most = least;
    for (u32 i = 1; i < count; ++i) {
      const P a = along(i);
      least = lesser(least, a), most = larger(most, a);
    }
    return {least, most};
  }
  const auto number = [&](int i, int j) { return P(double(axes(i, j))); };
  const Mat3<P> m{{{number(0, 0), number(0, 1), number(0, 2)},
                   {number(1, 0), number(1, 1), number(1, 2)},
                   {number(2, 0), number(2, 1), number(2, 2)}}};
  const auto along = [&](u32 i) { return m * Vec3<P>{P::load(x + i), P::load(y + i), P::load(z + i)}; };
  Vec3<P> least = along(count - W), most = least;  // the last few as a full pack; some may be processed twice
  for (u32 i = 0; i + W <= count; i += W) {
    const Vec3<P> a = along(i);
    least = lesser(least, a), most = larger(most, a);
  }
  const auto low = [&](int i) {
    const P& p = least[i];
    return lesser(lesser(p[0], p[1]), lesser(p[2], p[3]));
  };
  const auto high = [&](int i) {
    const P& p = most[i];
    return larger(larger(p[0], p[1]), larger(p[2], p[3]));
  };
  return {three_numbers(low(0), low(1), low(2)), three_numbers(high(0), high(1), high(2))};
}

APART_INLINE Vec3d three_of(const FourNumbers& numbers) { return {numbers[0], numbers[1], numbers[2]}; }

inline void extents_in_lanes(const Mat3f& axes, const double* x, const double* y, const double* z, u32 count,
                             Extents& out) {
  const LowHigh found = along_axes(axes, x, y, z, count);
  out.low = three_of(found.low), out.high = three_of(found.high);
}

// Rounded up, of numbers that are not negative: the float after the nearest, where that is less.
APART_INLINE Pack<float, 4> floats_above(const FourNumbers& numbers) {
  typedef std::int32_t Integers __attribute__((vector_size(16)));
  const Pack<float, 4> nearest = narrowed(numbers);
  const FourNumbers up = widened((FourFloats)((Integers)nearest.r[0] + 1)), as_near = apart::widened(nearest);
  return narrowed(select(as_near < numbers, up, as_near));
}

APART_INLINE void put_box(const Mat3f& axes, const LowHigh& along, double reach, Obb<float>& box) {
  using P = FourNumbers;
  const RowsInLanes rows(axes);
  const P half(0.5), middle = half * along.low + half * along.high;
  // Adding zero avoids −0, which would depend on the order of equal zeros.
  const Pack<float, 4> centre =
      narrowed(P(middle[0]) * rows[0] + P(middle[1]) * rows[1] + P(middle[2]) * rows[2] + P(0.0));
  const P at = apart::widened(centre), c = ColumnsInLanes(rows).times(P(at[0]), P(at[1]), P(at[2]));
  const P error(16 * kUnit<double> * reach);  // of the projections
  const Pack<float, 4> out = floats_above(larger(along.high - c, c - along.low) + error);
  box.axes = axes;
  box.centre = {centre[0], centre[1], centre[2]}, box.half = {out[0], out[1], out[2]};
}

inline void box_of_extents(const Mat3f& axes, const Extents& e, double reach, Obb<float>& box) {
  put_box(axes, {three_numbers(e.low.x, e.low.y, e.low.z), three_numbers(e.high.x, e.high.y, e.high.z)}, reach, box);
}

inline void box_in_lanes(const Mat3f& axes, const double* x, const double* y, const double* z, u32 count, double reach,
                         Obb<float>& box) {
  put_box(axes, along_axes(axes, x, y, z, count), reach, box);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::hierarchy
