// Linear programs against all corners of three planes, and separation against GJK.
#include <apart/base/random.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/linear/linear_program.hpp>
#include <vector>

#include "tests/support.hpp"

namespace apart {
namespace linear_program_test {

double worst(std::span<const HalfSpace> all, Vec3d x) {
  double out = -std::numeric_limits<double>::infinity();
  for (const HalfSpace& h : all) out = std::max(out, (dot(h.normal, x) - h.offset) / length(h.normal));
  return out;
}

// The best of the corners where three planes meet; the problem must be bounded by a box.
bool best_corner(Vec3d objective, std::span<const HalfSpace> all, double& value) {
  bool found = false;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        const Vec3d a = all[i].normal, b = all[j].normal, c = all[k].normal;
        const double det = dot(a, cross(b, c));
        if (std::abs(det) < 1e-9) continue;
        const Vec3d x = (all[i].offset * cross(b, c) + all[j].offset * cross(c, a) + all[k].offset * cross(a, b)) / det;
        if (worst(all, x) > 1e-9) continue;
        if (!found || dot(objective, x) > value) value = dot(objective, x);
        found = true;
      }
  return found;
}

TEST(LinearProgram, AgreesWithAllCorners) {
  Random random(1);
  testing::Outcomes outcomes("feasible");
  for (int k = 0; k < testing::cases(5000, 100000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    std::vector<HalfSpace> all;
    for (int i = 0; i < 6; ++i) {
      HalfSpace h{{}, 1};
      h.normal[i / 2] = i % 2 ? -1 : 1;
      all.push_back(h);
    }
    const Mat3d grid = random.rotation();
    for (u32 n = 1 + random.below(8); n-- > 0;) {
      HalfSpace h{random.direction(), random.uniform(-0.8, 0.8)};
      // Parallel, opposite and repeated planes, too.
      if (random.chance(0.5)) h.normal = grid.rows[random.below(3)];
      if (random.chance(0.3)) h.normal = -h.normal;
      if (random.chance(0.2)) h = all[random.below(u32(all.size()))];
      all.push_back(h);
    }
    const Vec3d objective = random.chance(0.2) ? all.back().normal : random.direction();
    double value = 0;
    const bool feasible = best_corner(objective, all, value);
    // Within 1e-7 of the boundary both answers are right.
    std::vector<HalfSpace> tighter = all;
    double ignored = 0;
    for (HalfSpace& h : tighter) h.offset -= 1e-7;
    if (feasible && !best_corner(objective, tighter, ignored)) continue;
    outcomes.saw(feasible);
    for (HalfSpace& h : all) {
      const double length = std::pow(10, random.uniform(-3, 3));
      h = {length * h.normal, length * h.offset * scale};
    }
    const LinearResult r = maximise(objective, all, u64(k));
    ASSERT_EQ(r.outcome, feasible ? LinearOutcome::optimal : LinearOutcome::infeasible) << k;
    if (!feasible) continue;
    ASSERT_NEAR(dot(objective, r.at) / scale, value, 1e-6) << k;
    ASSERT_LE(worst(all, r.at), 1e-9 * scale) << k;
    // Any common point.
    const LinearResult any = maximise({}, all, u64(k));
    ASSERT_EQ(any.outcome, LinearOutcome::optimal);
    ASSERT_LE(worst(all, any.at), 1e-9 * scale) << k;
  }
}

TEST(LinearProgram, TellsUnboundedFromInfeasible) {
  const HalfSpace low{{0, 0, -1}, 1}, high{{0, 0, 1}, 2}, higher{{0, 0, -1}, -3};
  EXPECT_EQ(maximise({0, 0, 1}, {}).outcome, LinearOutcome::unbounded);
  EXPECT_EQ(maximise({0, 0, 0}, {}).outcome, LinearOutcome::optimal);
  EXPECT_EQ(maximise({0, 0, 1}, std::vector{low}).outcome, LinearOutcome::unbounded);
  const LinearResult top = maximise({0, 0, 1}, std::vector{low, high});
  EXPECT_EQ(top.outcome, LinearOutcome::optimal);
  EXPECT_NEAR(top.at.z, 2, 1e-12);
  EXPECT_EQ(maximise({1, 0, 1}, std::vector{low, high}).outcome, LinearOutcome::unbounded);
  EXPECT_EQ(maximise({1, 0, 1}, std::vector{high, higher}).outcome, LinearOutcome::infeasible);
  EXPECT_EQ(maximise({1, 0, 1}, std::vector{HalfSpace{{0, 0, 0}, -1}}).outcome, LinearOutcome::infeasible);
  EXPECT_EQ(maximise({1, 0, 1}, std::vector{HalfSpace{{0, 0, 0}, 1}}).outcome, LinearOutcome::unbounded);
  // Touching planes have a common point, and planes through the origin are a cone.
  EXPECT_EQ(maximise({0, 0, 1}, std::vector{high, HalfSpace{{0, 0, -1}, -2}}).outcome, LinearOutcome::optimal);
  EXPECT_EQ(maximise({0, 0, 1}, std::vector{HalfSpace{{0, 0, 1}, 0}, HalfSpace{{1, 0, 0}, 0}}).outcome,
            LinearOutcome::optimal);
  // A wedge that leans ever so slightly, and is closed far away.
  const LinearResult tip = maximise({1, 0, 0}, std::vector{HalfSpace{{1e-6, 0, 1}, 1}, HalfSpace{{1e-6, 0, -1}, 1}});
  EXPECT_EQ(tip.outcome, LinearOutcome::optimal);
  EXPECT_NEAR(tip.at.x, 1e6, 1);
  Random random(2);
  testing::Outcomes outcomes("bounded");
  for (int k = 0; k < 5000; ++k) {
    // Unbounded exactly when some way leads out: here the planes hold the origin, so a cone of directions tells.
    std::vector<HalfSpace> all, cone;
    for (u32 n = 3 + random.below(6); n-- > 0;) all.push_back({random.direction(), random.uniform(0.1, 1)});
    const Vec3d objective = random.direction();
    cone = all;
    for (HalfSpace& h : cone) h.offset = 0;
    cone.push_back({-objective, -1});  // objective · way ≥ 1
    const bool unbounded = maximise({}, cone).outcome != LinearOutcome::infeasible;
    const LinearResult r = maximise(objective, all);
    ASSERT_EQ(r.outcome, unbounded ? LinearOutcome::unbounded : LinearOutcome::optimal) << k;
    ASSERT_LE(worst(all, r.at), 1e-6 * (1 + length(r.at)));
    outcomes.saw(!unbounded);
  }
}

TEST(LinearProgram, SeparatesWhatGjkCallsApart) {
  Random random(3);
  testing::Outcomes outcomes("apart");
  for (int k = 0; k < testing::cases(10000, 100000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const double flat = random.chance(0.3) ? 0 : 1;
    const Mat3d turn = random.rotation();
    std::vector<Vec3d> a, b;
    const Vec3d shift = random.uniform(0, 1) * random.direction();
    for (int i = 0; i < 2 + int(random.below(8)); ++i) {
      const Vec3d p = random.in_box(1);
      a.push_back(scale * (turn * Vec3d{p.x * flat, p.y, p.z}));
    }
    for (int i = 0; i < 2 + int(random.below(8)); ++i) b.push_back(scale * (shift + random.in_box(0.7)));
    const GjkResult truth = gjk(PointsSupport{a}, PointsSupport{b});
    const Vec3d n = separating_direction(a, b);
    double gap = std::numeric_limits<double>::infinity();
    for (Vec3d p : a)
      for (Vec3d q : b) gap = std::min(gap, dot(n, q - p));
    outcomes.saw(gap > 0);
    if (gap > 1e-12) {
      ASSERT_FALSE(truth.meet()) << k;
      ASSERT_LE(gap / length(n), truth.distance * (1 + 1e-9)) << k;
    } else {
      ASSERT_LE(truth.distance, 1e-6 * scale) << k;
    }
  }
}

}  // namespace linear_program_test
}  // namespace apart
