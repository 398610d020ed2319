// The rectangle of least area around points in a plane, by rotating calipers.
#pragma once
#include <span>
#include <vector>

namespace apart::volumes {

struct Point2 {
  double x, y;
};

// The corners of the convex hull, counter-clockwise; no three collinear, to rounding. Collinear points give their two
// ends, equal points one.
std::vector<Point2> convex_hull(std::span<const Point2> points);

struct Rectangle2 {
  Point2 along;          // unit direction of one side
  double length, width;  // extents along it and across
  double area() const { return length * width; }
};

// One side of the minimal rectangle lies on an edge of the hull, so the calipers need to stop only there; each of the
// other three sides advances by at most one revolution, which makes it linear. Corners as returned by convex_hull.
Rectangle2 minimum_rectangle(std::span<const Point2> hull);

}  // namespace apart::volumes
