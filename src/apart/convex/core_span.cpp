// Farthest points of two cores: corners, and branch and bound for curved ones.
#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/convex/closed/ellipsoid_point.hpp>
#include <apart/convex/core_corners.hpp>
#include <apart/convex/core_span.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/dispatch.hpp>
#include <apart/shapes/support.hpp>
#include <array>

namespace apart::convex {
namespace {

constexpr double kSpanTolerance = 1e-10;
constexpr int kMostCells = 1 << 14;

template <class Size>
std::pair<Vec3d, double> largest_by(Vec3d p, std::span<const Vec3d> corners, Size size) {
  Vec3d best = corners[0];
  double far = size(best - p);
  for (Vec3d q : corners.subspan(1))
    if (const double here = size(q - p); here > far) far = here, best = q;
  return {best, far};
}

Vec3d farthest_corner(Vec3d p, std::span<const Vec3d> corners) {
  const auto [best, far] = largest_by(p, corners, [](Vec3d v) { return squared_length(v); });
  if (far > 1e-280 && far < 1e300) return best;
  return largest_by(p, corners, [](Vec3d v) { return normalized(v).length; }).first;  // squares underflow or overflow
}

struct FarPair {
  double distance = -1;
  Vec3d on_a{}, on_b{};

  void offer(Vec3d p, Vec3d q) {
    if (const double far = normalized(p - q).length; far > distance) distance = far, on_a = p, on_b = q;
  }
};

// From each corner of A to the farthest point of B, in B's frame. Corners that are too near to the bounding sphere of B
// are pruned.
FarPair span_of_corners(const Core& a, const Pose& b_in_a, const Core& b) {
  const CoreCorners corners(a);
  const CoreBall ball = ball_around(b);
  const auto in_b = [&](Vec3d p) { return transposed_times(b_in_a.rotation, p - b_in_a.translation); };
  FarPair best;
  // A good candidate first: the corner farthest from the centre of B.
  const Vec3d middle = b_in_a * ball.centre, start = farthest_corner(middle, corners.all);
  best.offer(in_b(start), farthest_from(in_b(start), b));
  for (Vec3d p : corners.all) {
    const Vec3d q = in_b(p);
    if (normalized(q - ball.centre).length + ball.radius * (1 + 1e-12) < best.distance) continue;
    best.offer(q, farthest_from(q, b));
  }
  best.on_a = b_in_a * best.on_a, best.on_b = b_in_a * best.on_b;
  return best;
}

// The distance to the farthest point is a convex function of p; over a curved piece of A it is bounded by the corners
// of any hull around that piece. A cell has a centre, which is a point of A, a hull, and can be subdivided.
template <class Cell>
CoreSpan branch_and_bound(std::vector<Cell> cells, const Pose& a_in_b, const Core& b) {
  FarPair best;
  double at_most = 0;
  const auto evaluate = [&](Cell& cell) {
    const Vec3d middle = a_in_b * cell.middle();
    best.offer(middle, farthest_from(middle, b));
    cell.bound = 0;
    cell.for_hull([&](Vec3d corner) {
      const Vec3d p = a_in_b * corner;
      cell.bound = larger(cell.bound, normalized(p - farthest_from(p, b)).length);
    });
  };
  const auto nearer = [](const Cell& x, const Cell& y) { return x.bound < y.bound; };
  for (Cell& cell : cells) evaluate(cell);
  std::make_heap(cells.begin(), cells.end(), nearer);
  for (int count = 0;; ++count) {
    at_most = larger(best.distance, cells.front().bound);
    if (at_most <= best.distance * (1 + kSpanTolerance) || count == kMostCells) break;
    std::pop_heap(cells.begin(), cells.end(), nearer);
    const Cell cell = cells.back();
    cells.pop_back();
    cell.for_parts([&](Cell part) {
      evaluate(part);
      cells.push_back(part);
      std::push_heap(cells.begin(), cells.end(), nearer);
    });
  }
  const bool exact = at_most <= best.distance * (1 + 10 * kSpanTolerance);
  return {best.distance, at_most, best.on_a, best.on_b, exact ? Status::exact : Status::within_error};
}

// An arc of a rim about z, up to 90°: its ends, and where the tangents there meet.
struct Arc {
  double radius, z;
  Vec3d from, to;  // of length 1, in the plane
  double bound = 0;

  Vec3d at(Vec3d direction) const { return {radius * direction.x, radius * direction.y, z}; }
  Vec3d half() const { return normalized(from + to).unit; }
  Vec3d middle() const { return at(half()); }
  template <class F>
  void for_hull(F f) const {
    f(at(from)), f(at(to)), f(at(half() / dot(half(), from)));
  }
  template <class F>
  void for_parts(F f) const {
    f(Arc{radius, z, from, half()}), f(Arc{radius, z, half(), to});
  }
};

CoreSpan span_of_rims(const Core& a, const Pose& b_in_a, const Core& b) {
  std::vector<Arc> arcs;
  const Pose a_in_b = inverse(b_in_a);
  const auto rim = [&](double radius, double z) {
    const Vec3d axes[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    for (int i = 0; i < 4; ++i) arcs.push_back({radius, z, axes[i], axes[(i + 1) % 4]});
  };
  if (const Cylinder* c = std::get_if<Cylinder>(&a)) {
    rim(c->radius, c->length / 2), rim(c->radius, -c->length / 2);
  } else {
    const Cone& cone = *std::get_if<Cone>(&a);
    rim(cone.radius, -cone.length / 2), rim(0, cone.length / 2);
  }
  CoreSpan out = branch_and_bound(std::move(arcs), a_in_b, b);
  out.on_a = b_in_a * out.on_a, out.on_b = b_in_a * out.on_b;
  return out;
}

// A triangle of the unit sphere, scaled to an ellipsoid. It lies in the hull of its corners and of the same corners
// moved out until the planar triangle is outside of the sphere.
struct Patch {
  Vec3d radii, v[3];
  double bound = 0;

  Vec3d at(Vec3d d) const { return {radii.x * d.x, radii.y * d.y, radii.z * d.z}; }
  Vec3d middle() const { return at(normalized(v[0] + v[1] + v[2]).unit); }
  template <class F>
  void for_hull(F f) const {
    // The plane of the corners is as far from the centre as its nearest point.
    const double inner = std::abs(dot(normalized(cross(v[1] - v[0], v[2] - v[0])).unit, v[0]));
    for (Vec3d corner : v) f(at(corner)), f(at(corner / inner));
  }
  template <class F>
  void for_parts(F f) const {
    const Vec3d m[3] = {normalized(v[0] + v[1]).unit, normalized(v[1] + v[2]).unit, normalized(v[2] + v[0]).unit};
    f(Patch{radii, {v[0], m[0], m[2]}}), f(Patch{radii, {m[0], v[1], m[1]}});
    f(Patch{radii, {m[2], m[1], v[2]}}), f(Patch{radii, {m[0], m[1], m[2]}});
  }
};

// From the centre of a ball to the farthest point of B, and once more its radius.
CoreSpan span_of_ball(const CoreBall& a, const Pose& b_in_a, const Core& b) {
  const Vec3d p = transposed_times(b_in_a.rotation, a.centre - b_in_a.translation), far = farthest_from(p, b);
  const auto [out, distance] = normalized(p - far);
  const double all = distance + a.radius;
  const Vec3d on_a = a.centre + a.radius * b_in_a.rotate(distance > 0 ? out : Vec3d{1, 0, 0});
  return {all, all, on_a, b_in_a * far, Status::exact};
}

std::array<CoreBall, 2> balls_of(const TaperedCapsule& c) {
  return {{{{0, 0, -c.length / 2}, c.radius_a}, {{0, 0, c.length / 2}, c.radius_b}}};
}

CoreSpan span_of_balls(const TaperedCapsule& a, const Pose& b_in_a, const Core& b) {
  const auto [first, second] = balls_of(a);
  const CoreSpan x = span_of_ball(first, b_in_a, b), y = span_of_ball(second, b_in_a, b);
  return x.distance < y.distance ? y : x;
}

CoreSpan span_of_ellipsoids(const Ellipsoid& a, const Pose& b_in_a, const Core& b) {
  if (a.radii.x == a.radii.y && a.radii.y == a.radii.z) return span_of_ball({{}, a.radii.x}, b_in_a, b);
  std::vector<Patch> patches;
  patches.reserve(8);
  for (int i = 0; i < 8; ++i)
    patches.push_back({a.radii, {{i & 1 ? 1.0 : -1.0, 0, 0}, {0, i & 2 ? 1.0 : -1.0, 0}, {0, 0, i & 4 ? 1.0 : -1.0}}});
  CoreSpan out = branch_and_bound(std::move(patches), inverse(b_in_a), b);
  out.on_a = b_in_a * out.on_a, out.on_b = b_in_a * out.on_b;
  return out;
}

}  // namespace

Vec3d farthest_from(Vec3d p, const Core& core) {
  switch (static_cast<CoreKind>(core.index())) {
    case CoreKind::point:
    case CoreKind::segment:
    case CoreKind::triangle:
    case CoreKind::polytope:
      return farthest_corner(p, CoreCorners(core).all);
    case CoreKind::box:
      return farthest(*std::get_if<Box>(&core), -p);
    case CoreKind::cylinder: {
      const Cylinder& c = *std::get_if<Cylinder>(&core);
      return farthest_on_rim(c.radius, -std::copysign(c.length / 2, p.z), -p);
    }
    case CoreKind::cone: {
      const Cone& c = *std::get_if<Cone>(&core);
      const Vec3d rim = farthest_on_rim(c.radius, -c.length / 2, -p), tip{0, 0, c.length / 2};
      return normalized(p - rim).length >= normalized(p - tip).length ? rim : tip;
    }
    case CoreKind::ellipsoid:
      return farthest_on_ellipsoid(p, *std::get_if<Ellipsoid>(&core));
    case CoreKind::tapered_capsule:
      return span_of_balls(*std::get_if<TaperedCapsule>(&core), {}, Point{p}).on_a;
    case CoreKind::half_space:
    case CoreKind::compound:
      break;
  }
  fail("a half-space has no farthest point, and a union is computed piece by piece", __FILE__, __LINE__);
}

CoreSpan core_span(const Core& a, const Pose& b_in_a, const Core& b) {
  const CoreKind kind_a = static_cast<CoreKind>(a.index()), kind_b = static_cast<CoreKind>(b.index());
  const auto swapped = [&] {
    CoreSpan out = core_span(b, inverse(b_in_a), a);
    std::swap(out.on_a, out.on_b);
    out.on_a = b_in_a * out.on_a, out.on_b = b_in_a * out.on_b;
    return out;
  };
  switch (span_method(kind_a, kind_b)) {
    case SpanMethod::corner_curve:
      if (is_curved(kind_a)) return swapped();
      [[fallthrough]];
    case SpanMethod::corners: {
      const FarPair far = span_of_corners(a, b_in_a, b);
      return {far.distance, far.distance, far.on_a, far.on_b, Status::exact};
    }
    case SpanMethod::rims:
      return kind_a == CoreKind::ellipsoid ? swapped() : span_of_rims(a, b_in_a, b);
    case SpanMethod::ellipsoids:
      return span_of_ellipsoids(*std::get_if<Ellipsoid>(&a), b_in_a, b);
    case SpanMethod::balls:
      if (kind_a != CoreKind::tapered_capsule) return swapped();
      return span_of_balls(*std::get_if<TaperedCapsule>(&a), b_in_a, b);
    case SpanMethod::unbounded:
      return {.distance = std::numeric_limits<double>::infinity()};
    case SpanMethod::pieces:
    case SpanMethod::none:
      break;
  }
  fail("a union is computed piece by piece", __FILE__, __LINE__);
}

}  // namespace apart::convex
