// Convex hull in the plane, and rotating calipers over it.
#include <algorithm>
#include <apart/volumes/fits/calipers.hpp>
#include <cmath>

namespace apart::volumes {

namespace {

double cross(Point2 o, Point2 a, Point2 b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); }
double dot(Point2 a, Point2 b) { return a.x * b.x + a.y * b.y; }
Point2 minus(Point2 a, Point2 b) { return {a.x - b.x, a.y - b.y}; }

}  // namespace

std::vector<Point2> convex_hull(std::span<const Point2> points) {
  std::vector<Point2> sorted(points.begin(), points.end());
  std::sort(sorted.begin(), sorted.end(), [](Point2 a, Point2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  sorted.erase(std::unique(sorted.begin(), sorted.end(), [](Point2 a, Point2 b) { return a.x == b.x && a.y == b.y; }),
               sorted.end());
  if (sorted.size() < 3) return sorted;
  // Lower chain from left to right, then upper chain from right to left.
  std::vector<Point2> hull;
  const auto walk = [&](auto from, auto to) {
    const std::size_t start = hull.size();
    for (auto p = from; p != to; ++p) {
      while (hull.size() >= start + 2 && !(cross(hull[hull.size() - 2], hull.back(), *p) > 0)) hull.pop_back();
      hull.push_back(*p);
    }
    hull.pop_back();  // the other chain starts with it
  };
  walk(sorted.begin(), sorted.end());
  walk(sorted.rbegin(), sorted.rend());
  return hull;
}

Rectangle2 minimum_rectangle(std::span<const Point2> hull) {
  const std::size_t n = hull.size();
  if (n < 2) return {{1, 0}, 0, 0};
  const auto at = [&](std::size_t i) { return hull[i % n]; };
  Rectangle2 best{{1, 0}, 0, 0};
  bool first = true;
  std::size_t ahead = 1, across = 1, behind = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const Point2 edge = minus(at(i + 1), at(i));
    // Not std::hypot, whose last bit differs between machines. Scaled by a power of two, which is exact, so that
    // squares neither overflow nor underflow.
    const double most = std::max(std::abs(edge.x), std::abs(edge.y));
    if (!(most > 0)) continue;
    const double up = std::ldexp(1.0, std::min(-std::ilogb(most), 1023)), x = up * edge.x, y = up * edge.y;
    const double size = std::sqrt(x * x + y * y);
    const Point2 u{x / size, y / size}, v{-u.y, u.x};
    const auto move = [&](std::size_t& side, std::size_t from, Point2 direction) {
      side = std::max(side, from);
      while (side < from + n && dot(minus(at(side + 1), at(side)), direction) > 0) ++side;
    };
    move(ahead, i + 1, u);
    move(across, ahead, v);
    move(behind, across, {-u.x, -u.y});
    const double length = dot(minus(at(ahead), at(behind)), u), width = dot(minus(at(across), at(i)), v);
    if (first || length * width < best.area() ||
        (length * width == best.area() && length + width < best.length + best.width))
      best = {u, length, width};
    first = false;
  }
  return best;
}

}  // namespace apart::volumes
