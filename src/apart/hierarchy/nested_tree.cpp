#include <apart/hierarchy/nested_tree.hpp>

namespace apart {
namespace {

Vec3d vec(const double (&v)[3]) { return {v[0], v[1], v[2]}; }

ShiftedFrame shifted(const ShiftedFrame& by, Vec3f offset) {
  return {{by.centre[0] + double(offset.x), by.centre[1] + double(offset.y), by.centre[2] + double(offset.z)}};
}

Vec3d middle(std::span<const Triangled> content) {
  Bounds bounds;
  for (Vec3d p : corners(content)) bounds.add(p);
  return bounds.centre();
}

using Quaternion = double[4];

Mat3d matrix(const Quaternion& q) { return Posed::from_quaternion(q[0], q[1], q[2], q[3], {}).value().rotation; }

// The turn that is first `by`, then `q`, of unit length.
void turn_after(const Quaternion& q, const Quaternion& by, Quaternion& out) {
  out[0] = q[0] * by[0] - q[1] * by[1] - q[2] * by[2] - q[3] * by[3];
  out[1] = q[0] * by[1] + q[1] * by[0] + q[2] * by[3] - q[3] * by[2];
  out[2] = q[0] * by[2] - q[1] * by[3] + q[2] * by[0] + q[3] * by[1];
  out[3] = q[0] * by[3] + q[1] * by[2] - q[2] * by[1] + q[3] * by[0];
  const double size = std::sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
  for (double& x : out) x /= size;
}

// Of a rotation, from its largest part, so that no digits cancel.
void quaternion(const Mat3d& m, Quaternion& q) {
  const double squares[4] = {1 + m(0, 0) + m(1, 1) + m(2, 2), 1 + m(0, 0) - m(1, 1) - m(2, 2),
                             1 - m(0, 0) + m(1, 1) - m(2, 2), 1 - m(0, 0) - m(1, 1) + m(2, 2)};
  int most = 0;
  for (int k = 1; k < 4; ++k)
    if (squares[k] > squares[most]) most = k;
  const double x = m(2, 1) - m(1, 2), y = m(0, 2) - m(2, 0), z = m(1, 0) - m(0, 1);
  const double xy = m(0, 1) + m(1, 0), yz = m(1, 2) + m(2, 1), zx = m(2, 0) + m(0, 2);
  const double rows[4][4] = {
      {squares[0], x, y, z}, {x, squares[1], xy, zx}, {y, xy, squares[2], yz}, {z, zx, yz, squares[3]}};
  const double size = 2 * std::sqrt(squares[most]);
  for (int k = 0; k < 4; ++k) q[k] = rows[most][k] / size;
}

}  // namespace

ShiftedFrame Nesting<Sphere<float>>::within(const ShiftedFrame& parent, const Sphere<float>& kept) {
  return shifted(parent, kept.centre);
}

Sphere<double> Nesting<Sphere<float>>::seen(const ShiftedFrame& frame, const Sphere<float>& kept) {
  return {vec(frame.centre), double(kept.radius)};
}

Sphere<float> Nesting<Sphere<float>>::fit(const ShiftedFrame& parent, std::span<const Triangled> content) {
  Sphere<float> out{cast<float>(middle(content) - vec(parent.centre)), 0};
  out.radius = round_above<float>(sphere_about<double>(vec(within(parent, out).centre), corners(content)).radius);
  return out;
}

ShiftedFrame Nesting<Aabb<float>>::within(const ShiftedFrame& parent, const Aabb<float>& kept) {
  return shifted(parent, kept.centre);
}

Aabb<double> Nesting<Aabb<float>>::seen(const ShiftedFrame& frame, const Aabb<float>& kept) {
  return {vec(frame.centre), cast<double>(kept.half)};
}

Aabb<float> Nesting<Aabb<float>>::fit(const ShiftedFrame& parent, std::span<const Triangled> content) {
  Aabb<float> out{cast<float>(middle(content) - vec(parent.centre)), {}};
  const Vec3d centre = vec(within(parent, out).centre);
  Vec3d half{};
  for (Vec3d p : corners(content)) half = larger(half, abs(p - centre));
  for (int k = 0; k < 3; ++k) out.half[k] = round_above<float>(half[k] * (1 + 2 * kUnit<double>));
  return out;
}

TurnedFrame Nesting<Obb<float>>::within(const TurnedFrame& parent, const NestedObb& kept) {
  const Quaternion turn{double(kept.turn[0]), double(kept.turn[1]), double(kept.turn[2]), double(kept.turn[3])};
  const Vec3d centre =
      vec(parent.centre) + transposed_times(matrix(parent.turn), cast<double>(kept.centre));  // out of its axes
  TurnedFrame out{{}, {centre.x, centre.y, centre.z}};
  turn_after(turn, parent.turn, out.turn);
  return out;
}

Obb<double> Nesting<Obb<float>>::seen(const TurnedFrame& frame, const NestedObb& kept) {
  return {matrix(frame.turn), vec(frame.centre), cast<double>(kept.half)};
}

NestedObb Nesting<Obb<float>>::fit(const TurnedFrame& parent, std::span<const Triangled> content) {
  NestedObb out{{}, {}, {}};
  Mat3d wanted = principal_axes(content);
  if (determinant(wanted) < 0) wanted.rows[0] = -wanted.rows[0];  // the same box
  Quaternion absolute, relative;
  quaternion(wanted, absolute);
  const Quaternion back{parent.turn[0], -parent.turn[1], -parent.turn[2], -parent.turn[3]};
  turn_after(absolute, back, relative);
  for (int k = 0; k < 4; ++k) out.turn[k] = rounded<float>(relative[k]);
  // Along the axes as they will be composed, about the parent's centre, which is near.
  const Mat3d axes = matrix(within(parent, out).turn);
  const std::span<const Vec3d> points = corners(content);
  const Vec3d origin = vec(parent.centre);
  Vec3d low = axes * (points[0] - origin), high = low;
  for (Vec3d p : points) {
    const Vec3d along = axes * (p - origin);
    low = lesser(low, along), high = larger(high, along);
  }
  out.centre = cast<float>(matrix(parent.turn) * transposed_times(axes, 0.5 * low + 0.5 * high));
  const Vec3d centre = vec(within(parent, out).centre);
  Vec3d half{};
  double far = 0;
  for (Vec3d p : points) {
    const Vec3d d = p - centre;
    half = larger(half, abs(axes * d));
    far = larger(far, largest(abs(d)));
  }
  for (int k = 0; k < 3; ++k) out.half[k] = round_above<float>(half[k] + 16 * kUnit<double> * far);
  return out;
}

}  // namespace apart
