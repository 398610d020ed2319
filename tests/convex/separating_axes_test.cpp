#include <apart/convex/linear/separating_plane.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace separating_axes_test {

using testing::PolytopePair;

AxesResult ask(const PolytopePair& p, const AxesOptions& options = {}) {
  return separating_axes(p.a, p.at, p.b, options);
}

TEST(SeparatingAxes, FindsWhatAllDirectionsSay) {
  testing::RandomPairs pairs(1);
  testing::Outcomes outcomes("polytopes that meet");
  for (int k = 0; k < testing::cases(1200, 50000);) {
    const PolytopePair p = pairs.next();
    if (p.a.half_edges().size() * p.b.half_edges().size() > 5000)
      continue;  // the slow twin looks at all pairs of edges
    ++k;
    const AxesResult r = ask(p);
    outcomes.saw(r.meet());
    ASSERT_NEAR(length(r.normal), 1, 1e-14) << k;
    ASSERT_LE(r.noise, 1e-12 * p.size);
    ASSERT_NEAR(r.distance, testing::separation_along(p, r.normal), 4 * r.noise) << k;
    // The least depth. When they are apart other directions may have more room, but some face of A − B has some.
    const double truth = testing::separation_of_all(p);
    if (truth < 0) {
      ASSERT_NEAR(r.distance, truth, 1e-8 * p.size) << k;
    } else {
      ASSERT_GE(r.distance, -1e-12 * p.size) << k;
    }
    if (!r.meet()) continue;
    ASSERT_EQ(r.status, Status::exact);
    ASSERT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 1e-13 * p.size) << k;
    ASSERT_LE(testing::outside_of(p.a, {}, r.on_a), 1e-7 * p.size) << k;
    ASSERT_LE(testing::outside_of(p.b, p.at, r.on_b), 1e-7 * p.size) << k;
  }
}

TEST(SeparatingAxes, SaysMeetWhenGjkDoes) {
  testing::RandomPairs pairs(2);
  testing::Outcomes outcomes("polytopes that meet");
  int doubtful = 0;
  long few = 0, all = 0;
  const int total = testing::cases(5000, 400000);
  for (int k = 0; k < total; ++k) {
    const PolytopePair p = pairs.next();
    const AxesResult r = ask(p, {.any = true}), full = ask(p, {.points = false});
    ASSERT_EQ(r.meet(), full.meet()) << k;
    few += r.axes, all += full.axes;
    const GjkResult g = testing::by_gjk(p.a, p.at, p.b);
    outcomes.saw(r.meet());
    if (g.at_least > 1e-11 * p.size || (g.distance == 0 && g.meet())) {
      ASSERT_EQ(r.meet(), g.meet()) << k << " " << r.distance << " " << g.distance << " " << g.at_least;
    } else {
      ++doubtful;
    }
    ASSERT_LE(full.distance, g.distance + 1e-13 * p.size) << k;
  }
  EXPECT_LT(doubtful, total / 4);
  EXPECT_LT(2 * few, all);
}

TEST(SeparatingAxes, MovingByTheDepthParts) {
  testing::RandomPairs pairs(3);
  Random& random = pairs.random();
  testing::Outcomes outcomes("polytopes that overlap");
  for (int k = 0; k < testing::cases(2000, 200000); ++k) {
    const PolytopePair p = pairs.next();
    const AxesResult r = ask(p);
    const bool overlap = r.distance < -1e-9 * p.size;
    outcomes.saw(overlap);
    if (!overlap) continue;
    const double depth = -r.distance;
    ASSERT_FALSE(ask(testing::moved(p, 1.01 * depth * r.normal), {.any = true}).meet()) << k;
    ASSERT_TRUE(ask(testing::moved(p, 0.99 * depth * r.normal), {.any = true}).meet()) << k;
    // No other way out is shorter.
    for (int i = 0; i < 4; ++i)
      ASSERT_TRUE(ask(testing::moved(p, 0.999 * depth * random.direction()), {.any = true}).meet()) << k;
  }
}

TEST(SeparatingAxes, MirrorsAndRemembers) {
  testing::RandomPairs pairs(4);
  int apart = 0, first = 0;
  for (int k = 0; k < testing::cases(2000, 100000); ++k) {
    const PolytopePair p = pairs.next(), q = testing::exchanged(p);
    const AxesResult r = ask(p), m = ask(q);
    if (r.meet() && m.meet()) {
      ASSERT_NEAR(r.distance, m.distance, 1e-8 * p.size) << k;
      // Where one axis is the best beyond doubt it is the same; the turned one parts as well in any case.
      ASSERT_NEAR(testing::separation_along(p, -p.at.rotate(m.normal)), r.distance, 1e-8 * p.size) << k;
    } else {
      ASSERT_LE(std::min(std::abs(r.distance), std::abs(m.distance)), larger(r.distance, m.distance));
    }
    const AxesResult again = ask(p, {.first = 3.0 * r.normal});
    ASSERT_NEAR(again.distance, r.distance, 1e-8 * p.size) << k;
    if (r.distance > 4 * r.noise) {
      ASSERT_EQ(ask(p, {.any = true, .first = r.normal}).axes, 1) << k;
      ++apart, first += ask(p, {.any = true}).axes == 1;
    }
  }
  EXPECT_LT(first, apart);  // without memory it is not always the first
}

TEST(SeparatingAxes, StepByStep) {
  testing::RandomPairs pairs(5);
  for (int k = 0; k < 500; ++k) {
    const PolytopePair p = pairs.next();
    SeparatingAxes axes(p.a, p.at, p.b);
    double before = -std::numeric_limits<double>::infinity();
    while (axes.step()) {
      ASSERT_GE(axes.result().distance, before);
      before = axes.result().distance;
    }
    ASSERT_FALSE(axes.step());
    const AxesResult r = ask(p);
    ASSERT_EQ(axes.result().distance, r.distance);
    ASSERT_EQ(axes.result().normal, r.normal);
    ASSERT_EQ(axes.result().on_a, r.on_a);
  }
}

TEST(SeparatingAxes, FlatOnesInOnePlane) {
  const Polytope square = testing::polytope_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  const Polytope segment = testing::polytope_of({{0, 0, 0}, {1, 0, 0}}), point = testing::polytope_of({{0, 0, 0}});
  const auto meet = [](const Polytope& a, Vec3d at, const Polytope& b) {
    const AxesResult r = separating_axes(a, Pose::shift(at), b);
    EXPECT_EQ(r.meet(), separating_axes(a, Pose::shift(at), b, {.any = true}).meet());
    EXPECT_NEAR(length(r.normal), 1, 1e-15);
    EXPECT_LE(r.meet() ? std::abs(r.distance) : 0, 1e-15);
    return r.meet();
  };
  EXPECT_TRUE(meet(square, {0.5, 0.5, 0}, square));
  EXPECT_TRUE(meet(square, {1, 1, 0}, square));
  EXPECT_TRUE(meet(square, {1, 0.5, 0}, square));
  EXPECT_FALSE(meet(square, {1.0001, 0.5, 0}, square));
  EXPECT_FALSE(meet(square, {0.5, 0.5, 1e-9}, square));
  EXPECT_TRUE(meet(square, {0.5, 0.25, 0}, segment));
  EXPECT_TRUE(meet(square, {1, 1, 0}, segment));
  EXPECT_FALSE(meet(square, {0.5, 1.001, 0}, segment));
  EXPECT_FALSE(meet(square, {1.001, 0.5, 0}, segment));
  EXPECT_TRUE(meet(segment, {0.5, 0, 0}, segment));
  EXPECT_TRUE(meet(segment, {1, 0, 0}, segment));
  EXPECT_FALSE(meet(segment, {1.001, 0, 0}, segment));
  EXPECT_FALSE(meet(segment, {0.5, 0.001, 0}, segment));
  EXPECT_TRUE(meet(segment, {0.5, 0, 0}, point));
  EXPECT_FALSE(meet(segment, {0.5, 0, 0.001}, point));
  EXPECT_FALSE(meet(segment, {-0.001, 0, 0}, point));
  EXPECT_TRUE(meet(square, {0.5, 1, 0}, point));
  EXPECT_FALSE(meet(square, {0.5, 1.001, 0}, point));
  EXPECT_FALSE(meet(square, {0.5, 0.5, -0.001}, point));
  EXPECT_TRUE(meet(point, {0, 0, 0}, point));
  EXPECT_FALSE(meet(point, {0, 1e-9, 0}, point));
}

TEST(SeparatingPlane, AgreesWithSeparatingAxes) {
  testing::RandomPairs pairs(6);
  testing::Outcomes outcomes("a plane between");
  long rounds = 0;
  const int total = testing::cases(1500, 50000);
  for (int k = 0; k < total; ++k) {
    const PolytopePair p = pairs.next();
    const PlaneBetween plane = separated_by_plane(p.a, p.at, p.b);
    rounds += plane.rounds;
    outcomes.saw(plane.found);
    if (plane.found) {
      ASSERT_NEAR(testing::separation_along(p, plane.normal), plane.gap, 1e-14 * p.size) << k;
    }
    const GjkResult g = testing::by_gjk(p.a, p.at, p.b);
    if (p.a.dimension() < 2 && p.b.dimension() < 2) continue;  // beside a line some gaps are overlooked
    if (g.at_least > 1e-9 * p.size || (g.distance == 0 && g.meet())) {
      ASSERT_EQ(plane.found, !g.meet()) << k << " " << g.distance / p.size;
    }
  }
  EXPECT_LT(rounds, 12L * total);
}

}  // namespace separating_axes_test
}  // namespace apart
