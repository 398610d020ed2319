// Dynamic separating axes (Real-Time Rendering 25.11.4): two convex bodies, one of which moves along a line, touch
// between the latest time at which their intervals along an axis begin to overlap and the earliest at which they end.
#pragma once
#include <apart/motion/dynamic/times.hpp>
#include <apart/shapes/polytope.hpp>
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::motion {

class MovingAxes {
 public:
  MovingAxes(std::span<const Vec3d> a, std::span<const Vec3d> b, Vec3d b_moves_by) : a_(a), b_(b), by_(b_moves_by) {}

  // Narrows the times by one axis, of any length; false once they are apart for the whole motion.
  bool narrow(Vec3d axis) {
    if (axis == Vec3d{}) return possible_;
    const auto [a_low, a_high] = along(a_, axis);
    const auto [b_low, b_high] = along(b_, axis);
    const double speed = dot(axis, by_);
    if (speed == 0) {
      possible_ = possible_ && b_low <= a_high && a_low <= b_high;
    } else {
      const double one = (a_high - b_low) / speed, other = (a_low - b_high) / speed;
      enter_ = larger(enter_, lesser(one, other)), leave_ = lesser(leave_, larger(one, other));
      possible_ = possible_ && enter_ <= leave_;
    }
    return possible_;
  }
  MaybeTimes times() const { return possible_ ? within_motion(enter_, leave_) : MaybeTimes(); }

 private:
  struct Range {
    double low, high;
  };
  static Range along(std::span<const Vec3d> points, Vec3d axis) {
    Range out{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const Vec3d& p : points) out.low = lesser(out.low, dot(axis, p)), out.high = larger(out.high, dot(axis, p));
    return out;
  }

  std::span<const Vec3d> a_, b_;
  Vec3d by_;
  double enter_ = 0, leave_ = 1;
  bool possible_ = true;
};

// Two triangles: both normals, the products of their edges, and for coplanar ones the edges' own normals in the plane.
inline MaybeTimes moving_triangles(const Triangle& a, const Triangle& b, Vec3d b_moves_by) {
  MovingAxes axes({&a.a, 3}, {&b.a, 3}, b_moves_by);
  const Vec3d of_a = area_vector(a), of_b = area_vector(b);
  if (!axes.narrow(of_a) || !axes.narrow(of_b)) return {};
  for (int i = 0; i < 3; ++i) {
    const Vec3d edge_a = a[(i + 1) % 3] - a[i], edge_b = b[(i + 1) % 3] - b[i];
    if (!axes.narrow(cross(of_a, edge_a)) || !axes.narrow(cross(of_b, edge_b))) return {};
    for (int j = 0; j < 3; ++j)
      if (!axes.narrow(cross(edge_a, b[(j + 1) % 3] - b[j]))) return {};
  }
  return axes.times();
}

// The corners, face normals and edge directions of a convex body; flat ones have the normals of their edges too.
struct ConvexAxes {
  std::span<const Vec3d> corners, normals, edges;
};
inline MaybeTimes moving_convex(const ConvexAxes& a, const ConvexAxes& b, Vec3d b_moves_by) {
  MovingAxes axes(a.corners, b.corners, b_moves_by);
  for (const Vec3d& n : a.normals)
    if (!axes.narrow(n)) return {};
  for (const Vec3d& n : b.normals)
    if (!axes.narrow(n)) return {};
  for (const Vec3d& e : a.edges)
    for (const Vec3d& f : b.edges)
      if (!axes.narrow(cross(e, f))) return {};
  return axes.times();
}

}  // namespace apart::motion
