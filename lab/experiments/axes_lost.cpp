// What is lost when rectangles are tested along their minor axes only? (Chang, Wang, Kim: appendix.) Two rectangles of
// half sizes (h1, 1) and (h2, 1), rotated by 0° to 90° in steps of 10°, h1 and h2 from 0.1 to 1. Of all positions of
// their centres where the circumscribed circles meet and the minor axes do not separate, which share is disjoint, so
// that a major axis would separate them? Areas are computed exactly, by clipping.
#include <algorithm>
#include <apart/volumes/fits/calipers.hpp>
#include <cmath>
#include <numbers>

#include "lab/experiment.hpp"

namespace {

using namespace apart;

double dot(Point2 a, Point2 b) { return a.x * b.x + a.y * b.y; }
double cross(Point2 a, Point2 b) { return a.x * b.y - a.y * b.x; }

// Clips a polygon to |n·p| ≤ width.
std::vector<Point2> in_slab(std::vector<Point2> polygon, Point2 n, double width) {
  for (const double sign : {1.0, -1.0}) {
    std::vector<Point2> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Point2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
      const double ha = width - sign * dot(n, a), hb = width - sign * dot(n, b);
      if (ha >= 0) kept.push_back(a);
      if ((ha < 0) != (hb < 0)) {
        const double t = ha / (ha - hb);
        kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
      }
    }
    polygon = kept;
  }
  return polygon;
}

// The area of the intersection of a polygon and the circle about the origin: for each edge, triangles where it runs
// inside and sectors where it runs outside.
double area_in_circle(const std::vector<Point2>& polygon, double radius) {
  const auto sector = [&](Point2 a, Point2 b) { return 0.5 * radius * radius * std::atan2(cross(a, b), dot(a, b)); };
  double area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2 a = polygon[i], b = polygon[(i + 1) % polygon.size()], d{b.x - a.x, b.y - a.y};
    const double dd = dot(d, d), ad = dot(a, d), inside = ad * ad - dd * (dot(a, a) - radius * radius);
    if (!(dd > 0)) continue;
    const double root = std::sqrt(std::max(inside, 0.0)), t0 = std::clamp((-ad - root) / dd, 0.0, 1.0),
                 t1 = std::clamp((-ad + root) / dd, 0.0, 1.0);
    const auto at = [&](double t) { return Point2{a.x + t * d.x, a.y + t * d.y}; };
    if (!(inside > 0) || t0 >= t1)
      area += sector(a, b);
    else
      area += sector(a, at(t0)) + 0.5 * cross(at(t0), at(t1)) + sector(at(t1), b);
  }
  return area;
}

struct Rectangle {
  Point2 minor, major;
  double half;  // along minor; 1 along major
  double width(Point2 n) const { return half * std::abs(dot(minor, n)) + std::abs(dot(major, n)); }
};

double lost(double h1, double h2, double degrees) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  const Rectangle a{{1, 0}, {0, 1}, h1}, b{{c, s}, {-s, c}, h2};
  const double reach = std::hypot(h1, 1) + std::hypot(h2, 1);
  std::vector<Point2> region{{-reach, -reach}, {reach, -reach}, {reach, reach}, {-reach, reach}};
  const auto cut = [&](Point2 n) { region = in_slab(region, n, a.width(n) + b.width(n)); };
  cut(a.minor), cut(b.minor);
  const double kept = area_in_circle(region, reach);
  cut(a.major), cut(b.major);
  return 1 - area_in_circle(region, reach) / kept;
}

}  // namespace

namespace apart::lab {

void axes_lost(Run& run) {
  Table& table = run.table("lost", "Disjoint positions that the minor axes miss", {"h1", "h2", "degrees", "lost"});
  double sum = 0, worst = 0, worst_at[3] = {};
  int below = 0, samples = 0;
  constexpr int kBins = 25;
  std::vector<int> bins(kBins, 0);
  for (int i = 1; i <= 10; ++i)
    for (int j = 1; j <= 10; ++j)
      for (int k = 0; k <= 9; ++k) {
        const double ratio = lost(0.1 * i, 0.1 * j, 10 * k);
        table.add({0.1 * i, 0.1 * j, 10 * k, {ratio, 9}});
        sum += ratio, ++samples, below += ratio < 0.1;
        ++bins[static_cast<std::size_t>(std::clamp(static_cast<int>(100 * ratio), 0, kBins - 1))];
        if (ratio > worst) worst = ratio, worst_at[0] = 0.1 * i, worst_at[1] = 0.1 * j, worst_at[2] = 10 * k;
      }
  run.compare_difference("mean, in %", 100 * sum / samples, 6.4, 0.1);
  run.compare_difference("worst, in %", 100 * worst, 22.2, 0.1);
  run.compare_difference("pairs below 10 %, in %", 100.0 * below / samples, 80.7, 0.1);
  run.compare_difference("the worst is at h1 =", worst_at[0], 1, 1e-9);
  run.compare_difference("the worst is at h2 =", worst_at[1], 1, 1e-9);
  run.compare_difference("the worst is at an angle of, in degrees", worst_at[2], 0, 1e-9);
  Plot::Points histogram;
  for (int i = 0; i < kBins; ++i) histogram.push_back({i + 0.5, double(bins[static_cast<std::size_t>(i)])});
  run.plot("lost",
           Plot("What the minor axes miss", {"disjoint positions among those not separated, in %", false, 0, kBins},
                {"pairs of rectangles, of 1,000"})
               .bars("pairs", histogram, 1));
}

}  // namespace apart::lab
