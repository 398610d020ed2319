// A tracker gives the plain functions' answers along every path, and its front stays a cover of all pairs.
#include <apart/apart.hpp>
#include <apart/triangles/overlap.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

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
       {TrackerOptions{}, TrackerOptions{.front = true}, TrackerOptions{.pairs = false, .front = true}})
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
  Tracker tracker(torus, torus), with_front(torus, torus, {.front = true});
  Tracker fresh(torus, torus, {.pairs = false, .front = false});
  for (int k = 0; k < 100; ++k) {
    const Pose at = Pose::shift({2.7 + 1e-4 * k, 0.1, 0.05});
    const double distance = fresh.distance(at).distance;
    ASSERT_EQ(tracker.distance(at).distance, distance);
    ASSERT_EQ(with_front.distance(at).distance, distance);
  }
  // From its last cut; a front, which tests boxes one by one, saves nothing where hulls tell more than they do.
  EXPECT_LT(tracker.tests(), fresh.tests());
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
}

}  // namespace
}  // namespace apart
