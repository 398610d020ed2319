// GJK in one function: what it is sure of is what GJK finds with care, and its points and planes prove it.
#include <apart/convex/polytope/polytope_gjk.hpp>
#include <apart/queries/distance.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace polytope_gjk_test {

PolytopePair hulls(const testing::PolytopePair& p) {
  return {p.a, p.b, p.at, p.a.centre() - p.at * p.b.centre(), p.a.radius() + p.b.radius(), 32 * 0x1p-53 * p.size};
}

GjkResult with_care(const testing::PolytopePair& p) {
  const testing::PlacedVertices a{p.a, {}}, b{p.b, p.at};
  return gjk(a, b, p.at * p.b.centre() - p.a.centre(), {.careful = true});
}

TEST(PolytopeGjk, IsWhatGjkFindsWithCare) {
  testing::RandomPairs pairs(41);
  testing::Outcomes meet("polytopes that meet", 0.1), sure("sure", 0.02);
  for (int k = 0; k < testing::cases(5000, 200000); ++k) {
    const testing::PolytopePair p = pairs.next();
    const PolytopeGjk quick = polytope_gjk(hulls(p));
    sure.saw(quick.verdict() != Verdict::unsure);
    if (quick.verdict() == Verdict::unsure) continue;
    const GjkResult &r = quick.result, slow = with_care(p);
    ASSERT_EQ(r.status, Status::exact) << k;
    meet.saw(r.meet());
    // Proven by a plane; or by a tetrahedron, and then there is no plane.
    ASSERT_TRUE(r.meet() == slow.meet() || (!r.meet() && slow.distance < 1e-13 * p.size)) << k;
    ASSERT_NEAR(r.distance, slow.distance, 1e-13 * p.size) << k;
    ASSERT_NEAR(length(r.on_b - r.on_a), r.distance, 1e-13 * p.size) << k;
    ASSERT_LE(testing::outside_of(p.a, {}, r.on_a), 1e-13 * p.size) << k;
    ASSERT_LE(testing::outside_of(p.b, p.at, r.on_b), 1e-13 * p.size) << k;
    if (r.meet()) {
      ASSERT_EQ(quick.corners.count, 4) << k;
    } else {
      ASSERT_NEAR(length(r.normal), 1, 1e-14) << k;
      ASSERT_LE(r.at_least, r.distance) << k;
      ASSERT_GE(testing::separation_along(p, r.normal), r.at_least) << k;
      ASSERT_GE(r.at_least, r.distance - 1e-13 * p.size) << k;
    }
  }
}

TEST(PolytopeGjk, KnowsWhatIsBeyondAReach) {
  testing::RandomPairs pairs(43);
  testing::Outcomes beyond("beyond the reach", 0.1);
  for (int k = 0; k < testing::cases(5000, 100000); ++k) {
    const testing::PolytopePair p = pairs.next();
    const GjkResult slow = with_care(p);
    const double reach = pairs.random().chance(0.3) ? 0 : slow.distance * pairs.random().uniform(0.5, 1.5);
    const PolytopeGjk quick = polytope_gjk(hulls(p), reach);
    if (quick.verdict() == Verdict::unsure) continue;
    const GjkResult& r = quick.result;
    beyond.saw(r.status == Status::at_least);
    if (r.status == Status::at_least) {
      ASSERT_GT(r.at_least, reach) << k;
      ASSERT_GE(testing::separation_along(p, r.normal), r.at_least) << k;
      ASSERT_GE(r.distance, slow.distance - 1e-13 * p.size) << k;
    } else {
      ASSERT_NEAR(r.distance, slow.distance, 1e-13 * p.size) << k;
      ASSERT_LE(r.distance, reach + 1e-13 * p.size) << k;
    }
  }
}

// From any corners, good ones or bad.
TEST(PolytopeGjk, StartsAnywhere) {
  testing::RandomPairs pairs(61);
  testing::Outcomes sooner("no more steps than from nothing", 0.02);
  Random& random = pairs.random();
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    testing::PolytopePair p = pairs.next();
    PolytopeSimplex start;
    for (int frame = 0; frame < 4; ++frame) {
      if (random.chance(0.3)) {
        start.count = static_cast<int>(random.below(5));
        for (int i = 0; i < start.count; ++i) {
          start.of_a[i] = random.below(static_cast<u32>(p.a.vertices().size()));
          start.of_b[i] = random.below(static_cast<u32>(p.b.vertices().size()));
        }
      }
      const PolytopeGjk cold = polytope_gjk(hulls(p)), warm = polytope_gjk(hulls(p), 1e300, start);
      if (cold.verdict() != Verdict::unsure && warm.verdict() != Verdict::unsure) {
        ASSERT_TRUE(cold.result.meet() == warm.result.meet() ||
                    larger(cold.result.distance, warm.result.distance) < 1e-13 * p.size)
            << k;
        ASSERT_NEAR(cold.result.distance, warm.result.distance, 1e-13 * p.size) << k;
        ASSERT_LE(testing::outside_of(p.a, {}, warm.result.on_a), 1e-13 * p.size) << k;
        ASSERT_LE(testing::outside_of(p.b, p.at, warm.result.on_b), 1e-13 * p.size) << k;
        sooner.saw(warm.result.steps <= cold.result.steps);
      }
      start = warm.corners;
      p = testing::moved(p, 0.01 * (p.a.radius() + p.b.radius()) * random.direction());
    }
  }
}

TEST(PolytopeGjk, IsTheSameInAllLanes) {
  testing::RandomPairs pairs(47);
  for (int k = 0; k < 3000; ++k) {
    const testing::PolytopePair p = pairs.next();
    testing::in_all_lanes([&] { return polytope_gjk(hulls(p)); },
                          [&](const PolytopeGjk& slow, const PolytopeGjk& fast) {
                            ASSERT_EQ(slow.result.status, fast.result.status) << k;
                            ASSERT_EQ(slow.result.distance, fast.result.distance) << k;
                            ASSERT_EQ(slow.result.at_least, fast.result.at_least) << k;
                            ASSERT_EQ(slow.result.on_a, fast.result.on_a) << k;
                            ASSERT_EQ(slow.result.on_b, fast.result.on_b) << k;
                            ASSERT_EQ(slow.result.steps, fast.result.steps) << k;
                          });
  }
}

// Solid and round ones that are neither touching nor nearly: hardly ever left to others, and soon found.
TEST(PolytopeGjk, IsSureOfWhatIsPlain) {
  Random random(3);
  int unsure = 0, steps = 0, asked = 0;
  for (int k = 0; k < 200; ++k) {
    std::vector<Vec3d> points[2];
    for (auto& of : points)
      for (u32 i = 4 + random.below(30); i > 0; --i) of.push_back(random.direction());
    testing::PolytopePair p{testing::polytope_of(points[0]), testing::polytope_of(points[1]), {}, 5};
    for (int i = 0; i < 20; ++i) {
      p.at = {random.rotation(), random.uniform(0, 3) * random.direction()};
      const PolytopeGjk quick = polytope_gjk(hulls(p));
      const GjkResult slow = with_care(p);
      if (slow.distance < 1e-9 && slow.at_least > 0) continue;
      unsure += quick.verdict() == Verdict::unsure, steps += quick.result.steps, ++asked;
    }
  }
  std::printf("[ saw      ] %d of %d unsure, %.2f steps\n", unsure, asked, double(steps) / asked);
  EXPECT_LE(unsure, asked / 500);
  EXPECT_LT(steps, 7 * asked);
}

}  // namespace polytope_gjk_test
}  // namespace apart
