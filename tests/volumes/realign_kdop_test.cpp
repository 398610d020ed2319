// k-dops of moving bodies: all methods contain the content, and they are as tight as documented.
#include <apart/volumes/fits/realign_kdop.hpp>

#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace realign_kdop_test {

using testing::few;

template <class V>
class RealignedKdops : public ::testing::Test {};
template <int K>
using Of = std::integral_constant<int, K>;
using Kinds = ::testing::Types<Of<6>, Of<8>, Of<12>, Of<14>, Of<16>, Of<18>, Of<20>, Of<24>, Of<26>>;
TYPED_TEST_SUITE(RealignedKdops, Kinds);

// Is all of a within b, but for a little?
template <class T, int K>
bool within(const Kdop<T, K>& a, const Kdop<T, K>& b, double room) {
  for (int i = 0; i < K / 2; ++i)
    if (!(std::abs(double(a.centre[i]) - double(b.centre[i])) + double(a.half[i]) <= double(b.half[i]) + room))
      return false;
  return true;
}

template <class T, int K>
void hold_and_nest(u64 seed) {
  Random random(seed);
  double wrapped = 0, cornered = 0, tight = 0;
  for (int k = 0; k < testing::cases(500, 12000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Mesh mesh = few(random, scale, scale * random.in_box(1));
    const auto local = Fit<Kdop<T, K>>::of(mesh.vertices());
    const KdopCorners<K> corners(local);
    for (int turn = 0; turn < 4; ++turn) {
      const Pose pose{turn == 0 ? Mat3d{} : random.rotation(), scale * random.in_box(random.chance(0.5) ? 0 : 50)};
      const auto by_points = kdop_of<T, K>(mesh.vertices(), pose);
      const auto by_corners = corners.template at<T>(pose);
      const auto by_wrapping = placed(local, pose);
      for (Vec3d p : mesh.vertices()) {
        ASSERT_TRUE(contains(by_points, pose * p));
        ASSERT_TRUE(contains(by_corners, pose * p));
        ASSERT_TRUE(contains(by_wrapping, pose * p));
      }
      const double room = 40 * double(kUnit<T>) * (length(pose.translation) + 5 * scale) + 1e-10 * scale;
      ASSERT_TRUE(within(by_points, by_corners, room)) << k;
      ASSERT_TRUE(within(by_corners, by_wrapping, room)) << k;
      if (turn == 0) {
        ASSERT_TRUE(within(by_wrapping, by_points, room)) << k;  // not turned: all are tight
      }
      wrapped += double(by_wrapping.half[0]) / scale, cornered += double(by_corners.half[0]) / scale;
      tight += double(by_points.half[0]) / scale;
    }
  }
  std::printf("[ saw      ] %d-dops along x: corners %.3f, wrapping %.3f of the tight one\n", K, cornered / tight,
              wrapped / tight);
}

TYPED_TEST(RealignedKdops, HoldTheContentAndNest) {
  hold_and_nest<float, TypeParam::value>(1);
  hold_and_nest<double, TypeParam::value>(2);
}

TYPED_TEST(RealignedKdops, ClimbingFindsWhatAScanFinds) {
  constexpr int K = TypeParam::value;
  Random random(4);
  // Among them sides and edges cut into many vertices, which quarter turns make level.
  for (const Mesh& hull : {generate::sphere(1, 500), generate::cylinder(1, 0.3, 30), generate::box({1, 2, 3}),
                           generate::rounded_box({2, 1, 3}, 0, 6)}) {
    const Neighbours near = neighbours(hull);
    KdopClimber<K> climber(hull.vertices(), near);
    const Mat3d quarter{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}, other{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    Mat3d turn{};
    for (int k = 0; k < testing::cases(200, 3000); ++k) {
      turn = (random.chance(0.5) ? quarter : other) * turn;
      const Pose pose{random.chance(0.5) ? random.rotation() : turn, random.in_box(2)};
      const auto climbed = climber.template at<double>(pose), all = kdop_of<double, K>(hull.vertices(), pose);
      for (Vec3d p : hull.vertices()) ASSERT_TRUE(contains(climbed, pose * p)) << k;
      ASSERT_TRUE(within(climbed, all, 1e-12)) << k;
    }
  }
}

TEST(RealignedKdop, ClimbingVisitsFewAfterASmallRotation) {
  const Mesh ball = generate::sphere(1, 20000);
  const Neighbours near = neighbours(ball);
  KdopClimber<18> climber(ball.vertices(), near);
  Pose pose;
  climber.at<float>(pose);
  const u64 before = climber.visited();
  const Mat3d step = Pose::from_quaternion(1, 0.001, 0.002, -0.001, {}).value().rotation;
  for (int k = 0; k < 100; ++k) {
    pose.rotation = step * pose.rotation;
    climber.at<float>(pose);
  }
  const double each = double(climber.visited() - before) / 1800;
  std::printf("[ saw      ] %.1f of %zu vertices a direction\n", each, ball.vertices().size());
  EXPECT_LT(each, 200);
}

TYPED_TEST(RealignedKdops, NeverGrow) {
  // Turned on and on, always from the local one.
  constexpr int K = TypeParam::value;
  const Mesh box = generate::box({1, 2, 3});
  const auto local = Fit<Kdop<float, K>>::of(box.vertices());
  const KdopCorners<K> corners(local);
  const double widest = double(diameter(local));
  Random random(3);
  for (int k = 0; k < 1000; ++k) {
    const Pose pose{random.rotation(), {}};
    ASSERT_LE(double(diameter(corners.template at<float>(pose))), 2 * widest);
    ASSERT_LE(double(diameter(placed(local, pose))), 2 * widest);
  }
}

TYPED_TEST(RealignedKdops, OfNothingAreNothing) {
  constexpr int K = TypeParam::value;
  const auto nothing = Kdop<double, K>::nothing();
  EXPECT_TRUE(is_empty(KdopCorners<K>(nothing).template at<double>(Pose{})));
  EXPECT_TRUE(is_empty(kdop_of<double, K>({}, Pose{})));
}

}  // namespace realign_kdop_test
}  // namespace apart
