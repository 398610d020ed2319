// Oriented boxes: their separating axes.
#include <apart/volumes/obb.hpp>

#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace obb_test {

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

// The input that made the published test without an error term report overlapping boxes as disjoint: edges that are
// parallel but for the rounding of a product of three rotations (Gottschalk 2000, section 4.4.2).
template <class T>
void parallel_edges_as_published() {
  const Mat3<T> rotation{{{T(-0.0641566), T(-5.54743e-16), T(-0.99794)},
                          {T(1.54303e-17), T(1), T(-2.22883e-16)},
                          {T(-0.99794), T(6.41346e-20), T(0.0641566)}}};
  const Vec3<T> shift{T(-0.147256), T(1.76777), T(1.80947)};
  const Vec3<T> half_a{T(3.53553), T(1.76777), T(0)}, half_b{T(2.33155), T(0.565685), T(0.56452)};
  const Obb<T> a{Mat3<T>{}, {}, half_a}, b{Mat3<T>{}, {}, half_b};
  const Placement<T> at{rotation, abs(rotation), shift, T(0)};
  const ObbPair<T> pair(a, at, b);
  // Without the error: the product of both second axes separates them.
  if constexpr (sizeof(T) == sizeof(double)) {
    const double left = std::abs(shift.x * rotation(2, 1) - shift.z * rotation(0, 1));
    const double right = half_a.x * std::abs(rotation(2, 1)) + half_a.z * std::abs(rotation(0, 1)) +
                         half_b.x * std::abs(rotation(1, 2)) + half_b.z * std::abs(rotation(1, 0));
    EXPECT_NEAR(left, 1.00378137201e-15, 1e-25);
    EXPECT_NEAR(right, 5.28600321408e-16, 1e-20);
    EXPECT_GT(left, right);
    const auto along = pair.along_edges(1, 1);
    EXPECT_EQ(along.shift, left);
    EXPECT_GT(along.shift, along.extent - pair.error);
  }
  EXPECT_TRUE(overlap(a, at, b));
  EXPECT_EQ(gap(a, at, b), 0);
}
TEST(Obb, ParallelEdgesOfThePublishedMatrix) {
  parallel_edges_as_published<double>();
  parallel_edges_as_published<float>();
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

}  // namespace obb_test
}  // namespace apart
