// Triangulates each kind of core, rounded by its radius.
#include <apart/base/sin_cos.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/tessellate.hpp>

namespace apart {
namespace {

Mesh surface_of(const std::vector<Vec3d>& points) {
  const Hull hull = convex_hull(points);
  if (hull.dimension >= 2) return hull.surface();
  if (hull.vertices.empty()) return {};
  return Mesh::make(hull.vertices, {{0, hull.dimension == 1 ? 1u : 0u, 0}}).value();
}

// Corners of the box inside the half-space, and where its plane intersects the box's edges.
std::vector<Vec3d> part_in_box(Vec3d normal, double offset, const Bounds& box) {
  std::vector<Vec3d> points;
  const auto corner = [&](int k) {
    return Vec3d{(k & 1 ? box.high : box.low).x, (k & 2 ? box.high : box.low).y, (k & 4 ? box.high : box.low).z};
  };
  for (int k = 0; k < 8; ++k) {
    const double above = dot(normal, corner(k)) - offset;
    if (above <= 0) points.push_back(corner(k));
    for (int bit : {1, 2, 4}) {
      if (k & bit) continue;
      const double other = dot(normal, corner(k | bit)) - offset;
      if ((above < 0) != (other < 0) && above != other)
        points.push_back(corner(k) + above / (above - other) * (corner(k | bit) - corner(k)));
    }
  }
  return points;
}

std::vector<Vec3d> square_beside(Vec3d normal, double offset, const Bounds& box) {
  const Vec3d centre = box.centre(), on = centre - (dot(normal, centre) - offset) * normal;
  Vec3d other{};
  other[longest_axis(Vec3d{1, 1, 1} - abs(normal))] = 1;
  const Vec3d u = cross(normal, other) / length(cross(normal, other)), v = cross(normal, u);
  const double half = 0.5 * length(box.size());
  std::vector<Vec3d> points;
  for (double x : {-half, half})
    for (double y : {-half, half}) points.push_back(on + x * u + y * v);
  return points;
}

Mesh half_space(const Shape& shape, const Pose& pose, const Bounds& within) {
  const HalfSpace& own = *std::get_if<HalfSpace>(&shape.core());
  const double size = length(own.normal);
  const Vec3d normal = pose.rotate(own.normal / size);
  const double offset = own.offset / size + shape.radius() + dot(normal, pose.translation);
  std::vector<Vec3d> points = part_in_box(normal, offset, within);
  if (points.empty()) points = square_beside(normal, offset, within);
  const Pose back = inverse(pose);
  for (Vec3d& p : points) p = back * p;
  return surface_of(points);
}

// Directions along 32 meridians and 20 circles of latitude, and the poles.
std::vector<Vec3d> sampled_directions() {
  constexpr u64 kMeridians = 32, kBands = 21;
  std::vector<Vec3d> out{{0, 0, -1}};
  for (u64 b = 1; b < kBands; ++b) {
    const SinCos up = sin_cos(b, 2 * kBands);
    for (u64 s = 0; s < kMeridians; ++s) {
      const SinCos around = sin_cos(s, kMeridians);
      out.push_back({up.sin * around.cos, up.sin * around.sin, -up.cos});
    }
  }
  out.push_back({0, 0, 1});
  return out;
}

}  // namespace

Mesh tessellated(const Shape& shape, const Pose& pose, const Bounds& within) {
  if (shape.kind() == CoreKind::half_space) return half_space(shape, pose, within);
  if (shape.kind() == CoreKind::compound) {
    std::vector<Mesh> pieces;
    for (const Piece& piece : *std::get_if<Compound>(&shape.core())->pieces) {
      const Shape rounded = piece.shape.with_radius(piece.shape.radius() + shape.radius());
      pieces.push_back(placed(tessellated(rounded, pose * piece.pose, within), piece.pose));
    }
    return joined(pieces);
  }
  std::vector<Vec3d> points;
  for (const Vec3d& d : sampled_directions()) points.push_back(farthest(shape, d));
  return surface_of(points);
}

}  // namespace apart
