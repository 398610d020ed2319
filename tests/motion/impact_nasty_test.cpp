// Reported failures of other libraries, and what is hard for conservative advancement: grazing, resting, sliding, many
// turns, and scales from tiny to huge.
#include <samples/generate.hpp>

#include "tests/motion/impact_cases.hpp"

namespace apart {
namespace impact_nasty_test {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }

// A ball dropped onto boxes of several sizes stops short of the larger ones.
TEST(ImpactNasty, BallOntoBoxesOfSeveralSizes) {
  for (const double half : {5.0, 50.0, 500.0}) {
    const double radius = 0.5166, from = 1 + radius;
    const Shape box = Box{{2 * half, 2 * half, 2 * half}};
    for (const Geometry& target : {Geometry(box), Geometry(model(generate::box({2 * half, 2 * half, 2 * half})))}) {
      const RigidMotion fall = RigidMotion::line(Pose::shift({0.3 * half, -0.2 * half, half + from}), {0, 0, -10});
      const Impact r = impact(target, Shape(Ball{radius}), fall);
      ASSERT_TRUE(r.hit) << half;
      EXPECT_NEAR(r.contact_by, 0.1, 1e-6) << half;
      EXPECT_NEAR(r.on_a.z, half, 1e-5) << half;
    }
  }
}

// A motion that is hardly one.
TEST(ImpactNasty, SpeedsNearTheLeastNumber) {
  const Shape ball = Ball{0.5};
  for (const double speed : {6.9e-42, 1e-300, 5e-324, 0.0}) {
    EXPECT_FALSE(impact(ball, ball, RigidMotion::line(Pose::shift({2, 0, 0}), {-speed, 0, 0})).hit);
    EXPECT_FALSE(impact(model(generate::sphere(0.5, 80)), model(generate::sphere(0.5, 80)),
                        RigidMotion::line(Pose::shift({2, 0, 0}), {-speed, 0, 0}))
                     .hit);
  }
}

// Open pyramids 1000 apart, at a speed of 1e5.
TEST(ImpactNasty, FastOpenPyramids) {
  const std::vector<Vec3d> corners{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 2}};
  const Model up = model(Mesh::make(corners, {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}).value());
  std::vector<Vec3d> below = corners;
  for (Vec3d& v : below) v.z = -v.z;
  const Model down = model(Mesh::make(below, {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}).value());
  // Tip to tip: 1000 − 4 of 1e5 … the tips meet at (1000 − 4) / 1e5.
  const Impact r = impact(up, down, RigidMotion::line(Pose::shift({0, 0, 1002}), {0, 0, -1e5}));
  ASSERT_TRUE(r.hit);
  EXPECT_NEAR(r.contact_by, (1002 - 4) / 1e5, 1e-9);
}

TEST(ImpactNasty, RotatingMeshesThatAllHit) {
  Random random(48);
  const Model a = model(generate::wrinkled_torus(5000)), b = model(generate::bent_torus(5000));
  for (int i = 0; i < testing::cases(22, 500); ++i) {
    // Through the middle of one: a hit is certain, of the translations too.
    const Vec3d from = 5 * random.direction();
    const Pose start{random.rotation(), from}, end{i % 3 == 0 ? start.rotation : random.rotation(), -from};
    const RigidMotion through = RigidMotion::between(start, end);
    bool seen = false;
    double first = 1;
    for (int k = 0; k <= 400 && !seen; ++k) {
      seen = collide(a, through.at(k / 400.0), b).colliding;
      if (seen) first = k / 400.0;
    }
    const Impact r = impact(a, b, through, {.clearance = false});
    EXPECT_GE(r.hit, seen);
    EXPECT_LE(r.free_until, first);
    EXPECT_TRUE(!r.hit || distance(a, through.at(r.contact_by), b).distance < 1e-7);
  }
}

TEST(ImpactNasty, Grazing) {
  // Two cubes that pass each other: touching faces, a hair apart, and a hair too deep.
  const Model cube = model(generate::box({1, 1, 1}));
  for (const Geometry& g : {Geometry(cube), Geometry(Shape(Box{{1, 1, 1}}))}) {
    const auto pass = [&](double gap, double within = 0) {
      return impact(g, g, RigidMotion::line(Pose::shift({-5, 1 + gap, 0.3}), {10, 0, 0}), {.within = within});
    };
    EXPECT_TRUE(pass(0).hit);
    EXPECT_NEAR(pass(0).contact_by, 0.4, 1e-6);
    EXPECT_TRUE(pass(-1e-6).hit);
    EXPECT_NEAR(pass(-1e-6).contact_by, 0.4, 1e-6);
    EXPECT_FALSE(pass(1e-6).hit);
    EXPECT_NEAR(pass(1e-6).least_clearance, 1e-6, 1e-12);
    EXPECT_TRUE(pass(0.1, 0.1 + 1e-6).hit);
    EXPECT_FALSE(pass(0.1, 0.1 - 1e-6).hit);
  }
  // A corner that turns past a wall, its tip on a circle: touching at one time only.
  const Model needle = model(generate::box({2, 0.01, 0.01}));
  const double reach = std::sqrt(1 + 0.005 * 0.005);
  const auto turn = [&](double gap) {
    const RigidMotion motion = RigidMotion::screw({}, {}, {0, 0, 1}, 3, 0);
    return impact(HalfSpace{{0, -1, 0}, -(reach + gap)}, needle, motion);
  };
  EXPECT_TRUE(turn(-1e-7).hit);
  EXPECT_FALSE(turn(1e-6).hit);
  EXPECT_NEAR(turn(1e-6).least_clearance, 1e-6, 2e-8);
}

TEST(ImpactNasty, RestingAndSliding) {
  const Model plate = model(generate::box({10, 10, 1})), cube = model(generate::box({1, 1, 1}));
  // Lying on it: in contact from the first.
  const Impact rest = impact(plate, cube, RigidMotion::still(Pose::shift({0, 0, 1})));
  EXPECT_TRUE(rest.hit);
  EXPECT_EQ(rest.contact_by, 0);
  EXPECT_TRUE(rest.touching);
  // Sliding a hair above it, turning about the upright: free, and that hair is the clearance.
  for (const double gap : {1e-2, 1e-4, 1e-6}) {
    const Pose from = Pose::shift({-4, 0, 1 + gap});
    const Impact slide = impact(plate, cube, RigidMotion::line(from, {8, 0, 0}));
    EXPECT_FALSE(slide.hit) << gap;
    EXPECT_NEAR(slide.least_clearance, gap, 1e-9);
    EXPECT_NEAR(slide.clearance_at_least, gap, 0.051 * gap);
    const RigidMotion spin = RigidMotion::screw(from, from.translation, {0, 0, 1}, 50);
    EXPECT_FALSE(impact(plate, cube, spin, {.clearance = false}).hit) << gap;
  }
}

TEST(ImpactNasty, ManyTurns) {
  Random random(7);
  const Model bar = model(generate::box({4, 0.2, 0.2})), post = model(generate::cylinder(0.2, 3, 16));
  testing::Outcomes outcomes("bars that turn fast", 0.1);
  for (int i = 0; i < testing::cases(60, 2000) && !::testing::Test::HasFatalFailure(); ++i) {
    // A propeller that comes along a post, or past it.
    const double aside = random.uniform(1.5, 3.2), angle = random.uniform(20, testing::nightly() ? 700 : 120);
    const RigidMotion of_b =
        RigidMotion::screw({random.rotation(), {aside, 0, -3}}, {aside, 0, 0}, {0, 0, 1}, angle, 6);
    const ImpactOptions options{.clearance = i % 4 == 0};
    const Impact r = impact(post, bar, of_b, options);
    outcomes.saw(r.hit);
    testing::expect_true_of(r, post, {}, bar, of_b, options, 1e-8 * 5, 5, 200, random);
  }
}

TEST(ImpactNasty, TinyAndHugeScales) {
  Random random(8);
  const Mesh torus = generate::torus(1, 0.3, 16, 8), box = generate::box({1, 0.5, 0.25});
  for (const double scale : {1e-20, 1e-12, 1e-6, 1.0, 1e6, 1e12, 1e16}) {
    testing::Outcomes outcomes("impacts at scale " + std::to_string(scale), 0.05);
    const Model a = model(scaled(torus, scale)), b = model(scaled(box, scale));
    for (int i = 0; i < testing::cases(20, 300) && !::testing::Test::HasFatalFailure(); ++i) {
      const auto place = [&] { return random.uniform(1, 4) * scale * random.direction(); };
      const RigidMotion of_b = RigidMotion::between({random.rotation(), place()}, {random.rotation(), place()});
      const ImpactOptions options{.clearance = i % 2 == 0};
      const Impact r = impact(a, b, of_b, options);
      outcomes.saw(r.hit);
      SCOPED_TRACE(scale);
      testing::expect_true_of(r, a, {}, b, of_b, options, 2e-8 * scale, scale, 40, random);
    }
  }
}

TEST(ImpactNasty, FarFromTheOrigin) {
  // The same motion of both, far away: the tolerance grows with what rounding takes.
  const Model a = model(generate::sphere(1, 200)), b = model(generate::box({1, 1, 1}));
  for (const double far : {1e3, 1e6, 1e9}) {
    const Vec3d at{far, -far, 0.5 * far};
    const RigidMotion of_b = RigidMotion::line(Pose::shift(at + Vec3d{3, 0, 0}), {-4, 0, 0});
    const Impact r = impact(a, RigidMotion::still(Pose::shift(at)), b, of_b, {.clearance = false});
    ASSERT_TRUE(r.hit) << far;
    EXPECT_NEAR(r.contact_by, 1.5 / 4, 1e-2) << far;
    EXPECT_LE(r.free_until, 1.5 / 4 + 1e-2);
  }
}

TEST(ImpactNasty, InvalidEmptyAndContained) {
  const Model ball = model(generate::sphere(1, 200)), small = model(generate::sphere(0.2, 80));
  const RigidMotion wrong = RigidMotion::line({}, {std::nan(""), 0, 0});
  const Impact bad = impact(ball, small, wrong);
  EXPECT_EQ(bad.status, Status::invalid);
  EXPECT_TRUE(bad.hit);
  EXPECT_EQ(bad.free_until, 0);
  EXPECT_FALSE(is_free(ball, {}, small, wrong));
  EXPECT_EQ(impact(ball, model(Mesh()), RigidMotion()).status, Status::nothing);

  // Inside a closed mesh: free as surfaces until they touch, in contact at once as solids.
  const RigidMotion out = RigidMotion::line({}, {4, 0, 0});
  for (const Geometry& inner : {Geometry(small), Geometry(Shape(Ball{0.2}))}) {
    const Impact surface = impact(ball, inner, out, {.clearance = false});
    EXPECT_TRUE(surface.hit);
    EXPECT_NEAR(surface.contact_by, 0.2, 0.02);
    const Impact solid = impact(ball, inner, out, {.solid = true});
    EXPECT_TRUE(solid.hit && solid.contained);
    EXPECT_EQ(solid.contact_by, 0);
  }
  EXPECT_EQ(impact(Ball{1}, Ball{0.2}, out).contact_by, 0);
}

TEST(ImpactNasty, BudgetsEndWithWhatIsProven) {
  const Model a = model(generate::wrinkled_torus(2000)), b = model(generate::bent_torus(2000));
  const RigidMotion motion = RigidMotion::between(Pose::shift({5, 0, 0}), Pose::shift({-5, 0.2, 0}));
  const Impact whole = impact(a, b, motion, {.clearance = false});
  ASSERT_TRUE(whole.hit);
  double last = 0;
  for (const u64 tests : {u64(0), u64(1), u64(10), u64(100), u64(1000)}) {
    const Impact some = impact(a, b, motion, {.clearance = false, .budget = Budget::of_tests(tests)});
    if (some.status != Status::unfinished) {
      EXPECT_EQ(some.free_until, whole.free_until);
      continue;
    }
    EXPECT_FALSE(some.hit);
    EXPECT_LE(some.free_until, whole.free_until);
    EXPECT_GE(some.free_until, last);
    last = some.free_until;
    EXPECT_FALSE(is_free(a, {}, b, motion, {.budget = Budget::of_tests(tests)}));
  }
}

TEST(ImpactNasty, BatchesAreTheSameForAnyNumberOfThreads) {
  Random random(9);
  const Model a = model(generate::torus(1, 0.3, 16, 8)), b = model(generate::box({1, 0.5, 0.25}));
  std::vector<RigidMotion> motions, still;
  for (int i = 0; i < 100; ++i) {
    motions.push_back(RigidMotion::between(random.pose(2), random.pose(2)));
    still.push_back(RigidMotion());
  }
  const Batch<Impact> one = impact(a, b, motions, {}, {.threads = 1}), more = impact(a, b, motions, {}, {.threads = 4});
  const Batch<Impact> both = impact(a, still, b, motions, {}, {.threads = 2});
  EXPECT_EQ(one.status, Status::exact);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    for (const Batch<Impact>* batch : {&more, &both}) {
      EXPECT_EQ(one.answers[i].free_until, batch->answers[i].free_until);
      EXPECT_EQ(one.answers[i].least_clearance, batch->answers[i].least_clearance);
      EXPECT_EQ(one.answers[i].on_a, batch->answers[i].on_a);
    }
    EXPECT_EQ(one.answers[i].free_until, impact(a, b, motions[i]).free_until);
  }
  const Batch<Impact> stopped = impact(a, b, motions, {}, {.threads = 1, .progress = [](double) { return false; }});
  EXPECT_EQ(stopped.status, Status::cancelled);
}

}  // namespace impact_nasty_test
}  // namespace apart
