// Newton's method for the nearest and farthest points of an ellipsoid.
#include <apart/convex/closed/ellipsoid_point.hpp>
#include <utility>

namespace apart::convex {
namespace {

// Radii in descending order, and the point's coordinates likewise, none negative.
struct Sorted {
  int axis[3] = {0, 1, 2};
  double radius[3], y[3];
  int count = 0;  // of radii that are not zero

  Sorted(Vec3d p, const Ellipsoid& e) {
    const auto order = [&](int i, int j) {
      if (e.radii[axis[i]] < e.radii[axis[j]]) std::swap(axis[i], axis[j]);
    };
    order(0, 1), order(1, 2), order(0, 1);
    for (int i = 0; i < 3; ++i) radius[i] = e.radii[axis[i]], y[i] = std::abs(p[axis[i]]);
    // So thin that the squares of its proportions exceed a double: flat.
    while (count < 3 && radius[count] > 1e-140 * radius[0]) ++count;
  }
};

// The u ≥ 0 at which Σ (top / (u + above))² is 1, or 0 if the sum is less everywhere. Convex and decreasing, so
// Newton's method converges monotonically from where the largest term alone is 1, and the sum no more than 3.
double secular_root(const double (&top)[3], const double (&above)[3], int count) {
  double u = 0;
  for (int i = 0; i < count; ++i) u = larger(u, top[i] - above[i]);
  for (int round = 0; round < 100; ++round) {
    double value = -1, slope = 0;
    for (int i = 0; i < count; ++i) {
      if (top[i] == 0) continue;
      const double term = top[i] / (u + above[i]);
      value += term * term;
      slope += term * term / (u + above[i]);
    }
    if (!(value > 0) || !(slope > 0)) break;
    const double next = u + value / (2 * slope);
    if (!(next > u)) break;
    u = next;
  }
  return u;
}

}  // namespace

// With radii r the nearest point is x = r²·y / (s + r²), with the s ≥ −(the least r²) that puts it on the surface. In
// squares of the least radius, s is u − 1.
OnEllipsoid nearest_on_ellipsoid(Vec3d p, const Ellipsoid& ellipsoid) {
  const Sorted s(p, ellipsoid);
  OnEllipsoid out;
  if (s.count < 3) out.across[s.axis[2]] = 1;
  if (s.count == 0) return out;
  const int last = s.count - 1;
  const double least = s.radius[last];
  double top[3]{}, above[3]{}, squares = 0;
  for (int i = 0; i <= last; ++i) {
    const double ratio = s.radius[i] / least, z = s.y[i] / s.radius[i];
    top[i] = ratio * ratio * z;
    above[i] = ((s.radius[i] - least) / least) * (ratio + 1);  // its square less 1, with its digits
    squares += z * z;
  }
  out.inside = squares <= 1;
  const auto set = [&](int i, double x) { out.point[s.axis[i]] = std::copysign(x, p[s.axis[i]]); };
  if (out.inside && s.count < 3) {
    for (int i = 0; i <= last; ++i) set(i, s.y[i]);
    return out;
  }
  const double u = secular_root(top, above, s.count);
  double rest = 1;
  for (int i = 0; i <= last; ++i) {
    const double term = top[i] == 0 ? 0 : top[i] / (u + above[i]);
    set(i, s.radius[i] * term);
    rest -= term * term;
  }
  // On the plane perpendicular to the shortest axis and near the centre, the nearest points lie off that plane.
  if (u == 0 && rest > 0) set(last, least * std::sqrt(rest));
  return out;
}

// The same equation beyond its other end: x = −r²·y / (v − r²) with v no less than the greatest r². In squares of the
// greatest radius, v is u + 1.
Vec3d farthest_on_ellipsoid(Vec3d p, const Ellipsoid& ellipsoid) {
  const Sorted s(p, ellipsoid);
  Vec3d out{};
  if (s.count == 0) return out;
  const double most = s.radius[0];
  double top[3]{}, above[3]{};
  for (int i = 0; i < s.count; ++i) {
    const double ratio = s.radius[i] / most;
    top[i] = ratio * (s.y[i] / most);
    above[i] = ((most - s.radius[i]) / most) * (ratio + 1);
  }
  const double u = secular_root(top, above, s.count);
  double rest = 1;
  for (int i = 0; i < s.count; ++i) {
    const double term = top[i] == 0 ? 0 : top[i] / (u + above[i]);
    out[s.axis[i]] = -std::copysign(s.radius[i] * term, p[s.axis[i]]);
    rest -= term * term;
  }
  if (u == 0 && rest > 0) out[s.axis[0]] = -std::copysign(most * std::sqrt(rest), p[s.axis[0]]);
  return out;
}

}  // namespace apart::convex
