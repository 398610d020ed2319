#include <apart/base/random.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

double difference(const Mat3d& a, const Mat3d& b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = std::max(worst, std::abs(a(i, j) - b(i, j)));
  return worst;
}

TEST(Pose, ComposesAndInverts) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Posed a = random.pose(10), b = random.pose(10);
    const Vec3d p = random.in_box(5);
    EXPECT_LT(length((a * b) * p - a * (b * p)), 1e-13);
    EXPECT_LT(length(inverse(a) * (a * p) - p), 1e-13);
    EXPECT_LT(difference((a * inverse(a)).rotation, Mat3d{}), 1e-14);
  }
}

TEST(Pose, RefusesWhatIsNotARotation) {
  EXPECT_TRUE(Posed::from_matrix({}, {1, 2, 3}));
  Mat3d stretched;
  stretched(0, 0) = 1.00001;
  EXPECT_FALSE(Posed::from_matrix(stretched, {}));
  Mat3d nearly;
  nearly(0, 0) = 1 + 4e-7;
  ASSERT_TRUE(Posed::from_matrix(nearly, {}));
  EXPECT_LT(rigidity_error(Posed::from_matrix(nearly, {})->rotation), 1e-15);
  Mat3d mirrored;
  mirrored(2, 2) = -1;
  EXPECT_FALSE(Posed::from_matrix(mirrored, {}));
  Mat3d broken;
  broken(1, 1) = std::nan("");
  EXPECT_FALSE(Posed::from_matrix(broken, {}));
  EXPECT_FALSE(Posed::from_matrix({}, {0, std::numeric_limits<double>::infinity(), 0}));
}

TEST(Pose, ExactRotationsStayAsTheyAre) {
  const Mat3d quarter{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  EXPECT_EQ(Posed::from_matrix(quarter, {})->rotation, quarter);
  EXPECT_EQ(Posed::from_matrix({}, {})->rotation, Mat3d{});
}

TEST(Pose, QuaternionsOfAnyLength) {
  const Posed quarter = Posed::from_quaternion(1, 0, 0, 1, {}).value();
  EXPECT_LT(length(quarter * Vec3d{1, 0, 0} - Vec3d{0, 1, 0}), 1e-15);
  EXPECT_LT(difference(Posed::from_quaternion(1e200, 0, 0, 1e200, {}).value().rotation, quarter.rotation), 1e-15);
  EXPECT_LT(difference(Posed::from_quaternion(1e-200, 0, 0, 1e-200, {}).value().rotation, quarter.rotation), 1e-15);
  EXPECT_FALSE(Posed::from_quaternion(0, 0, 0, 0, {}));
  EXPECT_FALSE(Posed::from_quaternion(std::nan(""), 0, 0, 0, {}));
}

}  // namespace
}  // namespace apart
