// Triangle pairs against CGAL's exact predicates and exact rationals.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Exact_rational.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/orient.hpp>
#include <apart/triangles/overlap.hpp>

#include <variant>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace {

using testing::Family;
using testing::TrianglePair;

// Predicates on doubles, exact by intervals first and rationals after.
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle3 = Kernel::Triangle_3;

Point point(Vec3d p) { return {p.x, p.y, p.z}; }

// CGAL answers for proper objects only: a degenerate triangle goes in as what it is.
std::variant<Point, Segment, Triangle3> figure(const Triangled& t) {
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

bool cgal_overlap(const Triangled& s, const Triangled& t) { return std::visit(Intersect{}, figure(s), figure(t)); }

std::string show(const TrianglePair& pair) {
  std::string text;
  for (const Triangled& t : {pair.s, pair.t})
    for (int i = 0; i < 3; ++i) {
      char line[128];
      std::snprintf(line, sizeof line, "{%a, %a, %a},\n", t[i].x, t[i].y, t[i].z);
      text += line;
    }
  return text;
}

class EachFamily : public ::testing::TestWithParam<Family> {};

TEST_P(EachFamily, OverlapsAsCgalSays) {
  Random random(31);
  testing::Outcomes outcomes(std::string("overlap, ") + GetParam().name);
  const int count = testing::cases(60'000, 1'100'000);
  for (int i = 0; i < count; ++i) {
    const TrianglePair pair = GetParam().make(random);
    const bool truth = cgal_overlap(pair.s, pair.t);
    outcomes.saw(truth);
    ASSERT_EQ(overlap(pair.s, pair.t), truth) << show(pair);
    ASSERT_EQ(overlap(pair.t, pair.s), truth) << show(pair);
  }
}

INSTANTIATE_TEST_SUITE_P(Triangles, EachFamily, ::testing::ValuesIn(testing::families), [](const auto& family) {
  std::string name = family.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace apart
