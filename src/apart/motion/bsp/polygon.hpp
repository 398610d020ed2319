// Convex polygons in space, cut by planes.
#pragma once
#include <apart/shapes/solids.hpp>
#include <vector>

namespace apart::motion {

using Polygon = std::vector<Vec3d>;

inline double height(const HalfSpace& plane, Vec3d p) { return dot(plane.normal, p) - plane.offset; }

struct HeightRange {
  double least = 0, most = 0;
};
inline HeightRange heights(const HalfSpace& plane, const Polygon& polygon) {
  HeightRange out{height(plane, polygon[0]), height(plane, polygon[0])};
  for (const Vec3d& p : polygon)
    out.least = lesser(out.least, height(plane, p)), out.most = larger(out.most, height(plane, p));
  return out;
}

struct CutPolygon {
  Polygon below, above;  // of fewer than three corners: nothing is there
};
// Along the height `level` over a plane. New corners lie on the edges to rounding, so that pieces of pieces are never
// off the polygon, however narrow the angles are at which it is cut.
inline CutPolygon cut(const Polygon& polygon, const HalfSpace& plane, double level = 0) {
  CutPolygon out;
  const HeightRange range = heights(plane, polygon);
  if (range.most <= level) return {polygon, {}};
  if (range.least >= level) return {{}, polygon};
  Vec3d p = polygon.back();
  double h = height(plane, p) - level;
  for (const Vec3d& q : polygon) {
    const double g = height(plane, q) - level;
    if ((h < 0 && g > 0) || (h > 0 && g < 0)) {
      // The same bits in whichever direction the edge is taken.
      const Vec3d between = h < 0 ? p + (h / (h - g)) * (q - p) : q + (g / (g - h)) * (p - q);
      out.below.push_back(between), out.above.push_back(between);
    }
    if (g <= 0) out.below.push_back(q);
    if (g >= 0) out.above.push_back(q);
    p = q, h = g;
  }
  return out;
}

}  // namespace apart::motion
