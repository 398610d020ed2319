// Our triangles as CGAL's, and whether they overlap by its exact predicates.
#pragma once
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <algorithm>
#include <apart/shapes/triangle.hpp>
#include <variant>

namespace apart::oracle {

// Predicates on doubles, exact by intervals first and rationals after.
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle3 = Kernel::Triangle_3;

inline Point point(Vec3d p) { return {p.x, p.y, p.z}; }

// CGAL answers for proper objects only: a degenerate triangle goes in as what it is.
inline std::variant<Point, Segment, Triangle3> figure(const Triangle& t) {
  const Point a = point(t.a), b = point(t.b), c = point(t.c);
  if (!CGAL::collinear(a, b, c)) return Triangle3(a, b, c);
  const Point low = std::min({a, b, c}), high = std::max({a, b, c});
  if (low == high) return low;
  return Segment(low, high);
}

struct Intersect {
  bool operator()(const Point& a, const Point& b) const { return a == b; }
  bool operator()(const Point& a, const Segment& b) const { return b.has_on(a); }
  bool operator()(const Point& a, const Triangle3& b) const { return b.has_on(a); }
  bool operator()(const Segment& a, const Point& b) const { return a.has_on(b); }
  bool operator()(const Triangle3& a, const Point& b) const { return a.has_on(b); }
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return CGAL::do_intersect(a, b);
  }
};

inline bool cgal_overlap(const Triangle& s, const Triangle& t) { return std::visit(Intersect{}, figure(s), figure(t)); }

}  // namespace apart::oracle
