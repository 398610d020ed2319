// Reflections, flights that bounce, penalty forces, and mass properties, against closed forms.
#include <apart/world/response.hpp>
#include <apart/world/response/body_mass.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace response_test {

TEST(Response, ReflectsWhatEnters) {
  EXPECT_EQ(reflected({1, 2, -3}, {0, 0, 1}, 1), (Vec3d{1, 2, 3}));
  EXPECT_EQ(reflected({1, 2, -3}, {0, 0, 1}, 0), (Vec3d{1, 2, 0}));
  EXPECT_EQ(reflected({1, 2, -4}, {0, 0, 1}, 0.25), (Vec3d{1, 2, 1}));
  EXPECT_EQ(reflected({1, 2, 3}, {0, 0, 1}, 1), (Vec3d{1, 2, 3}));  // it leaves
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3d v = random.in_box(3), n = random.direction();
    const double k = random.uniform();
    const Vec3d w = reflected(v, n, k), any = randomly_reflected(v, n, k, u64(i));
    EXPECT_LE(length(w), length(v) * (1 + 1e-15));
    EXPECT_NEAR(dot(w, n), dot(v, n) < 0 ? -k * dot(v, n) : dot(v, n), 1e-14);
    EXPECT_NEAR(length(any), length(w), 1e-14);
    EXPECT_GE(dot(any, n), 0);
    EXPECT_EQ(any, randomly_reflected(v, n, k, u64(i)));
  }
  EXPECT_NE(randomly_reflected({0, 0, -1}, {0, 0, 1}, 1, 1), randomly_reflected({0, 0, -1}, {0, 0, 1}, 1, 2));
}

// Six walls about a cube of side 2: the mirror images of the path tell where a ball must be.
std::vector<WorldBody> room() {
  std::vector<WorldBody> walls;
  for (int k = 0; k < 3; ++k)
    for (double side : {-1.5, 1.5}) {
      Vec3d at{};
      at[k] = side;
      Vec3d size{4, 4, 4};
      size[k] = 1;
      walls.push_back({Shape(Box{size}), Pose::shift(at), 1, ~0u, true});
    }
  return walls;
}
double folded(double x, double half) {  // between −half and half, reflected at both
  double y = std::fmod(x + half, 4 * half);
  if (y < 0) y += 4 * half;
  return y <= 2 * half ? y - half : 3 * half - y;
}

TEST(Response, FliesAndBouncesForTheTimeThatRemains) {
  const World world(room());
  const Shape ball = Ball{0.25};
  Random random(2);
  int bounces = 0;
  for (int i = 0; i < testing::cases(40, 2000); ++i) {
    const Vec3d from = random.in_box(0.7), v = 3.0 * random.in_ball();
    const Flight flight = fly(world, ball, Pose::shift(from), v, 1.5, {.restitution = 1});
    ASSERT_EQ(flight.status, Status::exact);
    bounces += int(flight.bounces.size());
    EXPECT_NEAR(length(flight.velocity), length(v), 1e-12);
    EXPECT_EQ(flight.time_left, 0);
    for (int k = 0; k < 3; ++k) {
      const double truth = folded(from[k] + 1.5 * v[k], 0.75);
      EXPECT_NEAR(flight.pose.translation[k], truth, 3e-4 * (1 + double(flight.bounces.size())));
      EXPECT_LE(std::abs(flight.pose.translation[k]), 0.75);
    }
  }
  EXPECT_GT(bounces, testing::cases(40, 2000));
  // Without restitution it slides along the wall, and comes to rest in an edge and a corner.
  const Flight slides = fly(world, ball, Pose{}, {1, 2, 0}, 2, {.restitution = 0});
  EXPECT_EQ(slides.bounces.size(), 2u);
  EXPECT_NEAR(slides.pose.translation.x, 0.75, 1e-3);
  EXPECT_NEAR(slides.pose.translation.y, 0.75, 1e-3);
  EXPECT_EQ(slides.status, Status::exact);
  EXPECT_NEAR(length(slides.velocity), 0, 1e-9);
  // Too many bounces; a start inside a wall; numbers that are none.
  const Flight many = fly(world, ball, Pose{}, {100, 130, 90}, 10, {.most_bounces = 5});
  EXPECT_EQ(many.status, Status::unfinished);
  EXPECT_GT(many.time_left, 0);
  EXPECT_EQ(fly(world, ball, Pose::shift({1.2, 0, 0}), {1, 0, 0}, 1).status, Status::invalid);
  EXPECT_EQ(fly(world, ball, Pose{}, {std::nan(""), 0, 0}, 1).status, Status::invalid);
  EXPECT_EQ(fly(world, ball, Pose{}, {1, 0, 0}, -1).status, Status::invalid);
  const Flight lucky = fly(world, ball, Pose{}, {3, 1, 2}, 4, {.random = true, .seed = 7});
  EXPECT_NEAR(length(lucky.velocity), length(Vec3d{3, 1, 2}), 1e-12);
  for (int k = 0; k < 3; ++k) EXPECT_LE(std::abs(lucky.pose.translation[k]), 0.75);
  EXPECT_EQ(fly(World(), ball, Pose{}, {1, 2, 3}, 2).pose.translation, (Vec3d{2, 4, 6}));
}

TEST(Response, PenaltyForces) {
  const BodyContact deep{{}, {0, 0, -0.1}, {0, 0, 1}, -0.1}, apart{{}, {0, 0, 0.1}, {0, 0, 1}, 0.1};
  const PenaltyOptions how{.stiffness = 100, .damping = 5, .friction = 0.5, .grip = 0};
  EXPECT_EQ(penalty_force(apart, {0, 0, -1}, how), Vec3d{});
  EXPECT_NEAR(penalty_force(deep, {}, how).z, 10, 1e-12);
  EXPECT_NEAR(penalty_force(deep, {0, 0, -1}, how).z, 15, 1e-12);
  EXPECT_EQ(penalty_force(deep, {0, 0, 3}, how), Vec3d{});  // it never pulls
  EXPECT_NEAR(penalty_force(deep, {2, 0, 0}, how).x, -5, 1e-12);
  EXPECT_NEAR(penalty_force(deep, {2, 0, 0}, {.stiffness = 100, .friction = 0.5, .grip = 0.1}).x, -0.2, 1e-12);
  // Forces of a pair are opposite, and so are torques about one point.
  PairContacts pair{0, 1, {{{0.3, 0, 0}, {0.3, 0, -0.1}, {0, 0, 1}, -0.1}}};
  const PointVelocity motions[] = {{{}, {}, {0, 0, 1}}, {{0, 0, 1}, {1, 0, -1}, {}}};
  const std::vector<Wrench> found = penalty_forces({&pair, 1}, motions, how);
  EXPECT_LT(length(found[0].force + found[1].force), 1e-12);
  const Vec3d about_origin = found[1].torque + cross(motions[1].centre, found[1].force);
  EXPECT_LT(length(found[0].torque + about_origin), 1e-12);
  EXPECT_GT(found[1].force.z, 10);
}

TEST(Response, MassOfShapesAndModels) {
  const world::BodyMass box = world::body_mass(Shape(Box{{1, 2, 3}}), 2);
  const world::BodyMass model = world::body_mass(Model::make(generate::box({1, 2, 3})).value(), 2);
  EXPECT_NEAR(box.mass, 12, 1e-12);
  EXPECT_NEAR(model.mass, 12, 1e-12);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(box.inertia(i, k), model.inertia(i, k), 1e-12);
  EXPECT_NEAR(box.inertia(0, 0), 12.0 / 12 * (4 + 9), 1e-12);
  const world::BodyMass ball = world::body_mass(Shape(Ball{0.5}), 1);
  EXPECT_NEAR(ball.mass, 3.14159265358979 / 6, 1e-12);
  EXPECT_NEAR(ball.inertia(1, 1), 0.4 * ball.mass * 0.25, 1e-12);
  // A capsule and a cylinder, by the polyhedra that are drawn of almost the same: a few per cent.
  const world::BodyMass capsule = world::body_mass(Shape(Capsule{.radius = 0.3, .length = 1}), 1);
  const world::BodyMass drawn = world::body_mass(Shape(TaperedCapsule{0.3, 0.2999, 1}), 1);
  EXPECT_NEAR(drawn.mass / capsule.mass, 1, 0.06);
  EXPECT_NEAR(drawn.inertia(0, 0) / capsule.inertia(0, 0), 1, 0.1);
  EXPECT_NEAR(drawn.inertia(2, 2) / capsule.inertia(2, 2), 1, 0.1);
  EXPECT_EQ(world::body_mass(Shape(HalfSpace{{0, 0, 1}, 0}), 1).mass, 0);
  EXPECT_EQ(world::body_mass(Shape(Box{{1, 1, 0}}), 1).mass, 0);
  EXPECT_NEAR(world::size_of(Shape(Box{{2, 2, 2}})), 2, 1e-14);
  EXPECT_NEAR(world::size_of(Shape(Box{{1e-20, 1e-20, 8e-20}})) / 2e-20, 1, 1e-14);
  const Mat3d m = box.inertia, id = world::inverse_of(m) * m;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(id(i, k), i == k ? 1 : 0, 1e-14);
}

}  // namespace response_test
}  // namespace apart
