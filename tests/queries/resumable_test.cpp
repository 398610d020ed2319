// A query cut into slices of any size ends with the bits of the same query in one go; what it says on the way is true.
#include <apart/queries/resumable.hpp>
#include <samples/generate.hpp>

#include "tests/queries/expect_same_bits.hpp"

namespace apart {
namespace resumable_test {

using testing::expect_same_bits;

// In slices of at most `most` tests, or of a random number of them; returns how many slices it took.
template <class Answer, class Check>
int expect_same_bits_in_slices(Resumable<Answer> query, const Answer& expected, u32 most, Random& random,
                               Check so_far) {
  int slices = 0;
  while (!query.done()) {
    const Answer answer = query.resume(Budget::of_tests(most > 0 ? most : 1 + random.below(200)));
    ++slices;
    if (query.done()) break;
    EXPECT_EQ(answer.status, Status::unfinished);
    so_far(answer);
  }
  expect_same_bits(query.resume(), expected);
  expect_same_bits(query.resume(Budget::of_tests(0)), expected);  // over is over
  return slices;
}

TEST(Resumable, AnySlicesGiveTheSameBits) {
  Random random(7);
  const Model models[] = {
      Model::make(generate::wrinkled_torus(20000)).value(), Model::make(generate::sphere(1, 10000)).value(),
      Model::make(generate::box({1, 1, 1})).value(), Model::make(generate::torus(1, 0.3, 40, 20)).value()};
  testing::Outcomes touching("pairs that touch");
  for (int k = 0; k < testing::cases(60, 2000); ++k) {
    const Model &a = models[random.below(4)], &b = models[random.below(4)];
    const Pose at{random.rotation(), random.uniform(0.5, 3.5) * random.direction()};
    const bool solid = random.below(2);
    const CollideOptions how{.solid = solid};
    const DistanceOptions errors[] = {{.solid = solid}, {.abs_error = 0.1}, {.rel_error = 0.2}, {.max = 0.5}};
    const Distance exact = distance(a, at, b, {.solid = solid});
    touching.saw(exact.distance == 0);
    for (const u32 most : {1u, 7u, 100u, 0u}) {
      expect_same_bits_in_slices(resumable_collide(a, at, b, how), collide(a, at, b, how), most, random,
                                 [](const Collision& c) { EXPECT_FALSE(c.colliding); });
      for (const double tolerance : {0.0, 0.3, exact.distance})
        expect_same_bits_in_slices(resumable_within(a, at, b, tolerance, how), within(a, at, b, tolerance, how), most,
                                   random, [](const Within& w) { EXPECT_FALSE(w.within); });
      for (const DistanceOptions& options : errors) {
        const Distance expected = distance(a, at, b, options), of_surface = distance(a, at, b);
        const double truth = options.solid ? exact.distance : of_surface.distance;
        double at_most = std::numeric_limits<double>::infinity();
        expect_same_bits_in_slices(resumable_distance(a, at, b, options), expected, most, random,
                                   [&](const Distance& d) {
                                     if (std::isinf(options.max)) {
                                       EXPECT_LE(d.at_least, truth * (1 + 1e-12));
                                     }
                                     EXPECT_GE(d.at_most, truth * (1 - 1e-12));
                                     EXPECT_LE(d.at_most, at_most);
                                     at_most = d.at_most;
                                   });
      }
      if (HasFailure()) return;
    }
  }
}

// One surface beside another everywhere: many pairs of nodes are as near as the nearest.
TEST(Resumable, ManySlicesGiveTheSameBits) {
  Random random(8);
  const Model inner = Model::make(generate::sphere(1, 10000)).value(),
              outer = Model::make(generate::sphere(1.02, 10000)).value();
  const Pose at{random.rotation(), {}};
  const int slices = expect_same_bits_in_slices(resumable_distance(outer, at, inner), distance(outer, at, inner), 1,
                                                random, [](const Distance& d) { EXPECT_LE(d.at_least, 0.021); });
  EXPECT_GT(slices, 50);
}

TEST(Resumable, BudgetsOfTimeEnd) {
  const Model a = Model::make(generate::wrinkled_torus(20000)).value(),
              b = Model::make(generate::sphere(1, 4000)).value();
  const Pose at = Pose::shift({0.4, 0.2, 2});
  auto query = resumable_distance(a, at, b);
  int slices = 0;
  for (; !query.done(); ++slices) query.resume(Budget::of_time(std::chrono::microseconds(20)));
  EXPECT_GT(slices, 1);
  expect_same_bits(query.resume(), distance(a, at, b));
  auto idle = resumable_distance(a, at, b);
  for (int k = 0; k < 3; ++k) {
    const Distance nothing = idle.resume(Budget::of_tests(0));
    EXPECT_EQ(nothing.status, Status::unfinished);
    EXPECT_FALSE(idle.done());
  }
}

TEST(Resumable, ModelsMayGoAndQueriesMove) {
  auto query = resumable_distance(Model::make(generate::box({1, 1, 1})).value(), Pose::shift({3, 0, 0}),
                                  Model::make(generate::box({1, 1, 1})).value());
  query.resume(Budget::of_tests(1));
  auto moved = std::move(query);
  EXPECT_EQ(moved.resume().distance, 2);
}

TEST(Resumable, WhatNeedsNoTraversal) {
  const Model box = Model::make(generate::box({1, 1, 1})).value(), none = Model::make(Mesh{}).value();
  const Pose bad = Pose::shift({NAN, 0, 0});
  EXPECT_TRUE(resumable_collide(box, bad, box).done());
  expect_same_bits(resumable_collide(box, bad, box).resume(), collide(box, bad, box));
  expect_same_bits(resumable_within(box, bad, box, 1).resume(), within(box, bad, box, 1));
  expect_same_bits(resumable_distance(box, bad, box).resume(), distance(box, bad, box));
  expect_same_bits(resumable_collide(box, {}, none).resume(), collide(box, {}, none));
  expect_same_bits(resumable_within(none, {}, box, 1).resume(), within(none, {}, box, 1));
  expect_same_bits(resumable_distance(none, {}, none).resume(), distance(none, {}, none));
  EXPECT_THROW(resumable_within(box, {}, box, -1), UsageError);
  EXPECT_THROW(resumable_distance(box, {}, box, {.abs_error = -1}), UsageError);
}

}  // namespace resumable_test
}  // namespace apart
