// Motions against their definitions, and the bounds of how far they carry points against densely sampled paths.
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/motion/motion_piece.hpp>

#include "tests/support.hpp"

namespace apart {
namespace rigid_motion_test {

double off(const Pose& a, const Pose& b) {
  double most = length(a.translation - b.translation);
  for (int i = 0; i < 3; ++i) most = larger(most, length(a.rotation.rows[i] - b.rotation.rows[i]));
  return most;
}

double angle_between(const Mat3d& a, const Mat3d& b) {
  const Mat3d turn = transposed(a) * b;
  const double trace = turn(0, 0) + turn(1, 1) + turn(2, 2);
  return std::acos(std::min(1.0, std::max(-1.0, (trace - 1) / 2)));
}

TEST(RigidMotion, BetweenPosesGoesStraightAndTurnsTheShorterWayAtConstantSpeed) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Pose from = random.pose(3), to = random.pose(3);
    const RigidMotion motion = RigidMotion::between(from, to);
    ASSERT_TRUE(motion.valid());
    EXPECT_EQ(motion.at(0), from);
    EXPECT_EQ(motion.at(1), to);
    EXPECT_EQ(motion.at(-1), from);
    EXPECT_EQ(motion.at(2), to);
    EXPECT_LT(off(motion.at(1 - 1e-15), to), 1e-13);
    const double all = angle_between(from.rotation, to.rotation), t = random.uniform();
    const Pose at = motion.at(t);
    EXPECT_LT(rigidity_error(at.rotation), 1e-14);
    EXPECT_LT(length(at.translation - (from.translation + t * (to.translation - from.translation))), 1e-14);
    EXPECT_NEAR(angle_between(from.rotation, at.rotation), t * all, 1e-7);
    EXPECT_NEAR(angle_between(at.rotation, to.rotation), (1 - t) * all, 1e-7);
  }
}

TEST(RigidMotion, OppositeAndNearlyEqualOrientations) {
  const Pose turned = Pose::from_axis_angle({0, 0, 1}, 3.14159265358979323846, {}).value();
  const RigidMotion half = RigidMotion::between({}, turned);
  EXPECT_NEAR(std::abs(half.at(0.5).rotation(0, 1)), 1, 1e-12);
  for (const double angle : {1e-3, 1e-8, 1e-12, 1e-16, 1e-30}) {
    const Pose to = Pose::from_axis_angle({1, 2, 3}, angle, {1, 0, 0}).value();
    const RigidMotion motion = RigidMotion::between({}, to);
    const Pose expected = Pose::from_axis_angle({1, 2, 3}, angle / 2, {0.5, 0, 0}).value();
    EXPECT_LT(off(motion.at(0.5), expected), 1e-15) << angle;
  }
}

// What a motion of one stretch keeps, and what a straight one is taken for, against the piece that it makes.
TEST(RigidMotion, AStretchIsThePieceThatItMakes) {
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    const double scale = std::pow(10, random.uniform(-20, 20));
    const Pose from = random.pose(scale), to = random.pose(scale);
    const RigidMotion motion = i % 4 == 0   ? RigidMotion::still(from)
                               : i % 4 == 1 ? RigidMotion::line(from, to.translation)
                               : i % 4 == 2 ? RigidMotion::between(from, {from.rotation, to.translation})
                                            : RigidMotion::between(from, to);
    const motion::Stretch* const stretch = motion.stretch();
    ASSERT_TRUE(motion.valid() && stretch && motion.pieces().empty());
    EXPECT_EQ(motion.piece_count(), 1u);
    const motion::MotionPieces pieces(motion);
    ASSERT_EQ(pieces.all().size(), 1u);
    const motion::MotionPiece& piece = pieces.all()[0];
    const double t = random.uniform();
    EXPECT_EQ(motion.at(t), piece.at(t));
    EXPECT_EQ(motion.at(0), piece.first);
    EXPECT_EQ(motion.at(1), piece.last);
    EXPECT_EQ(piece.turning(), i % 4 == 3);
    const RigidMotion copy = motion;
    EXPECT_EQ(copy.at(t), motion.at(t));
    if (piece.turning()) continue;
    const motion::StraightPiece straight(*stretch);
    EXPECT_EQ(straight.far, piece.far);
    EXPECT_EQ(straight.speed, piece.speed);
    EXPECT_EQ(straight.spin, piece.spin);
    EXPECT_EQ(straight.pivot, piece.pivot);
    EXPECT_EQ(straight.rounding(scale), piece.rounding(scale));
  }
  const RigidMotion screw = RigidMotion::screw({}, {1, 0, 0}, {0, 0, 1}, 1);
  EXPECT_TRUE(!screw.stretch() && screw.pieces().size() == 1);
  EXPECT_EQ(RigidMotion().at(0.5), Pose{});
}

TEST(RigidMotion, ScrewTurnsAboutItsAxis) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const Pose from = random.pose(3);
    const Vec3d point = random.in_box(2), axis = random.direction();
    const double angle = random.uniform(-30, 30), along = random.uniform(-2, 2), t = random.uniform();
    const RigidMotion motion = RigidMotion::screw(from, point, random.uniform(0.1, 9) * axis, angle, along);
    const Mat3d turn = Pose::from_axis_angle(axis, t * angle, {}).value().rotation;
    const Pose expected{turn * from.rotation, point + turn * (from.translation - point) + t * along * axis};
    EXPECT_LT(off(motion.at(t), expected), 1e-12);
  }
}

TEST(RigidMotion, ThroughPosesAtTheirTimes) {
  Random random(3);
  std::vector<Pose> poses;
  for (int i = 0; i < 9; ++i) poses.push_back(random.pose(2));
  const RigidMotion even = RigidMotion::through(poses);
  for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_EQ(even.at(double(i) / 8), poses[i]);
  const std::vector<double> times{0, 0.1, 0.11, 0.3, 0.5, 0.6, 0.9, 0.95, 1};
  const RigidMotion uneven = RigidMotion::through(poses, times);
  for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_EQ(uneven.at(times[i]), poses[i]);
  EXPECT_LT(off(uneven.at(0.4), RigidMotion::between(poses[3], poses[4]).at(0.5)), 1e-14);
  EXPECT_TRUE(RigidMotion::through(std::span(poses).first(1)).valid());
}

TEST(RigidMotion, PolynomialsFollowTheirCoefficients) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const Pose from = random.pose(2);
    std::vector<Vec3d> shift(std::size_t(random.below(6)));
    std::vector<double> angle(std::size_t(random.below(6)));
    for (Vec3d& c : shift) c = random.in_box(3);
    for (double& c : angle) c = random.uniform(-5, 5);
    const Vec3d axis = random.direction();
    const RigidMotion motion = RigidMotion::polynomial(from, shift, axis, angle);
    ASSERT_TRUE(motion.valid());
    for (int k = 0; k < 20; ++k) {
      const double t = random.uniform();
      Vec3d place = from.translation;
      double turned = 0, power = 1;
      for (std::size_t n = 0; n < 6; ++n) {
        power *= t;
        if (n < shift.size()) place += power * shift[n];
        if (n < angle.size()) turned += power * angle[n];
      }
      const Mat3d turn = Pose::from_axis_angle(axis, turned, {}).value().rotation;
      EXPECT_LT(off(motion.at(t), {turn * from.rotation, place}), 1e-12);
    }
  }
}

RigidMotion random_motion(Random& random) {
  const Pose from = random.pose(3);
  switch (random.below(5)) {
    case 0:
      return RigidMotion::line(from, random.in_box(5));
    case 1:
      return RigidMotion::between(from, random.pose(3));
    case 2:
      return RigidMotion::screw(from, random.in_box(2), random.direction(), random.uniform(-40, 40),
                                random.uniform(-2, 2));
    case 3: {
      std::vector<Pose> poses;
      for (int i = 0; i < 5; ++i) poses.push_back(random.pose(2));
      return RigidMotion::through(poses);
    }
    default: {
      std::vector<Vec3d> shift(4);
      for (Vec3d& c : shift) c = random.in_box(2);
      const std::vector<double> angle{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
      return RigidMotion::polynomial(from, shift, random.direction(), angle);
    }
  }
}

TEST(RigidMotion, NoPointOfABallMovesFartherThanTheBound) {
  Random random(5);
  double tightest = 0;
  for (int i = 0; i < testing::cases(2000, 50000); ++i) {
    const RigidMotion motion = random_motion(random);
    const Vec3d centre = random.in_box(2);
    const double radius = random.chance(0.3) ? 0 : random.uniform(0, 2), from = random.uniform();
    const double to = from + (1 - from) * (random.chance(0.5) ? random.uniform(0, 0.05) : random.uniform());
    const double bound = motion.farthest_move(centre, radius, from, to);
    double most = 0;
    for (int k = 0; k < 20; ++k) {
      const Vec3d p = centre + radius * random.in_ball();
      const double t = k == 0 ? to : random.uniform(from, to);
      most = std::max(most, length(motion.at(t) * p - motion.at(from) * p));
    }
    ASSERT_LE(most, bound);
    if (bound > 0) tightest = std::max(tightest, most / bound);
  }
  EXPECT_GT(tightest, 0.9);
}

TEST(RigidMotion, WhatIsNotUsableIsNotValid) {
  const Pose far = Pose::shift({1e200, 0, 0}), crooked{{{{2, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {}};
  const double nan = std::nan("");
  EXPECT_FALSE(RigidMotion::between(far, {}).valid());
  EXPECT_FALSE(RigidMotion::between({}, crooked).valid());
  EXPECT_FALSE(RigidMotion::line({}, {nan, 0, 0}).valid());
  EXPECT_FALSE(RigidMotion::line({}, {1e300, 0, 0}).valid());
  EXPECT_FALSE(RigidMotion::screw({}, {}, {}, 1).valid());
  EXPECT_FALSE(RigidMotion::screw({}, {}, {0, 0, 1}, nan).valid());
  EXPECT_FALSE(RigidMotion::through(std::vector<Pose>{}).valid());
  const std::vector<Pose> three(3);
  EXPECT_FALSE(RigidMotion::through(three, std::vector<double>{0, 0.5}).valid());
  EXPECT_FALSE(RigidMotion::through(three, std::vector<double>{0, 0.5, 0.9}).valid());
  EXPECT_FALSE(RigidMotion::through(three, std::vector<double>{0, 0, 1}).valid());
  EXPECT_FALSE(RigidMotion::polynomial({}, std::vector<Vec3d>(17)).valid());
  EXPECT_EQ(RigidMotion::line({}, {nan, 0, 0}).farthest_move({}, 1, 0, 1), std::numeric_limits<double>::infinity());
}

}  // namespace rigid_motion_test
}  // namespace apart
