// Triangle pairs against CGAL's exact predicates and exact rationals.
#include <CGAL/Exact_rational.h>
#include <CGAL/Simple_cartesian.h>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "tests/oracle/cgal.hpp"
#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace triangles_test {

using testing::Family;
using testing::TrianglePair;

using oracle::cgal_overlap;

std::string show(const TrianglePair& pair) {
  std::string text;
  for (const Triangle& t : {pair.s, pair.t})
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
    if (i % 10 == 0) {
      ASSERT_EQ(meeting(pair.s, pair.t).kind != Meeting::Kind::none, truth) << show(pair);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Triangles, EachFamily, ::testing::ValuesIn(testing::families), [](const auto& family) {
  std::string name = family.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

// Everything in rationals: signs, meetings and distances written out again without any rounding.
using Rational = CGAL::Exact_rational;
using Exact = CGAL::Simple_cartesian<Rational>;

Exact::Point_3 exact(Vec3d p) { return {Rational(p.x), Rational(p.y), Rational(p.z)}; }
Vec3d rounded(const Exact::Point_3& p) {
  return {CGAL::to_double(p.x()), CGAL::to_double(p.y()), CGAL::to_double(p.z())};
}

TEST(ExactSigns, AreThoseOfRationals) {
  Random random(32);
  testing::Outcomes on_plane("orient3d, zero or not");
  const int count = testing::cases(2'000, 40'000);
  for (const Family& family : testing::families)
    for (int i = 0; i < count; ++i) {
      const TrianglePair pair = family.make(random);
      const Vec3d p[4] = {pair.s.a, pair.s.b, pair.s.c, pair.t[static_cast<int>(random.below(3))]};
      const auto u = exact(p[1]) - exact(p[0]), v = exact(p[2]) - exact(p[0]), w = exact(p[3]) - exact(p[0]);
      const auto normal = CGAL::cross_product(u, v);
      const Rational det = normal * w;
      on_plane.saw(det == 0);
      ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), int(CGAL::sign(det))) << show(pair);
      for (int axis = 0; axis < 3; ++axis)
        ASSERT_EQ(orient2d(p[0], p[1], p[2], axis), int(CGAL::sign(normal[axis]))) << show(pair);
      ASSERT_EQ(collinear(p[0], p[1], p[2]), normal == CGAL::NULL_VECTOR) << show(pair);
      const Vec3d area = exact_area_vector(p[0], p[1], p[2]);
      for (int axis = 0; axis < 3; ++axis) {
        const double truth = CGAL::to_double(normal[axis]);
        if (std::abs(truth) < 1e-290 || std::abs(truth) > 1e300) continue;
        ASSERT_NEAR(area[axis] / truth, 1, 1e-15) << show(pair);
      }
    }
}

TEST(ExactMeeting, IsCgalsIntersection) {
  using Kind = Meeting::Kind;
  Random random(33);
  testing::Outcomes outcomes("meeting, of proper triangles");
  const int count = testing::cases(3'000, 60'000);
  for (const Family& family : testing::families) {
    if (!testing::ordinary(family)) continue;  // positions there are compared in quick tests
    for (int i = 0; i < count; ++i) {
      const TrianglePair pair = family.make(random);
      const auto& [s, t] = pair;
      const Exact::Triangle_3 es(exact(s.a), exact(s.b), exact(s.c)), et(exact(t.a), exact(t.b), exact(t.c));
      if (es.is_degenerate() || et.is_degenerate()) continue;
      const Meeting found = meeting(s, t);
      const auto truth = CGAL::intersection(es, et);
      outcomes.saw(bool(truth));
      if (!truth) {
        ASSERT_EQ(found.kind, Kind::none) << show(pair);
        continue;
      }
      double size = 0;
      for (const Triangle& x : {s, t})
        for (int k = 0; k < 3; ++k) size = std::max(size, largest(abs(x[k])));
      const double close = 4e-16 * size;
      if (const auto* p = boost::get<Exact::Point_3>(&*truth)) {
        ASSERT_EQ(found.kind, Kind::point) << show(pair);
        ASSERT_LE(length(found.p - rounded(*p)), close) << show(pair);
        ASSERT_EQ(found.p, found.q);
      } else if (const auto* e = boost::get<Exact::Segment_3>(&*truth)) {
        ASSERT_EQ(found.kind, Kind::segment) << show(pair);
        const Vec3d a = rounded(e->source()), b = rounded(e->target());
        const bool same = length(found.p - a) + length(found.q - b) <= 2 * close;
        ASSERT_TRUE(same || length(found.p - b) + length(found.q - a) <= 2 * close) << show(pair);
      } else {
        ASSERT_EQ(found.kind, Kind::area) << show(pair);
        std::vector<Exact::Point_3> corners;
        if (const auto* polygon = boost::get<std::vector<Exact::Point_3>>(&*truth)) corners = *polygon;
        if (const auto* triangle = boost::get<Exact::Triangle_3>(&*truth))
          corners = {triangle->vertex(0), triangle->vertex(1), triangle->vertex(2)};
        Rational longest = 0;
        for (const auto& a : corners)
          for (const auto& b : corners) longest = std::max(longest, Rational(CGAL::squared_distance(a, b)));
        ASSERT_NEAR(length(found.q - found.p), std::sqrt(CGAL::to_double(longest)), close) << show(pair);
      }
    }
  }
}

// The least of 9 pairs of edges and 6 of vertex and face, when they are apart.
Rational exact_squared_distance(const Triangle& s, const Triangle& t) {
  if (cgal_overlap(s, t)) return 0;
  Rational least = CGAL::squared_distance(exact(s.a), exact(t.a));
  const auto edge = [](const Triangle& x, int i) { return Exact::Segment_3(exact(x[i]), exact(x[(i + 1) % 3])); };
  const auto keep = [&](const Rational& x) { least = std::min(least, x); };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const auto e = edge(s, i), f = edge(t, j);
      keep(CGAL::squared_distance(e.source(), f.source()));
      if (!f.is_degenerate()) keep(CGAL::squared_distance(e.source(), f));
      if (!e.is_degenerate()) keep(CGAL::squared_distance(f.source(), e));
      if (!e.is_degenerate() && !f.is_degenerate()) keep(CGAL::squared_distance(e, f));
    }
  const auto faces = [&](const Triangle& face, const Triangle& points) {
    const Exact::Triangle_3 f(exact(face.a), exact(face.b), exact(face.c));
    if (f.is_degenerate()) return;
    for (int i = 0; i < 3; ++i) keep(CGAL::squared_distance(exact(points[i]), f));
  };
  faces(s, t);
  faces(t, s);
  return least;
}

TEST(ExactDistance, IsThatOfRationals) {
  Random random(34);
  testing::Outcomes apart("distance, apart or not");
  const int count = testing::cases(400, 8'000);
  double worst_by_size = 0, worst_relative = 0;
  for (const Family& family : testing::families) {
    if (!testing::ordinary(family)) continue;
    for (int i = 0; i < count; ++i) {
      const TrianglePair pair = family.make(random);
      const auto& [s, t] = pair;
      const double truth = std::sqrt(CGAL::to_double(exact_squared_distance(s, t)));
      const TriangleGap gap = distance(s, t);
      const double found = std::sqrt(gap.squared);
      apart.saw(truth > 0);
      ASSERT_EQ(found > 0, truth > 0) << show(pair);
      double size = 0, reach = 0;
      for (const Vec3d p : {s.a, s.b, s.c, t.a, t.b, t.c}) {
        size = std::max(size, length(p - s.a));
        reach = std::max(reach, largest(abs(p)));
      }
      if (truth > 0) {
        worst_by_size = std::max(worst_by_size, std::abs(found - truth) / size);
        worst_relative = std::max(worst_relative, std::abs(found / truth - 1));
        ASSERT_LE(std::abs(found - truth), 2e-15 * size) << show(pair);
        ASSERT_LE(std::abs(found / truth - 1), 1e-6) << show(pair);
      }
      ASSERT_NEAR(length(gap.on_t - gap.on_s), found, 2e-15 * (size + reach)) << show(pair);
    }
  }
  std::printf("[ saw      ] error up to %.2g of the size, %.2g of the distance\n", worst_by_size, worst_relative);
}

}  // namespace triangles_test
}  // namespace apart
