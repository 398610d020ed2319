// Oriented boxes: their separating axes.
#include <apart/volumes/obb.hpp>

#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace {

using testing::Fitted;
using testing::seen;

TEST(Obb, FifteenAxesSeparateCrossedEdges) {
  // Two bars crossing at an edge: only the product of two edge directions separates them.
  const Mesh bar = generate::box({10, 1, 1});
  const Fitted<Obb<float>> a(bar), b(bar);
  const double s = std::sqrt(0.5);
  const Mat3d tilt_a{{{1, 0, 0}, {0, s, -s}, {0, s, s}}};  // an edge up
  const Mat3d tilt_b = Mat3d{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}} * tilt_a;
  const auto pose = [&](double height) {
    return Pose{transposed(tilt_a) * tilt_b, transposed_times(tilt_a, Vec3d{0, 0, height})};
  };
  const double touching = 2 * s;  // half diagonals of the two
  EXPECT_TRUE(overlap(a.volume, seen(a, pose(touching * 0.999), b), b.volume));
  EXPECT_FALSE(overlap(a.volume, seen(a, pose(touching * 1.001), b), b.volume));
}

TEST(Obb, ParallelEdgesAreNoReasonToSeparate) {
  // Stacked boxes that overlap by a hair, turned by nearly nothing, so that products of edges nearly vanish.
  Random random(5);
  const Fitted<Obb<float>> a(generate::box({1, 2, 3})), b(generate::box({1, 2, 3}));
  for (int k = 0; k < 20000; ++k) {
    const double w = 1e-9 * random.uniform(-1, 1);
    const Pose at = Pose::from_quaternion(1, w, -w, w, {1 - 1e-6, 0, 0}).value();
    ASSERT_TRUE(overlap(a.volume, seen(a, at, b), b.volume));
  }
}

TEST(Obb, FitsAlongTheContent) {
  Random random(6);
  for (int k = 0; k < 200; ++k) {
    const Pose at = random.pose(5);
    const Fitted<Obb<double>> d(placed(generate::box({1, 2, 4}), at));
    Vec3d half = d.volume.half;
    EXPECT_NEAR(half.x, 0.5, 1e-9);  // least spread first
    EXPECT_NEAR(half.y, 1, 1e-9);
    EXPECT_NEAR(half.z, 2, 1e-9);
  }
}

}  // namespace
}  // namespace apart
