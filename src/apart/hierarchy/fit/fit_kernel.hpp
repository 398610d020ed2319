// What fitting does for every triangle and every node: spreads of eight triangles, eigenvectors of eight matrices, and
// extents of points. In as many lanes as P has. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/base/eigenvectors.hpp>
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
inline void axes_in_lanes(const double (&in)[6][8], double (&out)[9][8]) {
  for (int from = 0; from < 8; from += LanesOf<P>::count) {
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

// Few points one by one, the three axes in lanes; many in lanes, axis by axis.
inline void extents_in_lanes(const Mat3f& axes, const double* x, const double* y, const double* z, u32 count,
                             Extents& out) {
  using P = Pack<double, 4>;
  constexpr u32 W = 4, kFew = 12;
  double low[3][W], high[3][W];
  if (count <= kFew) {
    const auto column = [&](int j) {  // not through memory: such a load would wait for its stores
      P lanes;
      for (int i = 0; i < 3; ++i) lanes.r[i / P::Layout::lanes][i % P::Layout::lanes] = double(axes(i, j));
      return lanes;
    };
    const P first = column(0), second = column(1), third = column(2);
    const auto along = [&](u32 i) { return first * P(x[i]) + second * P(y[i]) + third * P(z[i]); };
    P least = along(0), most = least;
    for (u32 i = 1; i < count; ++i) {
      const P a = along(i);
      least = lesser(least, a), most = larger(most, a);
    }
    least.store(low[0]), most.store(high[0]);
    out.low = {low[0][0], low[0][1], low[0][2]}, out.high = {high[0][0], high[0][1], high[0][2]};
    return;
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
  for (int i = 0; i < 3; ++i) {
    least[i].store(low[i]), most[i].store(high[i]);
    out.low[i] = lesser(lesser(low[i][0], low[i][1]), lesser(low[i][2], low[i][3]));
    out.high[i] = larger(larger(high[i][0], high[i][1]), larger(high[i][2], high[i][3]));
  }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::hierarchy
