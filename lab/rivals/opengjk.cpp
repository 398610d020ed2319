// openGJK: distances of hulls, in doubles. Built by the user, who names it to CMake (APART_OPENGJK_HEADERS,
// APART_OPENGJK_LIBRARY).
#include "lab/rivals/rival.hpp"

#if APART_LAB_OPENGJK
#include <openGJK/openGJK.h>
#endif

namespace apart::lab {

#if APART_LAB_OPENGJK
namespace {

struct Body {
  std::vector<Vec3d> points;
  std::vector<double*> rows;

  explicit Body(const ConvexBody& body) : points(body.points), rows(body.points.size()) {
    for (std::size_t i = 0; i < points.size(); ++i) rows[i] = &points[i].x;
  }
  Body(const Body&) = delete;
  gkPolytope polytope() {
    gkPolytope out{};
    out.numpoints = static_cast<int>(points.size());
    out.coord = rows.data();
    for (int i = 0; i < 3; ++i) out.s[i] = points[0][i];
    return out;
  }
};

// It has no poses: B's points are transformed in the query.
struct Pair {
  Body a, b;
  std::vector<Vec3d> of_b;

  Pair(const ConvexBody& ba, const ConvexBody& bb) : a(ba), b(bb), of_b(bb.points) {}
  ConvexAnswer distance(const Pose& at) {
    for (std::size_t i = 0; i < of_b.size(); ++i) b.points[i] = at * of_b[i];
    gkSimplex simplex;
    simplex.nvrtx = 0;
    const double distance = compute_minimum_distance(a.polytope(), b.polytope(), &simplex);
    const auto& w = simplex.witnesses;
    return {!(distance > 0), distance, {w[1][0] - w[0][0], w[1][1] - w[0][1], w[1][2] - w[0][2]}};
  }
};

std::vector<ConvexMethod> opengjk_convex(const ConvexTask& task) {
  if (!task.both(ConvexKind::hull)) return {};
  if (task.question != ConvexQuestion::boolean && task.question != ConvexQuestion::distance) return {};
  return {convex_method(
      "openGJK", "", [](const ConvexBody& a, const ConvexBody& b) { return std::make_shared<Pair>(a, b); },
      [](const Pose& pose) { return pose; }, [](Pair& p, const Pose& at) { return p.distance(at); })};
}

}  // namespace
#endif

Rival opengjk_rival() {
  Rival out{.name = "openGJK"};
#if APART_LAB_OPENGJK
  out.convex = opengjk_convex;
#endif
  return out;
}

}  // namespace apart::lab
