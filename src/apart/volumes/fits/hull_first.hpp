// Points with the corners of their convex hull first: extents along any direction are those of the first ones alone
// (Ericson 2005, section 4.2.3).
#pragma once
#include <apart/shapes/hull.hpp>

namespace apart::volumes {

struct HullFirst {
  std::vector<u32> order;     // indices of the points: the corners of the hull, then all others as they were
  std::vector<Vec3d> points;  // in that order
  std::size_t corners = 0;    // how many of them are corners
  double slack = 0;           // no point lies farther than this outside of the hull of the corners

  std::span<const Vec3d> outer() const { return {points.data(), corners}; }
};

inline HullFirst hull_first(std::span<const Vec3d> points) {
  const Hull hull = convex_hull(points);
  HullFirst out{hull.corners, {}, hull.corners.size(), hull.slack};
  std::vector<bool> is_corner(points.size(), false);
  for (const u32 k : hull.corners) is_corner[k] = true;
  for (u32 k = 0; k < points.size(); ++k)
    if (!is_corner[k]) out.order.push_back(k);
  for (const u32 k : out.order) out.points.push_back(points[k]);
  return out;
}

}  // namespace apart::volumes
