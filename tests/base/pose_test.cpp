// Poses: construction, validation, composition and inverse.
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>

#include "tests/support.hpp"

namespace apart {
namespace pose_test {

double difference(const Mat3d& a, const Mat3d& b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = std::max(worst, std::abs(a(i, j) - b(i, j)));
  return worst;
}

TEST(Pose, ComposesAndInverts) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Pose a = random.pose(10), b = random.pose(10);
    const Vec3d p = random.in_box(5);
    EXPECT_LT(length((a * b) * p - a * (b * p)), 1e-13);
    EXPECT_LT(length(inverse(a) * (a * p) - p), 1e-13);
    EXPECT_LT(difference((a * inverse(a)).rotation, Mat3d{}), 1e-14);
  }
}

// A rotation with all entries moved by up to so much.
Mat3d drifted(Random& random, double by) {
  Mat3d m = random.rotation();
  for (Vec3d& row : m.rows) row += random.in_box(by);
  return m;
}

TEST(Pose, RefusesWhatIsNotARotation) {
  EXPECT_TRUE(Pose::from_matrix({}, {1, 2, 3}));
  Mat3d stretched;
  stretched(0, 0) = 1.001;
  const Result<Pose> refused = Pose::from_matrix(stretched, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("by 0.002"), std::string::npos) << refused.error();
  Mat3d mirrored;
  mirrored(2, 2) = -1;
  ASSERT_FALSE(Pose::from_matrix(mirrored, {}));
  EXPECT_NE(Pose::from_matrix(mirrored, {}).error().find("mirrors"), std::string::npos);
  Mat3d broken;
  broken(1, 1) = std::nan("");
  ASSERT_FALSE(Pose::from_matrix(broken, {}));
  EXPECT_NE(Pose::from_matrix(broken, {}).error().find("not finite"), std::string::npos);
  EXPECT_FALSE(Pose::from_matrix({}, {0, std::numeric_limits<double>::infinity(), 0}));
  EXPECT_FALSE(Pose::from_matrix({}, {0, 1e151, 0}));
  EXPECT_TRUE(Pose::from_matrix({}, {0, 1e149, 0}));
}

TEST(Pose, WhatHasDriftedBecomesTheNearestRotation) {
  Random random(5);
  for (double by : {1e-12, 4e-7, 1e-5, 2.4e-4})
    for (int i = 0; i < 200; ++i) {
      const Mat3d m = drifted(random, by);
      const Result<Pose> pose = Pose::from_matrix(m, {});
      ASSERT_TRUE(pose) << pose.error();
      ASSERT_LT(rigidity_error(pose->rotation), 2e-15) << by;
      // The nearest: what is left over is a symmetric stretch.
      const Mat3d stretch = transposed(pose->rotation) * m;
      ASSERT_LT(difference(stretch, transposed(stretch)), 1e-15);
    }
}

TEST(Pose, FromHomogeneousMatrices) {
  Random random(6);
  const Pose p = random.pose(10);
  std::array<std::array<double, 4>, 4> rows{};
  std::array<double, 16> flat{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      flat[std::size_t(4 * i + j)] = rows[std::size_t(i)][std::size_t(j)] =
          i == 3 ? double(j == 3) : (j == 3 ? p.translation[i] : p.rotation(i, j));
  for (const Result<Pose>& read : {Pose::from_matrix4(flat), Pose::from_matrix4(rows)}) {
    ASSERT_TRUE(read) << read.error();
    EXPECT_LT(difference(read->rotation, p.rotation), 1e-15);
    EXPECT_EQ(read->translation, p.translation);
  }
  flat[12] = 1;  // the other way about
  ASSERT_FALSE(Pose::from_matrix4(flat));
  EXPECT_NE(Pose::from_matrix4(flat).error().find("last row"), std::string::npos);
  flat[12] = 0, flat[15] = 2;
  EXPECT_FALSE(Pose::from_matrix4(flat));
  flat[15] = 1, flat[3] = std::nan("");
  EXPECT_FALSE(Pose::from_matrix4(flat));
}

TEST(Pose, FromAxisAndAngle) {
  const double pi = 3.14159265358979323846;
  const Mat3d quarter{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  EXPECT_EQ(Pose::from_axis_angle({0, 0, 2}, pi / 2, {1, 2, 3}).value(), (Pose{quarter, {1, 2, 3}}));
  EXPECT_EQ(Pose::from_axis_angle({0, 0, -1e200}, -pi / 2, {}).value().rotation, quarter);
  EXPECT_EQ(Pose::from_axis_angle({1, 2, 3}, 0, {}).value(), Pose{});
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const Vec3d axis = random.direction();
    const double angle = random.uniform(-20, 20);
    const Pose p = Pose::from_axis_angle(random.uniform(0.1, 10) * axis, angle, {}).value();
    ASSERT_LT(rigidity_error(p.rotation), 2e-15);
    ASSERT_LT(length(p * axis - axis), 1e-15);
    const double s = std::sin(angle / 2);
    const Pose q = Pose::from_quaternion(std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z, {}).value();
    ASSERT_LT(difference(p.rotation, q.rotation), 2e-15);
  }
  EXPECT_FALSE(Pose::from_axis_angle({0, 0, 0}, 1, {}));
  EXPECT_FALSE(Pose::from_axis_angle({0, std::nan(""), 1}, 1, {}));
  EXPECT_FALSE(Pose::from_axis_angle({0, 0, 1}, std::numeric_limits<double>::infinity(), {}));
}

TEST(Pose, ExactRotationsStayAsTheyAre) {
  const Mat3d quarter{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  EXPECT_EQ(Pose::from_matrix(quarter, {})->rotation, quarter);
  EXPECT_EQ(Pose::from_matrix({}, {})->rotation, Mat3d{});
}

TEST(Pose, QuaternionsOfAnyLength) {
  const Pose quarter = Pose::from_quaternion(1, 0, 0, 1, {}).value();
  EXPECT_LT(length(quarter * Vec3d{1, 0, 0} - Vec3d{0, 1, 0}), 1e-15);
  EXPECT_LT(difference(Pose::from_quaternion(1e200, 0, 0, 1e200, {}).value().rotation, quarter.rotation), 1e-15);
  EXPECT_LT(difference(Pose::from_quaternion(1e-200, 0, 0, 1e-200, {}).value().rotation, quarter.rotation), 1e-15);
  EXPECT_FALSE(Pose::from_quaternion(0, 0, 0, 0, {}));
  EXPECT_FALSE(Pose::from_quaternion(std::nan(""), 0, 0, 0, {}));
}

}  // namespace pose_test
}  // namespace apart
