// The solid angle of a cluster of triangles, seen from outside of a ball around it, as a multipole series: four
// clusters at once.
//
// Seen from p, the solid angle is −∫ n · ∇(1/|x − p|) dA. Relative to the centre of the cluster, with y = x − c and
// d = p − c, 1/|y − d| is the sum over k of |y|^k/|d|^(k+1) P_k(cos γ), γ the angle between both. The gradient of
// |y|^k P_k(cos γ) is at most k |y|^(k−1): P_k(cos γ) is a trigonometric polynomial T of degree k, |T| ≤ 1, so that
// T'² + k² T² ≤ k² (Bernstein and Szegő). So what is left out after the terms up to K, with all y within r and
// ρ = r/|d| < 1, is at most
//   A/|d|² · Σ_{k>K} k ρ^(k−1) = A/|d|² · ρ^K (K + 1 − K ρ)/(1 − ρ)²,   A being the area of the triangles.
// In the terms themselves nothing cancels: Σ_m |R_k^m(y)| |S_k^m(d)| ≤ |y|^k/|d|^(k+1), by the addition theorem and
// Cauchy–Schwarz. Their rounding is a few hundred units of A/|d|² at most.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <array>

namespace apart::triangles {

inline constexpr int kSeriesOrder = 20;                                     // the last k
inline constexpr int kSeriesTerms = kSeriesOrder * (kSeriesOrder + 3) / 2;  // k from 1, m from 0 to k

// Where term (k, m) is: those of one m follow each other.
constexpr int series_place(int k, int m) {
  const int before = m == 0 ? 0 : kSeriesOrder + (m - 1) * kSeriesOrder - (m - 1) * (m - 2) / 2;
  return before + k - (m == 0 ? 1 : m);
}

// One cluster a lane. Moments are the integrals of n · ∇R_k^m(y), R_k^m being the regular solid harmonics
// |y|^k P_k^m(cos θ) e^(imφ)/(k + m)!, in units of the radius.
struct alignas(32) FourSeries {
  double centre[3][4] = {}, radius[4] = {}, area[4] = {};
  double re[kSeriesTerms][4] = {}, im[kSeriesTerms][4] = {};
};

struct SolidAngleSeries {
  // Adds the moments of triangles to those of one cluster, whose centre and radius are set.
  void (*add)(FourSeries& to, int lane, const Triangle* triangles, u32 count);
  // Adds those of four clusters to those of the one that they are parts of.
  void (*join)(FourSeries& to, int lane, const FourSeries& parts);
  // The sum of the solid angles of the clusters whose bits are set, all terms up to `order`. The point is outside of
  // their balls.
  double (*sum)(const FourSeries& four, const Vec3d& point, u32 lanes, int order);
};
const SolidAngleSeries& solid_angle_series();  // of lane_width(); all widths give the same bits

// For K up to kSeriesOrder, the largest (r/|d|)² for which what is left out is at most `error` · A/|d|², but at most
// 1/4.
std::array<double, kSeriesOrder + 1> series_reach(double error);

}  // namespace apart::triangles
