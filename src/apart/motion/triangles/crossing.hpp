// Proof that the hull of moving points crosses the origin in a short interval of time: the determinant changes its
// sign, and throughout the origin lies on the inner side of all edges, seen along one direction.
#pragma once
#include <apart/motion/triangles/moving_hull.hpp>

namespace apart::motion {

// In doubles, for corners that are exact but for rounding. False: not proven.
template <int K>
bool crosses(const MovingHull<double, K>& hull, double begin, double end) {
  constexpr double unit = kRoundingOf<double>;
  Vec3d p[K], q[K];
  for (int i = 0; i < K; ++i) p[i] = hull.at(i, begin), q[i] = hull.at(i, end);
  // A corner is off by 4 units of the size (its difference, the motion, the product, the sum). A product of three, of
  // six terms with at most 3·4 + 5 roundings each, is off by 102 units of size³, and one of two corners and a direction
  // by 6·(2·4 + 5) units of size²·|m|.
  const double size = hull.size;
  const auto det = [](const Vec3d(&c)[K]) { return dot(cross(c[0], c[1]), c[K - 1]); };
  const double at_p = det(p), at_q = det(q), error = 110 * unit * size * size * size;
  if (!((at_p > error && at_q < -error) || (at_p < -error && at_q > error))) return false;
  const Vec3d m = cross(p[1] - p[0], p[K - 1] - p[0]);
  const double margin = 90 * unit * size * size * one_norm(m);
  for (int i = 0; i < K; ++i) {
    const int j = i + 1 == K ? 0 : i + 1;
    // The three coefficients of a quadratic polynomial in Bernstein form, the middle one doubled.
    if (!(dot(cross(p[i], p[j]), m) > margin && dot(cross(q[i], q[j]), m) > margin &&
          dot(cross(p[i], q[j]), m) + dot(cross(q[i], p[j]), m) > 2 * margin))
      return false;
  }
  return true;
}

// Around `time`, before which all is free: in some interval that is long enough for the sign to change and short enough
// for the rest. So the crossing is after `time`.
template <int K>
bool crosses_after(const MovingHull<double, K>& hull, double time) {
  for (const double width : {0x1p-44, 0x1p-36, 0x1p-28, 0x1p-20, 0x1p-12})
    if (crosses(hull, larger(0.0, time - width), lesser(1.0, time + width))) return true;
  return false;
}

}  // namespace apart::motion
