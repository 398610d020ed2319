// Orientations from principal axes, calipers, iterated rotations and random search.
#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/volumes/fits/box_measure.hpp>
#include <apart/volumes/fits/calipers.hpp>
#include <apart/volumes/fits/fit_obb.hpp>

namespace apart::volumes {

namespace {

std::vector<Triangle> triangles_of(const Mesh& mesh) {
  std::vector<Triangle> out;
  out.reserve(mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) out.push_back(mesh.triangle(i));
  return out;
}

// A direction perpendicular to this one.
Vec3d across(Vec3d d) {
  const Vec3d a = abs(d);
  const Vec3d e = a.x <= a.y && a.x <= a.z ? Vec3d{1, 0, 0} : a.y <= a.z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  const Vec3d c = cross(d, e);
  return c / length(c);
}

}  // namespace

Mat3d corner_axes(const Mesh& hull) {
  std::vector<bool> named(hull.vertices().size());
  for (const Face& f : hull.faces())
    for (u32 v : f) named[v] = true;
  std::vector<Vec3d> corner;
  for (u32 v = 0; v < named.size(); ++v)
    if (named[v]) corner.push_back(hull.vertices()[v]);
  return corner.empty() ? principal_axes(hull.vertices()) : principal_axes(corner);
}

Mat3d surface_axes(const Mesh& hull) {
  return hull.empty() ? principal_axes(hull.vertices()) : principal_axes(triangles_of(hull));
}

Mat3d inertia_axes(const Mesh& solid) {
  const Mass m = mass(solid);
  if (m.of != Mass::Of::solid) return surface_axes(solid);
  // The axes of inertia are those of the solid's covariance, which is trace/2 − inertia.
  Mat3d i = m.inertia;
  const double size = larger(larger(std::abs(i(0, 0)), std::abs(i(1, 1))), std::abs(i(2, 2)));
  if (!(size > 0) || !std::isfinite(size)) return surface_axes(solid);
  for (Vec3d& row : i.rows) row = row / (m.volume < 0 ? -size : size);
  const double half = 0.5 * (i(0, 0) + i(1, 1) + i(2, 2));
  Moments covariance;
  covariance.area = 1;
  covariance.xx = half - i(0, 0), covariance.yy = half - i(1, 1), covariance.zz = half - i(2, 2);
  covariance.xy = -i(0, 1), covariance.xz = -i(0, 2), covariance.yz = -i(1, 2);
  return principal_axes(covariance);
}

Mat3d axes_about(Vec3d direction, std::span<const Vec3d> points) {
  const double size = length(direction);
  if (!(size > 0) || points.empty()) return {};
  const Vec3d d = direction / size, u = across(d), v = cross(d, u);
  std::vector<Point2> flat;
  flat.reserve(points.size());
  for (Vec3d p : points) flat.push_back({dot(p - points[0], u), dot(p - points[0], v)});
  const Point2 side = minimum_rectangle(convex_hull(flat)).along;
  const Vec3d a = side.x * u + side.y * v;
  return {{d, a, cross(d, a)}};
}

Mat3d longest_axes(std::span<const Vec3d> points) {
  return points.empty() ? Mat3d{} : axes_about(principal_axes(points).rows[2], points);
}

Mat3d shortest_axes(std::span<const Vec3d> points) {
  return points.empty() ? Mat3d{} : axes_about(principal_axes(points).rows[0], points);
}

Mat3d iterated_axes(std::span<const Vec3d> points, const Mat3d& start) {
  if (points.empty()) return {};
  const BoxMeasure measure(points);
  Mat3d best = start;
  double least = measure(best);
  // Some sets converge in ever smaller steps; most are done after a dozen turns.
  constexpr int kTurns = 100;
  for (int turns = 0, still = 0, next = 0; still < 3 && turns < kTurns; ++turns, next = (next + 1) % 3) {
    const Mat3d turned = axes_about(best.rows[next], points);
    const double size = measure(turned);
    ++still;
    if (size < least * (1 - 1e-9)) {
      // The fixed direction keeps its place, so that the next one is another.
      best = {{turned.rows[(3 - next) % 3], turned.rows[(4 - next) % 3], turned.rows[(5 - next) % 3]}};
      least = size, still = 1;
    }
  }
  return best;
}

namespace {

// The points in an adaptive order: decisive ones come first.
struct EarlyExit {
  BoxMeasure measure;
  std::vector<Vec3d> order;
  ObbSearchCount count;

  // The size of the box, with an early-out as soon as it cannot be below `enough`.
  double operator()(const Mat3d& axes, double enough) {
    ++count.turns;
    Vec3d low = axes * order[0], high = low;
    for (std::size_t i = 1; i < order.size(); ++i) {
      const Vec3d along = axes * order[i];
      low = lesser(low, along), high = larger(high, along);
      ++count.points;
      if ((i & 3) != 3) continue;
      if (measure(high - low) >= enough) {
        if (i + 1 < order.size()) ++count.given_up;
        // Moves the last four forward by halving their positions: frequently decisive points end up in front.
        for (std::size_t k = i - 3; k <= i; ++k) std::swap(order[k], order[k / 2]);
        return enough;
      }
    }
    return measure(high - low);
  }
};

}  // namespace

Mat3d searched_axes(std::span<const Vec3d> points, const ObbSearch& how, ObbSearchCount* count) {
  if (points.empty()) return {};
  EarlyExit size{BoxMeasure(points), {}, {}};
  for (Vec3d p : points) size.order.push_back(p - points[0]);
  Random random(how.seed);
  Mat3d best = principal_axes(points);
  double least = size(best, std::numeric_limits<double>::infinity());
  // The six that touch the first box decide most others.
  for (int i = 0; i < 3; ++i)
    for (int sign : {-1, 1}) {
      std::size_t far = 0;
      for (std::size_t k = 1; k < size.order.size(); ++k)
        if (sign * dot(best.rows[i], size.order[k]) > sign * dot(best.rows[i], size.order[far])) far = k;
      std::swap(size.order[std::min<std::size_t>(static_cast<std::size_t>(2 * i + (sign > 0)), size.order.size() - 1)],
                size.order[far]);
    }
  const auto consider = [&](const Mat3d& axes) {
    const double s = size(axes, least);
    if (s < least) least = s, best = axes;
  };
  for (u32 k = 0; k < how.strewn; ++k) consider(random.rotation());
  double angle = 0.5;
  for (u32 round = 0; round < how.rounds; ++round, angle *= 0.6)
    for (u32 k = 0; k < how.close; ++k) {
      const Vec3d q = angle * random.in_ball();
      consider(nearest_rotation(Pose::from_quaternion(1, q.x, q.y, q.z, {}).value().rotation * best));
    }
  if (count) *count = size.count;
  return best;
}

}  // namespace apart::volumes
