// Shapes at a pose that was validated before: the answers of the pose itself.
#include <apart/base/random.hpp>
#include <apart/queries/rigid_pose.hpp>

#include "tests/queries/expect_same_bits.hpp"

namespace apart {
namespace rigid_pose_test {

using testing::expect_same_bits;

void expect_as_at_the_pose(const Shape& a, const Pose& pose, const Shape& b) {
  const std::optional<RigidPose> rigid = RigidPose::make(pose);
  ASSERT_TRUE(rigid);
  expect_same_bits(collide(a, *rigid, b), collide(a, pose, b));
  expect_same_bits(distance(a, *rigid, b), distance(a, pose, b));
  expect_same_bits(distance(a, *rigid, b, {.max = 0.1}), distance(a, pose, b, {.max = 0.1}));
  const Penetration deep = penetration(a, *rigid, b), as = penetration(a, pose, b);
  EXPECT_EQ(deep.depth, as.depth);
  EXPECT_EQ(deep.at_least, as.at_least);
  EXPECT_EQ(deep.on_a, as.on_a);
  EXPECT_EQ(deep.on_b, as.on_b);
  EXPECT_EQ(deep.normal, as.normal);
  EXPECT_EQ(deep.status, as.status);
}

std::vector<Shape> shapes(Random& random) {
  std::vector<Vec3d> points;
  for (int i = 0; i < 12; ++i) points.push_back(random.in_box(1));
  const Shape ball = Ball{random.uniform(0, 1)}, box = Box{{1, random.uniform(0, 2), 1.5}};
  return {ball,
          box,
          box.with_radius(0.2),
          Capsule{0.3, random.uniform(0, 2)},
          Shape(Point{random.in_box(1)}, 0.4),
          Polytope::make(points).value(),
          Cylinder{0.5, 1},
          compound({{Pose::shift({1, 0, 0}), ball}, {Pose{}, box}})};
}

TEST(RigidPose, IsAsThePose) {
  Random random(1);
  testing::Outcomes outcomes("shapes that collide");
  for (int i = 0; i < 40; ++i) {
    const std::vector<Shape> of_a = shapes(random), of_b = shapes(random);
    for (const Shape& a : of_a)
      for (const Shape& b : of_b) {
        Pose pose{random.rotation(), random.uniform(0, 2.5) * random.direction()};
        if (i % 4 == 0) pose.rotation = {};
        // Nearly a rotation: one that is used as it is, and one that is replaced.
        if (i % 4 == 1) pose.rotation.rows[0].x += 7e-7;
        if (i % 4 == 2) pose.rotation.rows[0] = (1 + 1e-4) * pose.rotation.rows[0];
        outcomes.saw(collide(a, pose, b).colliding);
        expect_as_at_the_pose(a, pose, b);
      }
  }
}

TEST(RigidPose, IsMadeOfWhatQueriesTake) {
  Random random(2);
  int kept = 0, mended = 0, none = 0;
  for (int i = 0; i < 3000; ++i) {
    Pose pose = random.pose(10);
    const double off = std::pow(10, random.uniform(-8, -1));
    for (Vec3d& row : pose.rotation.rows) row += random.in_box(off);
    const std::optional<Pose> usable = usable_pose(pose);
    const std::optional<RigidPose> rigid = RigidPose::make(pose);
    ASSERT_EQ(rigid.has_value(), usable.has_value());
    EXPECT_EQ(rigid.has_value(), distance(Ball{1}, pose, Ball{1}).status != Status::invalid);
    if (rigid) {
      EXPECT_EQ(rigid->pose(), *usable);
    }
    ++(!rigid ? none : rigid->pose() == pose ? kept : mended);
  }
  EXPECT_GT(kept, 300);
  EXPECT_GT(mended, 300);
  EXPECT_GT(none, 300);
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 2 * Pose::kFarthest})
    EXPECT_FALSE(RigidPose::make(Pose::shift({0, bad, 0})));
}

// What callers write with braces is still a Pose.
TEST(RigidPose, IsNotMadeByBraces) {
  const Ball a{1}, b{2};
  EXPECT_EQ(distance(a, {}, b).distance, 0);
  EXPECT_EQ(distance(a, {{}, {4, 0, 0}}, b).distance, 1);
  EXPECT_EQ(distance(a, {.translation = {4, 0, 0}}, b).distance, 1);
  EXPECT_EQ(distance(Shape(a), Pose::shift({4, 0, 0}), Shape(b)).distance, 1);
  EXPECT_EQ(penetration(a, {{}, {1, 0, 0}}, b).depth, 2);
  EXPECT_FALSE(std::is_default_constructible_v<RigidPose>);
  EXPECT_FALSE((std::is_convertible_v<Pose, RigidPose>));
}

}  // namespace rigid_pose_test
}  // namespace apart
