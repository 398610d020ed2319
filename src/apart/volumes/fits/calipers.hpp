// The rectangle of least area about points in a plane, by rotating calipers.
#pragma once
#include <span>
#include <vector>

namespace apart::volumes {

struct Point2 {
  double x, y;
};

// The corners of the convex hull, counter-clockwise; no three on a line, to rounding. Points that are all on a line
// leave their two ends, equal points leave one.
std::vector<Point2> convex_hull(std::span<const Point2> points);

struct Rectangle2 {
  Point2 along;          // unit direction of one side
  double length, width;  // along it and across
  double area() const { return length * width; }
};

// One side of the least rectangle lies on an edge of the hull, so the turning calipers need to stop only there; each of
// the other three sides moves on by at most one round, which makes it linear. The corners as convex_hull gives them.
Rectangle2 minimum_rectangle(std::span<const Point2> hull);

}  // namespace apart::volumes
