// Signed distances of a point from each kind of core.
#include <apart/base/normalized.hpp>
#include <apart/convex/closed/ellipsoid_point.hpp>
#include <apart/convex/closed/point_gap.hpp>
#include <apart/convex/escalation/escalation.hpp>
#include <apart/triangles/point.hpp>
#include <apart/triangles/segment.hpp>

namespace apart::convex {
namespace {

// For a point outside, or on a degenerate set, where `across` is the direction if there is no other.
PointGap gap_to(Vec3d p, Vec3d nearest, Vec3d across) {
  const auto [unit, distance] = normalized(p - nearest);
  return {distance, nearest, distance > 0 ? unit : across};
}

// Nearest to the interior of an edge: the direction is perpendicular to it to the last digit, however near the point
// is; on the edge, to rounding, the given direction.
PointGap gap_to_edge(Vec3d p, Vec3d nearest, Vec3d edge, Vec3d across) {
  PointGap out = gap_to(p, nearest, across);
  if (out.distance <= rounding_error(larger(largest(abs(p)), largest(abs(edge))))) out.normal = across;
  const Vec3d along = normalized(edge).unit;
  if (const Vec3d straight = normalized(out.normal - dot(out.normal, along) * along).unit; straight != Vec3d{})
    out.normal = straight;
  return out;
}

// Solids of revolution about z reduce to the plane of radial distance and height.
struct Profile {
  double distance, out, up;  // signed; the nearest point
  double normal_out, normal_up;
};
PointGap turned(Vec3d p, double radius, const Profile& at) {
  const double x = radius > 0 ? p.x / radius : 1, y = radius > 0 ? p.y / radius : 0;
  return {at.distance, {x * at.out, y * at.out, at.up}, {x * at.normal_out, y * at.normal_out, at.normal_up}};
}
Profile outside(double out, double up, double nearest_out, double nearest_up) {
  const auto [unit, distance] = normalized({out - nearest_out, up - nearest_up, 0});
  return {distance, nearest_out, nearest_up, unit.x, unit.y};
}

// Outside by GJK; inside, the nearest of the planes.
PointGap polytope_gap(Vec3d p, const Core& core) {
  const Core point = Point{p};
  const ConvexGap gap = escalated_gap(core, {}, point, {.depth = false});
  if (gap.distance > 0) return {gap.distance, gap.on_a, gap.normal};
  const Polytope& polytope = *std::get_if<Polytope>(&core);
  PointGap out{-std::numeric_limits<double>::infinity(), p, {1, 0, 0}};
  for (const Polytope::Face& side : polytope.faces()) {
    const double distance =
        dot(side.plane.normal, p - polytope.centre()) - (side.plane.offset - dot(side.plane.normal, polytope.centre()));
    if (distance > out.distance) out.distance = distance, out.normal = side.plane.normal;
  }
  if (polytope.faces().empty()) {
    const auto corners = polytope.vertices();
    out.distance = 0, out.normal = perpendicular(corners[corners.size() - 1] - corners[0]);
  }
  out.distance = lesser(out.distance, 0.0);
  out.point = p - out.distance * out.normal;
  return out;
}

}  // namespace

PointGap point_gap(Vec3d p, const Point& core) { return gap_to(p, core.at, {1, 0, 0}); }

PointGap point_gap(Vec3d p, const Segment& core) {
  const SegmentPoint nearest = closest_on_segment(p, core.a, core.b);
  const Vec3d edge = core.b - core.a, across = perpendicular(edge);
  if (nearest.at > 0 && nearest.at < 1) return gap_to_edge(p, nearest.point, edge, across);
  return gap_to(p, nearest.point, across);
}

PointGap point_gap(Vec3d p, const Triangle& core) {
  const TrianglePoint nearest = closest_on_triangle(p, core);
  const Vec3d ab = core.b - core.a, ac = core.c - core.a;
  const double size = larger(largest(abs(ab)), largest(abs(ac)));
  const auto [normal, area] = size > 0 ? normalized(cross(ab / size, ac / size)) : Normalized{};
  // So thin that it has no normal: a segment or a point.
  if (!(area > 1e-7)) {
    const Vec3d edge = largest(abs(ab)) > largest(abs(ac)) ? ab : ac;
    if (nearest.feature < TriangleFeature::ab) return gap_to(p, nearest.point, perpendicular(edge));
    return gap_to_edge(p, nearest.point, edge, perpendicular(edge));
  }
  // Above a face the direction is the face normal, accurate however near the point is.
  if (nearest.feature == TriangleFeature::face) {
    const bool plain = nearest.squared > 1e-280 && nearest.squared < 1e300;
    return {plain ? std::sqrt(nearest.squared) : normalized(p - nearest.point).length, nearest.point,
            dot(normal, p - nearest.point) < 0 ? -normal : normal};
  }
  if (nearest.feature == TriangleFeature::ab) return gap_to_edge(p, nearest.point, ab, normal);
  if (nearest.feature == TriangleFeature::ca) return gap_to_edge(p, nearest.point, ac, normal);
  if (nearest.feature == TriangleFeature::bc) return gap_to_edge(p, nearest.point, core.c - core.b, normal);
  return gap_to(p, nearest.point, normal);
}

PointGap point_gap(Vec3d p, const Box& core) { return point_in_box_frame(p, core); }

PointGap point_gap(Vec3d p, const Cylinder& core) {
  const double out = normalized({p.x, p.y, 0}).length, half = core.length / 2;
  const double side = out - core.radius, end = std::abs(p.z) - half, up = p.z < 0 ? -1 : 1;
  if (side > 0 || end > 0)
    return turned(p, out, outside(out, p.z, lesser(out, core.radius), up * lesser(std::abs(p.z), half)));
  if (side > end) return turned(p, out, {side, core.radius, p.z, 1, 0});
  return turned(p, out, {end, out, up * half, 0, up});
}

PointGap point_gap(Vec3d p, const Cone& core) {
  const double out = normalized({p.x, p.y, 0}).length, half = core.length / 2;
  // The slant runs from the rim to the tip; its normal is (length, radius).
  const auto [normal, slant] = normalized({core.length, core.radius, 0});
  if (slant == 0) return gap_to(p, {}, {1, 0, 0});
  const double above = normal.x * (out - core.radius) + normal.y * (p.z + half);
  const double below = -half - p.z;
  if (above <= 0 && below <= 0 && out <= core.radius && p.z <= half) {
    if (above > below)
      return turned(p, out, {above, out - above * normal.x, p.z - above * normal.y, normal.x, normal.y});
    return turned(p, out, {below, out, -half, 0, -1});
  }
  // Nearest to the base, or to the slant at a fraction of its length.
  const Profile base = outside(out, p.z, lesser(out, core.radius), -half);
  const double along = (core.radius - out) * normal.y + (p.z + half) * normal.x;
  const double up = lesser(larger(along, 0.0), slant);
  // Exactly at the ends, so that a tip is a tip.
  const Profile side =
      up == slant ? outside(out, p.z, 0, half) : outside(out, p.z, core.radius - up * normal.y, -half + up * normal.x);
  const bool on_base = below > 0 && base.distance <= side.distance;
  Profile nearest = on_base ? base : side;
  if (nearest.distance == 0) nearest.normal_out = normal.x, nearest.normal_up = normal.y;
  if (!on_base && up > 0 && up < slant && above > 0)  // along the slant's own normal, which is accurate
    nearest.distance = above, nearest.normal_out = normal.x, nearest.normal_up = normal.y;
  return turned(p, out, nearest);
}

PointGap point_gap(Vec3d p, const Ellipsoid& core) {
  const OnEllipsoid nearest = nearest_on_ellipsoid(p, core);
  if (nearest.across != Vec3d{}) return gap_to(p, nearest.point, nearest.across);
  Vec3d slope{};
  const double least = lesser(lesser(core.radii.x, core.radii.y), core.radii.z);
  for (int i = 0; i < 3; ++i) slope[i] = nearest.point[i] / core.radii[i] * (least / core.radii[i]);
  const double distance = normalized(p - nearest.point).length;
  return {nearest.inside ? -distance : distance, nearest.point, normalized(slope).unit};
}

PointGap point_gap(Vec3d p, const TaperedCapsule& core) {
  const double out = normalized({p.x, p.y, 0}).length, half = core.length / 2;
  const auto ball = [&](double z, double radius) {
    const auto [unit, far] = normalized({out, p.z - z, 0});
    const double up = far > 0 ? unit.y : z < 0 ? -1 : 1;
    return turned(p, out, {far - radius, radius * unit.x, z + radius * up, unit.x, up});
  };
  const double more = core.radius_a - core.radius_b;
  if (std::abs(more) >= core.length) return more > 0 ? ball(-half, core.radius_a) : ball(half, core.radius_b);
  // The slant's normal through each centre ends where the slant touches that ball. Between the two normals the slant is
  // nearest, inside too: there p = c + w · normal, w ≥ 0, for a c of the axis, and the ball about c that touches the
  // slant is in the hull.
  const double normal_up = more / core.length;
  const double normal_out = std::sqrt((core.length - more) / core.length * ((core.length + more) / core.length));
  const double along = (p.z + half) * normal_out - out * normal_up;
  if (along < 0) return ball(-half, core.radius_a);
  if (along > core.length * normal_out) return ball(half, core.radius_b);
  const double distance = out * normal_out + (p.z + half) * normal_up - core.radius_a;
  return turned(p, out, {distance, out - distance * normal_out, p.z - distance * normal_up, normal_out, normal_up});
}

PointGap point_gap(Vec3d p, const HalfSpace& core) {
  const auto [normal, size] = normalized(core.normal);
  const double distance = dot(normal, p) - core.offset / size;
  return {distance, p - distance * normal, normal};
}

PointGap point_gap(Vec3d p, const Core& core) {
  switch (static_cast<CoreKind>(core.index())) {
    case CoreKind::point:
      return point_gap(p, *std::get_if<Point>(&core));
    case CoreKind::segment:
      return point_gap(p, *std::get_if<Segment>(&core));
    case CoreKind::triangle:
      return point_gap(p, *std::get_if<Triangle>(&core));
    case CoreKind::box:
      return point_gap(p, *std::get_if<Box>(&core));
    case CoreKind::cylinder:
      return point_gap(p, *std::get_if<Cylinder>(&core));
    case CoreKind::cone:
      return point_gap(p, *std::get_if<Cone>(&core));
    case CoreKind::ellipsoid:
      return point_gap(p, *std::get_if<Ellipsoid>(&core));
    case CoreKind::tapered_capsule:
      return point_gap(p, *std::get_if<TaperedCapsule>(&core));
    case CoreKind::polytope:
      return polytope_gap(p, core);
    case CoreKind::half_space:
      return point_gap(p, *std::get_if<HalfSpace>(&core));
    case CoreKind::compound:
      break;
  }
  fail("a union is computed piece by piece", __FILE__, __LINE__);
}

}  // namespace apart::convex
