// Scheduled pairs against all pairs at every step: nothing is missed, and few distances are computed.
#include <apart/world/schedule.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace schedule_test {

// Balls, boxes and small models that fly straight and turn, bounce off the walls of a room, and now and then are
// pushed.
struct Flight {
  std::vector<WorldBody> bodies;
  std::vector<Vec3d> velocities, axes;
  std::vector<double> spins, radii;  // radians per time; of a ball about the origin that holds the body

  Flight(Random& random, int count, double speed) {
    const Model torus = Model::make(generate::torus(0.3, 0.1, 10, 6)).value();
    for (int i = 0; i < count; ++i) {
      const Geometry shapes[] = {Shape(Ball{0.2}), Shape(Box{{0.3, 0.3, 0.3}}), torus};
      const double around[] = {0.2, 0.27, 0.41};
      const u32 kind = random.below(3);
      bodies.push_back({shapes[kind], random.pose(4)});
      radii.push_back(around[kind]);
      velocities.push_back(speed * random.in_ball());
      axes.push_back(random.direction());
      spins.push_back(random.uniform(0, 1));
    }
  }
  MotionBounds bounds(std::size_t i) const {
    return {(length(velocities[i]) + spins[i] * radii[i]) * (1 + 1e-9) + 1e-9, 0};
  }
  std::vector<MotionBounds> all_bounds() const {
    std::vector<MotionBounds> out;
    for (std::size_t i = 0; i < bodies.size(); ++i) out.push_back(bounds(i));
    return out;
  }
  void step(double dt) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Pose& pose = bodies[i].pose;
      for (int k = 0; k < 3; ++k)
        if (std::abs(pose.translation[k]) > 4)
          velocities[i][k] = pose.translation[k] > 0 ? -std::abs(velocities[i][k]) : std::abs(velocities[i][k]);
      const Pose turn = Pose::from_axis_angle(axes[i], spins[i] * dt, {}).value();
      pose = {turn.rotation * pose.rotation, pose.translation + dt * velocities[i]};
    }
  }
};

TEST(PairSchedule, NeverMissesAndSavesTests) {
  Random random(1);
  testing::Outcomes steps("steps with a collision");
  u64 computed = 0, naive = 0;
  for (int run = 0; run < testing::cases(3, 20); ++run) {
    Flight flight(random, 30, 1);
    World world(flight.bodies);
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < 30; ++id) ids.push_back(id);
    PairSchedule schedule(world, 0, flight.all_bounds());
    EXPECT_EQ(schedule.pairs(), 30u * 29 / 2);
    const double dt = 0.01;
    for (int k = 1; k <= 400; ++k) {
      flight.step(dt);
      if (k % 50 == 0) flight.velocities[random.below(30)] = 4 * random.in_ball();  // a push: from now on it is faster
      std::vector<Pose> poses;
      for (const WorldBody& body : flight.bodies) poses.push_back(body.pose);
      world = world.moved(ids, poses);
      const ScheduleStep found = schedule.advance(world, k * dt, flight.all_bounds());
      std::vector<BoxPair> truth;
      for (const PairCollision& p : world.collisions()) truth.push_back({p.a, p.b});
      ASSERT_EQ(found.colliding, truth) << "step " << k << " of run " << run;
      steps.saw(!truth.empty());
      computed += found.distances, naive += schedule.pairs();
    }
  }
  std::printf("[ saw      ] %llu distances, of %llu pairs in all steps\n", static_cast<unsigned long long>(computed),
              static_cast<unsigned long long>(naive));
  EXPECT_LT(computed * 20, naive);
}

TEST(PairSchedule, AccelerationAndRest) {
  const Shape ball = Ball{0.5};
  const auto at = [&](double z) { return World(std::vector<WorldBody>{{ball}, {ball, Pose::shift({0, 0, z})}}); };
  const std::vector<MotionBounds> falling{{0, 0}, {0, 10}}, resting{{0, 0}, {0, 0}};
  PairSchedule schedule(at(6), 0, falling);  // a gap of 5: 10 / 2 · t² = 5
  EXPECT_NEAR(schedule.next(), 1, 1e-6);
  EXPECT_LE(schedule.next(), 1);
  EXPECT_EQ(schedule.advance(at(6 - 5 * 0.81), 0.9, {{{0, 0}, {9, 10}}}).box_tests, 0u);
  EXPECT_EQ(schedule.advance(at(0.9), 1.01, {{{0, 0}, {10.1, 10}}}).colliding, (std::vector<BoxPair>{{0, 1}}));
  PairSchedule still(at(6), 0, resting);
  EXPECT_EQ(still.next(), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(still.advance(at(6), 1e9, resting).colliding.empty());
  still.advance(at(6), 1e9 + 1, falling);  // it is let go
  EXPECT_NEAR(still.next(), 1e9 + 2, 1e-3);
}

TEST(PairSchedule, BadInput) {
  const World world(std::vector<WorldBody>{{Shape(Ball{1})}, {Shape(Ball{1})}});
  const std::vector<MotionBounds> good(2), few(1), negative{{-1, 0}, {0, 0}}, nan{{0, std::nan("")}, {0, 0}};
  EXPECT_THROW(PairSchedule(world, 0, few), UsageError);
  EXPECT_THROW(PairSchedule(world, 0, negative), UsageError);
  EXPECT_THROW(PairSchedule(world, 0, nan), UsageError);
  EXPECT_THROW(PairSchedule(world, std::nan(""), good), UsageError);
  PairSchedule schedule(world, 1, good);
  EXPECT_THROW(schedule.advance(world, 0.5, good), UsageError);
  EXPECT_THROW(schedule.advance(World(), 2, {}), UsageError);
  EXPECT_EQ(schedule.advance(world, 2, good).colliding, (std::vector<BoxPair>{{0, 1}}));
}

}  // namespace schedule_test
}  // namespace apart
