// Fits spheres and boxes in the frames of their parents.
#include <apart/hierarchy/trees/nested_tree.hpp>

namespace apart::hierarchy {
namespace {

Vec3d vec(const double (&v)[3]) { return {v[0], v[1], v[2]}; }

ShiftedFrame shifted(const ShiftedFrame& by, Vec3f offset) {
  return {{by.centre[0] + double(offset.x), by.centre[1] + double(offset.y), by.centre[2] + double(offset.z)}};
}

Vec3d middle(std::span<const Triangle> content) {
  Bounds bounds;
  for (Vec3d p : corners(content)) bounds.add(p);
  return bounds.centre();
}

}  // namespace

ShiftedFrame Nesting<Sphere<float>>::within(const ShiftedFrame& parent, const Sphere<float>& kept) {
  return shifted(parent, kept.centre);
}

Sphere<double> Nesting<Sphere<float>>::seen(const ShiftedFrame& frame, const Sphere<float>& kept) {
  return {vec(frame.centre), double(kept.radius)};
}

Sphere<float> Nesting<Sphere<float>>::fit(const ShiftedFrame& parent, std::span<const Triangle> content) {
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

Aabb<float> Nesting<Aabb<float>>::fit(const ShiftedFrame& parent, std::span<const Triangle> content) {
  Aabb<float> out{cast<float>(middle(content) - vec(parent.centre)), {}};
  const Vec3d centre = vec(within(parent, out).centre);
  Vec3d half{};
  for (Vec3d p : corners(content)) half = larger(half, abs(p - centre));
  for (int k = 0; k < 3; ++k) out.half[k] = round_above<float>(half[k] * (1 + 2 * kUnit<double>));
  return out;
}

TurnedFrame Nesting<Obb<float>>::within(const TurnedFrame& parent, const NestedObb& kept) {
  const Quaternion rotation{double(kept.rotation[0]), double(kept.rotation[1]), double(kept.rotation[2]),
                            double(kept.rotation[3])};
  const Vec3d centre = vec(parent.centre) + transposed_times(rotation_of(parent.rotation), cast<double>(kept.centre));
  return {normalized(rotation * parent.rotation), {centre.x, centre.y, centre.z}};
}

Obb<double> Nesting<Obb<float>>::seen(const TurnedFrame& frame, const NestedObb& kept) {
  return {rotation_of(frame.rotation), vec(frame.centre), cast<double>(kept.half)};
}

NestedObb Nesting<Obb<float>>::fit(const TurnedFrame& parent, std::span<const Triangle> content) {
  Mat3d wanted = principal_axes(content);
  if (determinant(wanted) < 0) wanted.rows[0] = -wanted.rows[0];  // the same box
  const Quaternion rotation = quaternion_of(wanted) * inverse(parent.rotation);
  NestedObb out{
      {rounded<float>(rotation.w), rounded<float>(rotation.x), rounded<float>(rotation.y), rounded<float>(rotation.z)},
      {},
      {}};
  // Along the composed axes, about the parent's centre, which is near.
  const Mat3d axes = rotation_of(within(parent, out).rotation);
  const std::span<const Vec3d> points = corners(content);
  const Vec3d origin = vec(parent.centre);
  Vec3d low = axes * (points[0] - origin), high = low;
  for (Vec3d p : points) {
    const Vec3d along = axes * (p - origin);
    low = lesser(low, along), high = larger(high, along);
  }
  out.centre = cast<float>(rotation_of(parent.rotation) * transposed_times(axes, 0.5 * low + 0.5 * high));
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

}  // namespace apart::hierarchy
