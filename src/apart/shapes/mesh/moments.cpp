// Moments, and principal axes from them.
#include <apart/base/eigenvectors.hpp>
#include <apart/shapes/mesh/moments.hpp>
#include <cmath>

namespace apart {

Moments& Moments::operator+=(const Moments& m) {
  area += m.area;
  first += m.first;
  xx += m.xx, yy += m.yy, zz += m.zz;
  xy += m.xy, xz += m.xz, yz += m.yz;
  return *this;
}

namespace {

// Adds weight · p pᵀ.
void add_square(Moments& m, double weight, Vec3d p) {
  m.xx += weight * p.x * p.x, m.yy += weight * p.y * p.y, m.zz += weight * p.z * p.z;
  m.xy += weight * p.x * p.y, m.xz += weight * p.x * p.z, m.yz += weight * p.y * p.z;
}

}  // namespace

Moments moments(Vec3d point) {
  Moments m;
  m.area = 1;
  m.first = point;
  add_square(m, 1, point);
  return m;
}

Moments moments(Vec3d from, Vec3d to) {
  Moments m;
  m.area = length(to - from);
  const Vec3d middle = 0.5 * from + 0.5 * to;
  m.first = m.area * middle;
  // Simpson's rule, which is exact for squares.
  add_square(m, m.area * 4 / 6, middle);
  add_square(m, m.area / 6, from);
  add_square(m, m.area / 6, to);
  return m;
}

Moments moments(const Triangle& t) {
  Moments m;
  m.area = 0.5 * length(area_vector(t));
  const Vec3d middle = (t.a + t.b + t.c) / 3.0;
  m.first = m.area * middle;
  add_square(m, m.area * 9 / 12, middle);
  for (int i = 0; i < 3; ++i) add_square(m, m.area / 12, t[i]);
  return m;
}

Mat3d principal_axes(const Moments& m) {
  if (!(m.area > 0)) return {};
  const Vec3d c = m.mean();
  const double n = m.area;
  const Vec3d diagonal{m.xx / n - c.x * c.x, m.yy / n - c.y * c.y, m.zz / n - c.z * c.z};
  // Less than rounding leaves of the difference is zero: where two spreads are equal, as of a square bar, it would turn
  // the axes to anywhere.
  const auto covariance = [](double product, double of_means) {
    const double difference = product - of_means;
    return std::abs(difference) > 0x1p-46 * (std::abs(product) + std::abs(of_means)) ? difference : 0;
  };
  const Vec3d others{covariance(m.xy / n, c.x * c.y), covariance(m.xz / n, c.x * c.z), covariance(m.yz / n, c.y * c.z)};
  const double size = largest(larger(abs(diagonal), abs(others)));
  if (!(size > 0 && std::isfinite(size))) return {};
  const Vec3d d = diagonal / size, o = others / size;
  const Eigenvectors<double> found({d.x, d.y, d.z, o.x, o.y, o.z});
  return {{found.axis(0), found.axis(1), found.axis(2)}};
}

Mat3d principal_axes(std::span<const Triangle> triangles) {
  if (triangles.empty()) return {};
  const Vec3d origin = triangles[0].a;  // near the content, to avoid cancellation in the covariance
  Moments m;
  for (const Triangle& t : triangles) m += moments({t.a - origin, t.b - origin, t.c - origin});
  if (m.area > 0) return principal_axes(m);
  m = {};
  for (const Triangle& t : triangles)
    for (int i = 0; i < 3; ++i) m += moments(t[i] - origin);
  return principal_axes(m);
}

Mat3d principal_axes(std::span<const Vec3d> points) {
  if (points.empty()) return {};
  Vec3d mean{};
  for (Vec3d p : points) mean += (p - points[0]) / double(points.size());
  const auto along = [&](const Mat3d& axes) {  // about the mean nothing cancels
    Moments m;
    for (Vec3d p : points) m += moments(axes * (p - points[0] - mean));
    return principal_axes(m) * axes;
  };
  // Measured again along its axes, the least spread is right to its own digits.
  const Mat3d axes = along(along({}));
  // Thirty rotations have left them orthonormal to fifty units only. One step of Newton's iteration to the nearest
  // rotation leaves two.
  const Mat3d excess = axes * transposed(axes) * axes;
  Mat3d out;
  for (int i = 0; i < 3; ++i) out.rows[i] = axes.rows[i] + 0.5 * (axes.rows[i] - excess.rows[i]);
  return out;
}

}  // namespace apart
