// Quaternions turn as their matrices do.
#include <apart/base/pose.hpp>
#include <apart/base/quaternion.hpp>
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>

#include "tests/support.hpp"

namespace apart {
namespace quaternion_test {

double difference(const Mat3d& a, const Mat3d& b) {
  double most = 0;
  for (int i = 0; i < 3; ++i) most = larger(most, largest(abs(a.rows[i] - b.rows[i])));
  return most;
}

TEST(Quaternion, ThereAndBack) {
  Random random(1);
  for (int round = 0; round < testing::cases(10000, 1000000); ++round) {
    const Mat3d a = random.rotation(), b = random.rotation();
    const Quaternion p = quaternion_of(a), q = quaternion_of(b);
    ASSERT_LT(difference(rotation_of(p), a), 1e-14);
    ASSERT_LT(difference(rotation_of(p * q), a * b), 1e-14);
    ASSERT_LT(difference(rotation_of(inverse(p)), transposed(a)), 1e-14);
    ASSERT_LT(rigidity_error(rotation_of(normalized(p * q))), 1e-14);
  }
}

TEST(Quaternion, HalfTurnsKeepTheirDigits) {  // where three of four squares are zero
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
    Mat3d m;
    for (int i = 0; i < 3; ++i) m(i, i) = axis[i] == 1 ? 1 : -1;
    const Quaternion q = quaternion_of(m);
    EXPECT_EQ(q, (Quaternion{0, axis.x, axis.y, axis.z}));
    EXPECT_EQ(rotation_of(q), m);
  }
  EXPECT_EQ(quaternion_of(Mat3d{}), (Quaternion{1, 0, 0, 0}));
}

}  // namespace quaternion_test
}  // namespace apart
