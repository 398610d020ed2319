// A tracker gives the plain functions' answers along every path, and its front stays a cover of all pairs.
#include <apart/apart.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/triangles/overlap.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace tracker_test {

// A path that drifts and turns, in and out of contact, with a jump now and then.
std::vector<Pose> path(Random& random, int length, double size) {
  std::vector<Pose> out;
  Pose at{random.rotation(), size * random.direction()};
  Vec3d drift{};
  for (int k = 0; k < length; ++k) {
    if (k % 25 == 0) drift = 0.02 * size * random.direction() - 0.02 * at.translation;
    at = Pose{random.rotation(), at.translation + drift};
    if (k % 40 != 39) at.rotation = out.empty() ? at.rotation : out.back().rotation;
    out.push_back(at);
  }
  return out;
}

struct Models {
  Model a, b;
};
std::vector<Models> models() {
  const auto model = [](Mesh m) { return Model::make(std::move(m)).value(); };
  Random random(5);
  return {{model(generate::torus(1, 0.3, 20, 10)), model(generate::bent_torus(500))},
          {model(generate::sphere(1, 300)), model(generate::sphere(0.9, 200))},
          {model(generate::soup(random, 100)), model(generate::soup(random, 150))},
          {model(generate::box({2, 2, 2})), model(generate::soup(random, 1))}};
}

TEST(Tracker, AnswersAsThePlainFunctionsDo) {
  Random random(6);
  testing::Outcomes touching("poses that touch"), near("poses within the tolerance");
  for (const TrackerOptions& options :
       {TrackerOptions{}, TrackerOptions{.front = false}, TrackerOptions{.pairs = false}})
    for (const Models& m : models()) {
      Tracker tracker(m.a, m.b, options);
      for (const Pose& at : path(random, 80, 2.4)) {
        const Distance truth = distance(m.a, at, m.b), found = tracker.distance(at);
        ASSERT_EQ(found.distance, truth.distance);
        ASSERT_EQ(found.status, truth.status);
        if (truth.distance > 0) {  // else any touching pair will do
          ASSERT_EQ(found.a.triangle, truth.a.triangle);
          ASSERT_EQ(found.b.triangle, truth.b.triangle);
          ASSERT_EQ(found.on_a, truth.on_a);
          ASSERT_EQ(found.on_b, truth.on_b);
        }
        const Collision hit = tracker.collide(at);
        ASSERT_EQ(hit.colliding, truth.distance == 0);
        if (hit) {
          ASSERT_TRUE(overlap(m.a.mesh().triangle(hit.a.triangle), at * m.b.mesh().triangle(hit.b.triangle)));
        }
        const Within close = tracker.within(at, 0.3);
        ASSERT_EQ(close.within, truth.distance <= 0.3);
        const Collisions all = tracker.collisions(at), expected = collisions(m.a, at, m.b);
        ASSERT_EQ(all.pairs.size(), expected.pairs.size());
        for (std::size_t i = 0; i < all.pairs.size(); ++i) {
          ASSERT_EQ(all.pairs[i].triangle_a, expected.pairs[i].triangle_a);
          ASSERT_EQ(all.pairs[i].triangle_b, expected.pairs[i].triangle_b);
        }
        const Distance capped = tracker.distance(at, {.max = 0.2}), rough = tracker.distance(at, {.rel_error = 0.1});
        ASSERT_EQ(capped.status, truth.distance <= 0.2 ? Status::exact : Status::at_least);
        ASSERT_GE(rough.distance, truth.distance);
        ASSERT_LE(rough.distance, 1.1 * truth.distance * (1 + 1e-15));
        touching.saw(truth.distance == 0);
        near.saw(truth.distance <= 0.3);
      }
      tracker.forget();
      EXPECT_EQ(tracker.front_size(), 0u);
    }
}

TEST(Tracker, SavesTestsWhereLittleMoves) {
  const Model torus = Model::make(generate::torus(1, 0.3, 40, 20)).value();
  Tracker tracker(torus, torus), with_front(torus, torus, {.pairs = false, .front = true});
  Tracker fresh(torus, torus, {.pairs = false, .front = false});
  for (int k = 0; k < 100; ++k) {
    const Pose at = Pose::shift({2.7 + 1e-4 * k, 0.1, 0.05});
    const double distance = fresh.distance(at).distance;
    ASSERT_EQ(tracker.distance(at).distance, distance);
    ASSERT_EQ(with_front.distance(at).distance, distance);
  }
  // Both from the last cut.
  EXPECT_LT(tracker.tests(), fresh.tests());
  EXPECT_EQ(with_front.tests(), tracker.tests());
  EXPECT_GT(with_front.front_size(), 0u);
}

void expect_same(const Contacts& found, const Contacts& truth) {
  ASSERT_EQ(found.status, truth.status);
  ASSERT_EQ(found.touching, truth.touching);
  ASSERT_EQ(found.contained, truth.contained);
  ASSERT_EQ(found.overlaps.size(), truth.overlaps.size());
  ASSERT_EQ(found.contacts.size(), truth.contacts.size());
  for (std::size_t i = 0; i < truth.contacts.size(); ++i) {
    const Contact &x = found.contacts[i], &y = truth.contacts[i];
    ASSERT_EQ(x.distance, y.distance);
    ASSERT_EQ(x.on_a, y.on_a);
    ASSERT_EQ(x.on_b, y.on_b);
    ASSERT_EQ(x.normal, y.normal);
    ASSERT_EQ(x.feature_a, y.feature_a);
    ASSERT_EQ(x.feature_b, y.feature_b);
  }
}

// Along slow paths, with jumps, other tolerances and scales, near each other, touching and far away.
TEST(Tracker, ContactsAsThePlainFunctionHasThem) {
  Random random(16);
  testing::Outcomes any("poses with contacts");
  for (const double scale : {1.0, 1e-9, 1e9})
    for (const Models& m : models()) {
      const Model a = Model::make(scaled(m.a.mesh(), scale)).value(),
                  b = Model::make(scaled(m.b.mesh(), scale)).value();
      Tracker tracker(a, b);
      Pose at{random.rotation(), scale * 1.8 * random.direction()};
      for (int k = 0; k < testing::cases(60, 2000); ++k) {
        const double step = k % 50 == 49 ? 0.5 : k % 7 == 6 ? 0 : 1e-3;
        const Mat3d turn = Pose::from_quaternion(1, step * random.uniform(-1, 1), step, 0, {}).value().rotation;
        at = {turn * at.rotation, at.translation + scale * step * random.in_box(1) - 1e-3 * at.translation};
        const double tolerance = scale * (k % 20 == 19 ? 0.3 : 0.1);
        const Contacts truth = contacts(a, at, b, tolerance);
        expect_same(tracker.contacts(at, tolerance), truth);
        if (HasFatalFailure()) FAIL() << "query " << k << ", scale " << scale;
        any.saw(!truth.contacts.empty());
      }
    }
}

// A list of near pairs is used, and made anew in time.
TEST(Tracker, ContactsOfWhatWasNear) {
  const Model torus = Model::make(generate::torus(1, 0.3, 40, 20)).value();
  Tracker tracker(torus, torus);
  const auto at = [](int k) { return Pose::shift({2.65 + 1e-4 * k, 0.1, 0.05}); };
  for (int k = 0; k < 100; ++k) expect_same(tracker.contacts(at(k), 0.1), contacts(torus, at(k), torus, 0.1));
  EXPECT_GT(tracker.tests(), 0u);
  const u64 before = tracker.tests();
  for (int k = 0; k < 100; ++k) tracker.contacts(at(99), 0.1);  // stands still: from one list
  const u64 still = tracker.tests() - before;
  tracker.forget();
  const u64 after = tracker.tests();
  tracker.contacts(at(99), 0.1), tracker.contacts(at(99), 0.1);
  EXPECT_LT(still / 100, tracker.tests() - after) << "a list costs more than it saves";
}

TEST(Tracker, SolidsAndBudgets) {
  const Model outer = Model::make(generate::sphere(2, 400)).value(),
              inner = Model::make(generate::box({1, 1, 1})).value();
  Tracker tracker(outer, inner, {.front = true});
  for (double x : {0.0, 0.1, 5.0, 0.2, 1.6}) {
    const Pose at = Pose::shift({x, 0, 0});
    EXPECT_EQ(tracker.collide(at, {.solid = true}).contained, collide(outer, at, inner, {.solid = true}).contained);
    EXPECT_EQ(tracker.distance(at, {.solid = true}).distance, distance(outer, at, inner, {.solid = true}).distance);
    const double truth = distance(outer, at, inner).distance;
    const Distance some = tracker.distance(at, {.budget = Budget::of_tests(3)});
    EXPECT_LE(some.at_least, truth);
    EXPECT_GE(some.distance, truth);
    EXPECT_EQ(tracker.distance(at).distance, truth);  // a walk cut short leaves a sound front
  }
}

TEST(Tracker, OfNothing) {
  Tracker tracker(Model::make(Mesh{}).value(), Model::make(generate::box({1, 1, 1})).value());
  EXPECT_EQ(tracker.distance(Pose{}).status, Status::nothing);
  EXPECT_EQ(tracker.collide(Pose{}).status, Status::nothing);
  EXPECT_EQ(tracker.collisions(Pose{}).status, Status::nothing);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(tracker.contacts(Pose{}, 0.1).status, Status::nothing);
  Tracker shapes(Shape(Box{{1, 1, 1}}), Shape(Ball{0.5}));
  EXPECT_EQ(shapes.contacts(Pose::shift({1.05, 0, 0}), 0.1).contacts.size(), 1u);
  Pose broken;
  broken.translation.x = std::numeric_limits<double>::quiet_NaN();
  Tracker boxes(Model::make(generate::box({1, 1, 1})).value(), Model::make(generate::box({1, 1, 1})).value());
  for (const Pose& at : {Pose::shift({1.05, 0, 0}), broken, Pose::shift({1.05, 0, 0})})
    EXPECT_EQ(boxes.contacts(at, 0.1).status, contacts(boxes.a(), at, boxes.b(), 0.1).status);
}

// While B is known to be clear of A by more than it moves, no volume is tested; where it comes near, the answers are
// those of the plain query.
TEST(Tracker, KnowsForHowLongNothingTouches) {
  testing::Outcomes touching("poses that touch");
  for (const double scale : {1.0, 1e-12, 1e12})
    for (const Vec3d origin : {Vec3d{}, Vec3d{1e5, -3e4, 2e6}}) {
      const auto model = [&](const Mesh& m) {
        return Model::make(placed(scaled(m, scale), Pose::shift(scale * origin))).value();
      };
      const Model a = model(generate::torus(1, 0.3, 40, 20)), b = model(generate::torus(1, 0.2, 30, 16));
      Tracker tracker(a, b);
      Random random(4);
      const Vec3d turn = random.direction();
      int without_tests = 0;
      for (int k = 0; k < 800; ++k) {
        const double t = 0.005 * (k < 400 ? k : 800 - k);  // there and back
        const Pose swing = Pose::from_quaternion(1, 0.3 * t * turn.x, 0.3 * t * turn.y, 0.3 * t * turn.z, {}).value();
        const Pose free{swing.rotation, scale * Vec3d{3.3 - t, 0.4, 0.1}};
        const Pose at = Pose::shift(scale * origin) * free * Pose::shift(-scale * origin);
        const u64 before = tracker.tests();
        const bool found = tracker.collide(at).colliding;
        ASSERT_EQ(found, collide(a, at, b).colliding);
        touching.saw(found);
        without_tests += tracker.tests() == before;
      }
      EXPECT_GT(without_tests, 100) << scale;
    }
}

}  // namespace tracker_test
}  // namespace apart
