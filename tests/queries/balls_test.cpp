// Balls by the vector between their centres: the answers of shapes, bit by bit.
#include <apart/base/random.hpp>
#include <apart/queries/balls.hpp>
#include <bit>
#include <vector>

#include "tests/support.hpp"

namespace apart {
namespace balls_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Bits = std::vector<u64>;
void add(Bits& to, double x) { to.push_back(std::bit_cast<u64>(x)); }
void add(Bits& to, Vec3d v) { add(to, v.x), add(to, v.y), add(to, v.z); }
void add(Bits& to, const ElementId& id) {
  to.insert(to.end(), {id.part, id.triangle, id.piece, static_cast<u64>(id.feature)});
}
Bits bits(const Collision& r) {
  Bits out{r.colliding, r.contained, static_cast<u64>(r.status)};
  add(out, r.a), add(out, r.b);
  return out;
}
Bits bits(const Distance& r) {
  Bits out{r.contained, static_cast<u64>(r.status)};
  add(out, r.distance), add(out, r.at_least), add(out, r.at_most);
  add(out, r.on_a), add(out, r.on_b), add(out, r.normal), add(out, r.a), add(out, r.b);
  return out;
}
Bits bits(const Penetration& r) {
  Bits out{static_cast<u64>(r.status)};
  add(out, r.depth), add(out, r.at_least);
  add(out, r.on_a), add(out, r.on_b), add(out, r.normal), add(out, r.a), add(out, r.b);
  return out;
}

// Of all four queries, and at a pose that also turns.
void expect_as_shapes(const Ball& a, Vec3d at, const Ball& b, const Mat3d& turn = {}) {
  const Shape x = a, y = b;
  const Pose pose{turn, at};
  EXPECT_EQ(bits(collide(a, at, b)), bits(collide(x, pose, y)));
  EXPECT_EQ(bits(distance(a, at, b)), bits(distance(x, pose, y)));
  EXPECT_EQ(bits(signed_distance(a, at, b)), bits(signed_distance(x, pose, y)));
  EXPECT_EQ(bits(penetration(a, at, b)), bits(penetration(x, pose, y)));
}

TEST(Balls, AreAsShapes) {
  Random random(1);
  testing::Outcomes outcomes("balls that are apart");
  for (double scale : {1e-320, 1e-160, 1e-138, 1e-101, 1e-6, 1.0, 1e6, 1e99, 1e120, 1e139, 1e145})
    for (int i = 0; i < 300; ++i) {
      const Ball a{scale * random.uniform(0, 1)}, b{i % 7 ? scale * random.uniform(0, 1) : 0};
      const Vec3d at = scale * random.uniform(0, 2) * random.direction();
      outcomes.saw(distance(a, at, b).distance > 0);
      expect_as_shapes(a, at, b, random.rotation());
    }
}

TEST(Balls, TouchToTheLastDigit) {
  Random random(2);
  testing::Outcomes outcomes("balls that touch to rounding and are apart");
  for (double scale : {1e-6, 1.0, 1e6})
    for (int i = 0; i < 300; ++i) {
      const Ball a{scale * random.uniform(0, 1)}, b{scale * random.uniform(0, 1)};
      const Vec3d at = (a.radius + b.radius) * (1 + random.uniform(-4e-16, 8e-16)) * random.direction();
      outcomes.saw(distance(a, at, b).distance > 0);
      expect_as_shapes(a, at, b, random.rotation());
    }
  expect_as_shapes({1}, {3, 0, 0}, {2});
  EXPECT_TRUE(collide(Ball{1}, Vec3d{3, 0, 0}, Ball{2}));
  EXPECT_EQ(distance(Ball{1}, Vec3d{3, 0, 0}, Ball{2}).distance, 0);
}

TEST(Balls, AreConcentricOrPoints) {
  for (double r : {0.0, 1e-300, 1.0, 1e100, 1e149})
    for (double s : {0.0, 1.0, 1e145})
      for (Vec3d at : {Vec3d{}, Vec3d{-0.0, 0, -0.0}, Vec3d{1e-310, 0, 0}, Vec3d{0, -1e-141, 0}, Vec3d{0, 0, 1e-139}})
        expect_as_shapes({r}, at, {s});
  EXPECT_EQ(signed_distance(Ball{1}, Vec3d{}, Ball{2}).distance, -3);
}

TEST(Balls, AnswerInvalidWhereTheCentreIs) {
  for (double bad : {kNaN, kInfinity, -kInfinity, 2 * Pose::kFarthest})
    for (Vec3d at : {Vec3d{bad, 0, 0}, Vec3d{1, bad, 0}, Vec3d{1, 2, bad}}) {
      expect_as_shapes({1}, at, {1});
      EXPECT_EQ(collide(Ball{1}, at, Ball{1}).status, Status::invalid);
      EXPECT_TRUE(collide(Ball{1}, at, Ball{1}));
      EXPECT_EQ(distance(Ball{1}, at, Ball{1}).status, Status::invalid);
      EXPECT_EQ(signed_distance(Ball{1}, at, Ball{1}).at_least, -kInfinity);
      EXPECT_EQ(penetration(Ball{1}, at, Ball{1}).depth, kInfinity);
    }
}

TEST(Balls, RefuseWhatIsNoRadius) {
  const auto refused = [](Ball a, Vec3d at, Ball b) {
    EXPECT_THROW(collide(a, at, b), UsageError);
    EXPECT_THROW(distance(a, at, b), UsageError);
    EXPECT_THROW(signed_distance(a, at, b), UsageError);
    EXPECT_THROW(penetration(a, at, b), UsageError);
  };
  for (double bad : {-1.0, -1e-300, kNaN, kInfinity, -kInfinity})
    for (Vec3d at : {Vec3d{0.1, 0, 0}, Vec3d{3, 4, 0}, Vec3d{}, Vec3d{kNaN, 0, 0}})
      refused({bad}, at, {1}), refused({1}, at, {bad}), refused({bad}, at, {bad});
}

// What callers of the queries of shapes write is still theirs.
TEST(Balls, StillMakeShapes) {
  const Ball a{1}, b{2};
  const Pose pose = Pose::shift({4, 0, 0});
  EXPECT_EQ(distance(a, pose, b).distance, 1);
  EXPECT_EQ(distance(a, pose, b, {.max = 0.5}).status, Status::at_least);
  EXPECT_EQ(distance(a, {.translation = {4, 0, 0}}, b).distance, 1);
  EXPECT_EQ(distance(a, {{}, {4, 0, 0}}, b).distance, 1);
  EXPECT_EQ(distance(a, pose, b, pose).distance, 0);
  EXPECT_EQ(penetration(a, b).depth, 3);
  EXPECT_EQ(penetration(a, {}, b).depth, 3);
  EXPECT_TRUE(collide(a, b) && collide(a, {}, b));
  EXPECT_EQ(distance(Shape(a), pose, b).distance, 1);
}

}  // namespace balls_test
}  // namespace apart
