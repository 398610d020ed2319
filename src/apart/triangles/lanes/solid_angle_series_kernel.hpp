// The series of solid_angle_series.hpp, four lanes for every width of the machine. Included only by the sources that
// compile it for an instruction set.
//
// (ζ · y)^k/k! with ζ(t) = (i cos t, i sin t, 1) is Σ_m i^|m| R_k^m(y) e^(−imt). So powers of linear forms are
// harmonics, and a product with one more linear form takes three products a term.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/triangles/lanes/solid_angle_series.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

using Terms = Pack<double, 4>;

// The terms of one degree, m from 0; those beyond the degree are zero, and that of −m is (−1)^m times the conjugate.
struct Degree {
  Terms re[kSeriesOrder + 2], im[kSeriesOrder + 2];
};

// scale · (ζ · v) · from, of which the degree is `degree`.
APART_INLINE void multiply(const Degree& from, int degree, const Vec3<Terms>& v, const Terms& scale, Degree& to) {
  const Terms z = scale * v.z, x = Terms(0.5) * (scale * v.x), y = Terms(0.5) * (scale * v.y), two(2);
  to.re[0] = z * from.re[0] - two * (x * from.re[1] + y * from.im[1]);
  to.im[0] = Terms(0);
  for (int m = 1; m <= degree + 1; ++m) {
    const Terms before = from.re[m - 1], before_i = from.im[m - 1], after = from.re[m + 1], after_i = from.im[m + 1];
    to.re[m] = z * from.re[m] + x * (before - after) - y * (before_i + after_i);
    to.im[m] = z * from.im[m] + x * (before_i - after_i) + y * (before + after);
  }
}

APART_INLINE double sum_of_lanes(const Terms& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

// ∫ (ζ · y)^j/j! dA over a triangle is twice its area times h_j/(j + 2)!, where h_j is the sum of all products of j of
// the forms ζ · a, ζ · b, ζ · c: h_j(a, b, c) = (ζ · c) h_(j−1)(a, b, c) + h_j(a, b), and so on.
APART_INLINE void add_triangles(FourSeries& to, int lane, const Triangle* triangles, u32 count) {
  Terms sum_re[kSeriesTerms], sum_im[kSeriesTerms];
  const Vec3d centre{to.centre[0][lane], to.centre[1][lane], to.centre[2][lane]};
  const double radius = to.radius[lane];
  const Terms none(0);
  for (u32 first = 0; first < count; first += 4) {
    Vec3<Terms> at[3];
    for (int k = 0; k < 3; ++k)
      for (int in = 0; in < 4; ++in) {
        // Those after the last have no area.
        const Triangle& t = triangles[first + u32(in) < count ? first + u32(in) : first];
        const Vec3d offset = (t[first + u32(in) < count ? k : 0] - centre) / radius;
        at[k].x.set(in, offset.x), at[k].y.set(in, offset.y), at[k].z.set(in, offset.z);
      }
    const Vec3<Terms> normal = cross(at[1] - at[0], at[2] - at[0]);
    Degree now[3], next;  // of a; of a and b; of all three
    for (Degree& one : now) one.re[0] = Terms(0.5);
    for (int j = 0;; ++j) {
      multiply(now[2], j, normal, Terms(1), next);
      for (int m = 0; m <= j + 1; ++m) {
        sum_re[series_place(j + 1, m)] += next.re[m];
        sum_im[series_place(j + 1, m)] += next.im[m];
      }
      if (j + 1 == kSeriesOrder) break;
      const Terms scale(1.0 / (j + 3));
      for (int k = 0; k < 3; ++k) {
        multiply(now[k], j, at[k], scale, next);
        for (int m = 0; m <= j + 1; ++m) {
          now[k].re[m] = next.re[m] + (k > 0 ? now[k - 1].re[m] : none);
          now[k].im[m] = next.im[m] + (k > 0 ? now[k - 1].im[m] : none);
        }
      }
    }
  }
  for (int i = 0; i < kSeriesTerms; ++i) {
    to.re[i][lane] += sum_of_lanes(sum_re[i]);
    to.im[i][lane] += sum_of_lanes(sum_im[i]);
  }
}

// With y' = y + s, (ζ · y')^k/k! is Σ_i (ζ · s)^i/i! (ζ · y)^(k−i)/(k−i)!.
APART_INLINE void join_series(FourSeries& to, int lane, const FourSeries& parts) {
  const Terms size(1 / to.radius[lane]);
  const auto shift = [&](int axis) { return (Terms::load(parts.centre[axis]) - Terms(to.centre[axis][lane])) * size; };
  const Vec3<Terms> s{shift(0), shift(1), shift(2)};
  const Terms ratio = Terms::load(parts.radius) * size;
  Degree terms[kSeriesOrder + 1], next;
  Terms power = ratio;
  for (int k = 1; k <= kSeriesOrder; ++k) {
    power = power * ratio;
    for (int m = 0; m <= k; ++m) {
      const int i = series_place(k, m);
      terms[k].re[m] = power * Terms::load(parts.re[i]);
      terms[k].im[m] = power * Terms::load(parts.im[i]);
    }
  }
  const auto take = [&](int k) {
    for (int m = 0; m <= k; ++m) {
      to.re[series_place(k, m)][lane] += sum_of_lanes(terms[k].re[m]);
      to.im[series_place(k, m)][lane] += sum_of_lanes(terms[k].im[m]);
    }
  };
  for (int k = 1; k <= kSeriesOrder; ++k) take(k);
  for (int i = 1; i < kSeriesOrder; ++i)
    for (int k = kSeriesOrder; k > i; --k) {
      multiply(terms[k - 1], k - 1, s, Terms(1.0 / i), next);
      for (int m = 0; m <= k; ++m) terms[k].re[m] = next.re[m], terms[k].im[m] = next.im[m];
      take(k);
    }
}

// The irregular solid harmonics S_k^m(d) = (k − m)! P_k^m(cos θ) e^(imφ)/|d|^(k+1), for one m after the other:
// |d|² S_(k+1) = (2k + 1) d_z S_k − (k² − m²) S_(k−1).
APART_INLINE double sum_of_series(const FourSeries& four, const Vec3d& point, u32 lanes, int order) {
  const Terms radius = Terms::load(four.radius), zero(0), one(1);
  const auto offset = [&](int axis) { return (Terms(point[axis]) - Terms::load(four.centre[axis])) / radius; };
  const Vec3<Terms> d{offset(0), offset(1), offset(2)};
  const Terms squared = dot(d, d);
  // Beyond 1e30 radii there is nothing to see, and products might overflow.
  const auto near = squared <= Terms(1e60);
  const Terms inverse = one / select(near, squared, one), x = d.x * inverse, y = d.y * inverse, z = d.z * inverse;
  Terms first_re = sqrt(inverse), first_im = zero;  // S_m^m
  Terms axial = zero, others = zero;
  for (int m = 0; m <= order; ++m) {
    if (m > 0) {
      const Terms scale(2 * m - 1), re = first_re;
      first_re = scale * (x * re - y * first_im);
      first_im = scale * (x * first_im + y * re);
    }
    Terms last_re = zero, last_im = zero, re = first_re, im = first_im, sum = zero;
    for (int k = m; k <= order; ++k) {
      if (k > 0) {
        const int i = series_place(k, m);
        sum += Terms::load(four.re[i]) * re + Terms::load(four.im[i]) * im;
      }
      const Terms up = Terms(2 * k + 1) * z, down = Terms(double(k * k - m * m)) * inverse;
      const Terms next_re = up * re - down * last_re, next_im = up * im - down * last_im;
      last_re = re, last_im = im, re = next_re, im = next_im;
    }
    (m == 0 ? axial : others) += sum;
  }
  const Terms all = select(near, axial + others + others, zero);
  double total = 0;
  for (int k = 0; k < 4; ++k) total -= lanes >> k & 1 ? all[k] : 0.0;
  return total;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
