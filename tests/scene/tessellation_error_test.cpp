// Parts whose triangles only approximate a surface: a clearance is violated unless the triangles prove that it is not.
#include <apart/scene/check.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace tessellation_error_test {

AssemblyPart cube(const char* name, double x, double error) {
  AssemblyPart out{name, "", Model::make(generate::box({1, 1, 1})).value(), Pose::shift({x, 0, 0})};
  out.error = error;
  return out;
}

// Two cubes so far apart, with errors of 0.05 and 0.02.
PairReport pair_at(double gap, double clearance, bool measure_clear = false) {
  const std::vector<AssemblyPart> parts{cube("a", 0, 0.05), cube("b", 1 + gap, 0.02)};
  const CheckReport report = check(parts, {.clearance = clearance, .measure_clear = measure_clear});
  return report.pairs.empty() ? PairReport{} : report.pairs[0];
}

TEST(TessellationError, IsCountedIntoTheClearance) {
  EXPECT_EQ(pair_at(0.9, 1).state, PairState::near);
  const PairReport doubtful = pair_at(1.06, 1);
  EXPECT_EQ(doubtful.state, PairState::near);
  EXPECT_TRUE(doubtful.bad());
  EXPECT_NEAR(doubtful.distance, 1.06, 1e-12);
  EXPECT_NEAR(doubtful.error, 0.07, 1e-15);
  EXPECT_EQ(pair_at(1.08, 1, true).state, PairState::clear);
}

TEST(TessellationError, WithoutAClearanceSurfacesThatMayTouchAreNear) {
  EXPECT_EQ(pair_at(0.06, 0).state, PairState::near);
  EXPECT_EQ(pair_at(0.08, 0, true).state, PairState::clear);
}

TEST(TessellationError, ABoundHoldsForTheTrueSurfaces) {
  // An edge of the turned cube points along x, so its box reaches as far as it does, but not where the other cube is.
  std::vector<AssemblyPart> parts{cube("a", 0, 0.05), cube("b", 0, 0.02)};
  parts[1].pose = Pose::from_quaternion(std::cos(M_PI / 8), 0, 0, std::sin(M_PI / 8), {1.9, 1.9, 0}).value();
  const PairReport bound = check(parts, {.clearance = 1}).pairs.at(0);
  const PairReport measured = check(parts, {.clearance = 1, .measure_clear = true}).pairs.at(0);
  ASSERT_EQ(bound.state, PairState::clear);
  ASSERT_FALSE(bound.measured);
  ASSERT_TRUE(measured.measured);
  EXPECT_LE(bound.distance, measured.distance - 0.07);
  EXPECT_GE(bound.distance, 1 - 1e-12);
}

}  // namespace tessellation_error_test
}  // namespace apart
