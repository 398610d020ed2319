// Bounds of a simplex in floats, rounded outward.
#include <apart/base/rounding.hpp>
#include <apart/decompose/near_faces.hpp>

namespace apart::decomposition {

SimplexInTree::SimplexInTree(const hierarchy::BoxTree& tree, std::span<const Vec3d> at,
                             std::span<const std::array<u32, 4>> simplices) {
  for (const auto& vertices : simplices)
    for (const u32 v : vertices)
      if (v < at.size()) box_.add(at[v]);
  const Vec3d centre = tree.frame.centre;
  const double size = largest(abs(centre)) + 2 * tree.frame.radius;
  const double error = 8 * kUnit<double> * size;
  const Vec3d margin{error, error, error};
  wrapped_ = volumes::Aabb<float>::from_min_max(box_.low - centre - margin, box_.high - centre + margin);
  // Two floats are subtracted and two added: rounded, these are off by their own units.
  const float room = 8 * kUnit<float>;
  wrapped_.half = wrapped_.half + room * (wrapped_.half + Vec3f{float(tree.frame.radius), float(tree.frame.radius),
                                                                float(tree.frame.radius)});
  if (simplices.size() > 1 || simplices[0][3] >= at.size()) return;
  const Vec3d corners[4] = {at[simplices[0][0]], at[simplices[0][1]], at[simplices[0][2]], at[simplices[0][3]]};
  const double slack = 64 * double(kUnit<float>) * tree.frame.radius + 4 * error;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3d a = corners[(k + 1) % 4], b = corners[(k + 2) % 4], c = corners[(k + 3) % 4], d = corners[k];
    Vec3d normal = cross(b - a, c - a);
    const double length = std::sqrt(dot(normal, normal));
    if (!(length > 0) || !std::isfinite(length)) continue;
    normal = normal / length;
    if (dot(normal, d - a) > 0) normal = -normal;
    Plane& plane = planes_[count_++];
    plane.normal = cast<float>(normal);
    // Measured for all corners, so that any direction is valid, however it was rounded.
    double end = -std::numeric_limits<double>::infinity();
    for (const Vec3d& p : corners) end = larger(end, dot(cast<double>(plane.normal), p - centre));
    plane.end = float_above(end + slack);
  }
}

u32 SimplexInTree::near(const volumes::InLanes<volumes::Aabb<float>, 8>& boxes) const {
  using Lanes = Pack<float, 8>;
  const auto beyond = [&](const Lanes& box_centre, const Lanes& box_half, float centre, float half) {
    return abs(box_centre - Lanes(centre)) > box_half + Lanes(half);
  };
  auto out = beyond(boxes.centre.x, boxes.half.x, wrapped_.centre.x, wrapped_.half.x) |
             beyond(boxes.centre.y, boxes.half.y, wrapped_.centre.y, wrapped_.half.y) |
             beyond(boxes.centre.z, boxes.half.z, wrapped_.centre.z, wrapped_.half.z);
  u32 left = ~bits(out) & 0xff;
  for (int k = 0; k < count_ && left != 0; ++k) {
    const Plane& p = planes_[k];
    const Lanes least = boxes.centre.x * Lanes(p.normal.x) + boxes.centre.y * Lanes(p.normal.y) +
                        boxes.centre.z * Lanes(p.normal.z) - boxes.half.x * Lanes(std::abs(p.normal.x)) -
                        boxes.half.y * Lanes(std::abs(p.normal.y)) - boxes.half.z * Lanes(std::abs(p.normal.z));
    left &= ~bits(least > Lanes(p.end));
  }
  return left;
}

}  // namespace apart::decomposition
