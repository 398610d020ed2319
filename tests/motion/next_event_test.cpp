// Times of next events against densely sampled answers.
#include <apart/motion/next_event.hpp>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace {

bool answer(EventQuery query, const Geometry& a, const Geometry& b, const Pose& at, double d) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) {
    if (query == EventQuery::beyond) return span(x, at, y).distance > d;
    return query == EventQuery::within ? distance(x, at, y).distance <= d : collide(x, at, y).colliding;
  });
}

TEST(NextEvent, AgainstSampledAnswers) {
  Random random(1);
  testing::Outcomes changes("answers that change"), backs("that change back", 0.1);
  const Model torus = Model::make(generate::torus(1, 0.3, 16, 8)).value();
  const Model box = Model::make(generate::box({1, 0.5, 0.3})).value();
  for (int i = 0; i < testing::cases(150, 5000) && !::testing::Test::HasFailure(); ++i) {
    const EventQuery query = static_cast<EventQuery>(i % 3);
    const bool shapes = query == EventQuery::collide || i % 2 == 0;
    const auto shape = [&] { return testing::random_shape(random, static_cast<CoreKind>(random.below(6)), 1); };
    const Geometry a = shapes ? Geometry(shape()) : Geometry(torus), b = shapes ? Geometry(shape()) : Geometry(box);
    const Vec3d from = random.uniform(0.5, 3) * random.direction();
    const RigidMotion motion = i % 4 == 0 ? RigidMotion::line({random.rotation(), from}, -2 * from + random.in_box(0.5))
                                          : RigidMotion::between({random.rotation(), from}, {random.rotation(), -from});
    const double d = query == EventQuery::beyond ? random.uniform(1, 3) : random.uniform(0.05, 0.5);
    const EventOptions options{.distance = d, .tolerance = 1e-6};
    const NextEvent event = next_event(query, a, RigidMotion(), b, motion, options);
    SCOPED_TRACE(i);
    changes.saw(event.change.found), backs.saw(event.back.found);
    const auto at = [&](double t) { return answer(query, a, b, motion.at(t), d); };
    EXPECT_EQ(at(0), event.now);
    for (int k = 0; k < 60; ++k) {
      const double t = random.uniform();
      EXPECT_TRUE(t >= event.change.unchanged_until || at(t) == event.now) << t;
      const bool changed = event.change.found && t > event.change.changed_by && t < event.back.unchanged_until;
      EXPECT_TRUE(!changed || at(t) != event.now) << t;
    }
    if (event.change.found) {
      EXPECT_LE(event.change.unchanged_until, event.change.changed_by);
      EXPECT_NE(at(event.change.changed_by), event.now);
    }
    EXPECT_TRUE(!event.back.found || at(event.back.changed_by) == event.now);
  }
}

TEST(NextEvent, TwoBallsPassEachOther) {
  const RigidMotion pass = RigidMotion::line(Pose::shift({-5, 0, 0}), {10, 0, 0});
  const NextEvent event = next_event(EventQuery::collide, Ball{1}, RigidMotion(), Ball{1}, pass);
  EXPECT_FALSE(event.now);
  EXPECT_NEAR(event.change.changed_by, 0.3, 1e-6);
  EXPECT_NEAR(event.back.changed_by, 0.7, 1e-6);
  const NextEvent later = next_event(EventQuery::collide, Ball{1}, RigidMotion(), Ball{1}, pass, {.from = 0.5});
  EXPECT_TRUE(later.now);
  EXPECT_NEAR(later.change.changed_by, 0.7, 1e-6);
  EXPECT_FALSE(later.back.found);
  EXPECT_THROW(next_event(EventQuery::collide, Model::make(generate::box({1, 1, 1})).value(), {}, Ball{1}, pass),
               UsageError);
}

}  // namespace
}  // namespace apart
