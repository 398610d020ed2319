// Distances and depths of convex hulls by each algorithm, against exact integers.
#include <apart/convex/features/vclip.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/polytope/separating_axes.hpp>

#include "tests/oracle/convex_cases.hpp"

namespace apart {
namespace convex_test {

using oracle::Case;
using oracle::check_depth;
using oracle::check_distance;
using oracle::exact_convex;
using oracle::farthest;
using oracle::for_all;
using oracle::Points;
using oracle::Seen;

// No point is lost when a hull is made of them, beyond what it admits; and of its vertices it finds the farthest.
TEST(ConvexAgainstExact, Polytopes) {
  Random random(3);
  double worst = 0;
  for_all(10, 400, 20000, 0, [&](int, const Case& c) {
    for (const Points* points : {&c.a, &c.b}) {
      const Polytope hull = Polytope::make(*points).value();
      const std::string wrong = problem(hull);
      ASSERT_EQ(wrong, "");
      ASSERT_LE(hull.slack(), 2 * c.floor());
      const Points vertices(hull.vertices().begin(), hull.vertices().end());
      for (Vec3d v : vertices) ASSERT_NE(std::find(points->begin(), points->end(), v), points->end());
      for (Vec3d p : *points) {
        const double lost = exact_convex(Points{p}, vertices).distance;
        worst = larger(worst, lost / c.floor());
        ASSERT_LE(lost, c.floor());
      }
      const Vec3d direction = random.direction();
      const Vec3d found = vertices[hull.farthest_vertex(direction)];
      for (Vec3d v : vertices) ASSERT_LE(dot(direction, v - found), c.floor() / 16);
    }
  });
  std::printf("[ saw      ] points at most %.2g of the floor outside\n", worst);
}

TEST(ConvexAgainstExact, Gjk) {
  Seen seen{"GJK"};
  for_all(11, 2500, 100000, 0, [&](int, const Case& c) {
    const GjkResult r = gjk(PointsSupport{c.a}, PointsSupport{c.b});
    check_distance(c, r.distance, r.at_least, r.status, seen);
  });
  EXPECT_EQ(seen.unfinished, 0);
}

TEST(ConvexAgainstExact, Epa) {
  Seen seen{"EPA"};
  for_all(12, 2500, 100000, 5000, [&](int, const Case& c) {
    if (!c.truth.meet()) return;
    const EpaResult r = epa(PointsSupport{c.a}, PointsSupport{c.b});
    check_depth(c, r.depth(), r.depth_at_least(), r.normal, r.status, seen);
    ASSERT_LE(length(r.on_a - r.on_b - r.depth() * r.normal), c.floor());
  });
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

Polytope polytope(const Points& points) { return Polytope::make(points).value(); }

// Positive separations are bounds; of pairs that meet it is the depth.
TEST(ConvexAgainstExact, SeparatingAxes) {
  Seen seen{"separating axes"};
  for_all(13, 2500, 100000, 5000, [&](int, const Case& c) {
    const AxesResult r = separating_axes(polytope(c.a), {}, polytope(c.b));
    ASSERT_TRUE(std::isfinite(r.distance));
    ASSERT_LE(r.distance, c.truth.distance * (1 + 1e-15) + c.floor());
    ASSERT_FALSE(r.meet() && c.truth.distance > c.floor());
    ASSERT_TRUE(r.meet() || c.truth.depth <= c.floor());
    if (c.truth.meet()) check_depth(c, larger(-r.distance, 0.0), 0, r.normal, r.status, seen);
  });
  EXPECT_EQ(seen.unfinished, 0);
}

void check_walk(const Case& c, const FeatureDistance& r, int& fell_back, Seen& seen) {
  fell_back += r.fell_back;
  if (c.truth.meet())
    check_depth(c, larger(-r.distance, 0.0), 0, r.normal, r.status, seen);
  else
    check_distance(c, larger(r.distance, 0.0), larger(r.at_least, 0.0), r.status, seen);
  if (::testing::Test::HasFatalFailure()) return;
  ASSERT_NEAR(length(r.normal), 1, 1e-12);
  ASSERT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 2 * c.floor());
}

TEST(ConvexAgainstExact, VoronoiMarching) {
  Seen seen{"Voronoi marching"};
  int fell_back = 0;
  for_all(14, 2500, 100000, 5000, [&](int, const Case& c) {
    check_walk(c, voronoi_marching(polytope(c.a), {}, polytope(c.b)), fell_back, seen);
  });
  std::printf("[ saw      ] %d walks fell back\n", fell_back);
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

TEST(ConvexAgainstExact, VClip) {
  Seen seen{"V-Clip"};
  int fell_back = 0;
  for_all(15, 2500, 100000, 5000,
          [&](int, const Case& c) { check_walk(c, vclip(polytope(c.a), {}, polytope(c.b)), fell_back, seen); });
  std::printf("[ saw      ] %d walks fell back\n", fell_back);
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

}  // namespace convex_test
}  // namespace apart
