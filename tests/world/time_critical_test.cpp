// Bounds of a budget against exact distances of all pairs.
#include <apart/world/time_critical.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace time_critical_test {

std::vector<WorldBody> crowd(Random& random, int count, double size) {
  static const Model models[] = {Model::make(generate::torus(0.5, 0.2, 16, 10)).value(),
                                 Model::make(generate::sphere(0.4, 200)).value()};
  std::vector<WorldBody> out;
  for (int i = 0; i < count; ++i) {
    const Geometry kinds[] = {models[0], models[1], models[0], Shape(Box{{0.5, 0.6, 0.7}})};
    out.push_back({kinds[random.below(4)], random.pose(size)});
  }
  return out;
}

TEST(TimeCritical, BoundsHoldForAnyBudget) {
  Random random(1);
  testing::Outcomes decided("pairs that a hundredth of the work decides");
  for (int round = 0; round < testing::cases(4, 60); ++round) {
    const World world(crowd(random, 14, 1.2));
    std::vector<double> truth;
    const TimeCriticalAnswer all = time_critical_distances(world, {.clearance = 0.3});
    ASSERT_EQ(all.status, Status::exact);
    for (const PairBounds& p : all.pairs) {
      const WorldBody a = world.body(p.a), b = world.body(p.b);
      truth.push_back(distance(a.geometry, a.pose, b.geometry, b.pose).distance);
      EXPECT_TRUE(p.finished);
      EXPECT_NEAR(p.at_most, truth.back(), 1e-12);
      EXPECT_NEAR(p.at_least, truth.back(), 1e-7);  // with a round shape, distance() is certified to this
    }
    ASSERT_EQ(all.pairs.size(), world.candidates(0.3).size());
    for (const auto order : {TimeCriticalOptions::Order::breadth_first, TimeCriticalOptions::Order::nearest_first}) {
      double before = Bounds::kInfinity;
      const u64 needed = time_critical_distances(world, {.clearance = 0.3, .order = order}).tests;
      for (double share : {0.0, 0.01, 0.1, 0.3, 0.7, 2.0}) {
        const u64 tests = u64(share * double(needed));
        const TimeCriticalOptions how{.budget = Budget::of_tests(tests), .clearance = 0.3, .order = order};
        const TimeCriticalAnswer some = time_critical_distances(world, how),
                                 again = time_critical_distances(world, how);
        ASSERT_EQ(some.pairs.size(), all.pairs.size());
        double error = 0;
        for (std::size_t i = 0; i < some.pairs.size(); ++i) {
          const PairBounds& p = some.pairs[i];
          EXPECT_LE(p.at_least, truth[i] * (1 + 1e-12) + 1e-12);
          EXPECT_GE(p.at_most, truth[i] * (1 - 1e-12) - 1e-12);
          EXPECT_TRUE(p.state() != PairBounds::State::free || truth[i] > 0);
          EXPECT_TRUE(p.state() != PairBounds::State::colliding || truth[i] == 0);
          EXPECT_EQ(p.at_least, again.pairs[i].at_least);
          EXPECT_EQ(p.at_most, again.pairs[i].at_most);
          if (share == 0.01) decided.saw(p.state() != PairBounds::State::open);
          error += p.at_most - p.at_least;
        }
        EXPECT_EQ(some.tests, again.tests);
        EXPECT_LE(error, before);
        before = error;
        EXPECT_TRUE(share < 2 || error < 1e-6);
        EXPECT_TRUE(share != 0.1 || some.status == Status::unfinished);
      }
    }
  }
}

TEST(TimeCritical, PriorityAndDecisions) {
  Random random(3);
  std::vector<WorldBody> bodies = crowd(random, 12, 1);
  for (WorldBody& body : bodies) body.geometry = Model::make(generate::torus(0.5, 0.2, 16, 10)).value();
  const World world(bodies);
  const TimeCriticalAnswer all = time_critical_distances(world);
  ASSERT_GT(all.pairs.size(), 10u);
  // What the caller looks at is known first.
  const PairBounds seen = all.pairs[all.pairs.size() / 2];
  const auto looked_at = [&](BodyId a, BodyId b) { return a == seen.a && b == seen.b ? 1e6 : 1.0; };
  const Budget budget = Budget::of_tests(seen.tests + all.pairs.size() * 20);
  const auto find = [&](const TimeCriticalAnswer& answer) { return answer.pairs[all.pairs.size() / 2]; };
  EXPECT_FALSE(find(time_critical_distances(world, {.budget = budget})).finished);
  EXPECT_TRUE(find(time_critical_distances(world, {.budget = budget, .priority = looked_at})).finished);
  // Deciding takes less than measuring, and says the same as collide.
  const TimeCriticalAnswer decided = time_critical_distances(world, {.decide_only = true});
  EXPECT_EQ(decided.status, Status::exact);
  EXPECT_LT(decided.tests, all.tests);
  EXPECT_EQ(decided.count(PairBounds::State::open), 0u);
  EXPECT_EQ(decided.count(PairBounds::State::colliding), world.collisions().size());
  // A deadline that has passed proves what boxes prove.
  const TimeCriticalAnswer late =
      time_critical_distances(world, {.budget = Budget::of_time(std::chrono::nanoseconds(0))});
  EXPECT_EQ(late.status, Status::unfinished);
  EXPECT_EQ(late.pairs.size(), all.pairs.size());
  EXPECT_TRUE(time_critical_distances(World()).pairs.empty());
}

}  // namespace time_critical_test
}  // namespace apart
