// Times of next events against densely sampled answers.
#include <apart/motion/next_event.hpp>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace next_event_test {

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
  testing::Outcomes ends("contacts of models that end again", 0.05);
  for (int i = 0; i < testing::cases(200, 5000) && !::testing::Test::HasFailure(); ++i) {
    const EventQuery query = static_cast<EventQuery>(i % 3);
    // Shapes, models, and one of each in either order.
    const int kinds = i / 3 % 4;
    const auto shape = [&] { return testing::random_shape(random, static_cast<CoreKind>(random.below(6)), 1); };
    const Geometry a = kinds % 2 == 0 ? Geometry(shape()) : Geometry(torus),
                   b = kinds < 2 ? Geometry(shape()) : Geometry(box);
    const Vec3d from = random.uniform(0.5, 3) * random.direction();
    const RigidMotion motion = i % 4 == 0 ? RigidMotion::line({random.rotation(), from}, -2 * from + random.in_box(0.5))
                                          : RigidMotion::between({random.rotation(), from}, {random.rotation(), -from});
    const double d = query == EventQuery::beyond ? random.uniform(1, 3) : random.uniform(0.05, 0.5);
    const EventOptions options{.distance = d, .tolerance = 1e-6};
    const NextEvent event = next_event(query, a, RigidMotion(), b, motion, options);
    SCOPED_TRACE(i);
    changes.saw(event.change.found), backs.saw(event.back.found);
    if (query == EventQuery::collide && kinds > 0) ends.saw(event.back.found);
    EXPECT_TRUE(event.status == Status::exact || event.status == Status::within_error);
    for (const Change& c : {event.change, event.back})
      EXPECT_TRUE(event.status != Status::exact || !c.found || c.changed_by - c.unchanged_until < 0.05)
          << c.unchanged_until << " " << c.changed_by;
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
  EXPECT_EQ(next_event(EventQuery::collide, HalfSpace{{0, 0, 1}, 0}, {}, Ball{1}, pass).status, Status::invalid);
}

TEST(NextEvent, SurfacesMeetAndPart) {
  const auto box = [](double size) { return Model::make(generate::box({size, size, size})).value(); };
  // Aside and turned a little, so that faces and edges cross.
  const Pose from = Pose::from_axis_angle({1, 2, 3}, 1e-3, {-5, 0.11, 0.07}).value();
  const RigidMotion pass = RigidMotion::line(from, {10, 0, 0});
  // One as large as the other: in contact until they have passed.
  const NextEvent alike = next_event(EventQuery::collide, box(1), {}, box(1), pass);
  EXPECT_FALSE(alike.now);
  EXPECT_NEAR(alike.change.changed_by, 0.4, 1e-3);
  EXPECT_NEAR(alike.back.changed_by, 0.6, 1e-3);
  EXPECT_LT(alike.change.changed_by - alike.change.unchanged_until, 1e-6);
  EXPECT_LT(alike.back.changed_by - alike.back.unchanged_until, 1e-6);
  // A small one goes through the wall of a hollow one: contact ends inside; and a ball does so, in either order.
  for (const Geometry& small : {Geometry(box(1)), Geometry(Shape(Box{{1, 1, 1}})), Geometry(Shape(Ball{0.5}))})
    for (const bool exchanged : {false, true}) {
      const Geometry wall = box(4);
      const NextEvent in = exchanged ? next_event(EventQuery::collide, small, pass, wall, {})
                                     : next_event(EventQuery::collide, wall, {}, small, pass);
      EXPECT_FALSE(in.now);
      EXPECT_NEAR(in.change.changed_by, 0.25, 1e-3);
      EXPECT_NEAR(in.back.changed_by, 0.35, 1e-3);
      const NextEvent out = next_event(EventQuery::within, wall, {}, small, pass, {.from = 0.5});
      EXPECT_NEAR(out.change.changed_by, 0.65, 1e-3);
      EXPECT_NEAR(out.back.changed_by, 0.75, 1e-3);
    }
}

TEST(NextEvent, FinerAndCurvedModels) {
  Random random(4);
  testing::Outcomes found("contacts of fine models", 0.1);
  const Model ball = Model::make(generate::sphere(1, 800)).value(),
              ring = Model::make(generate::wrinkled_torus(1000)).value();
  for (int i = 0; i < testing::cases(12, 300) && !::testing::Test::HasFailure(); ++i) {
    const Vec3d from = random.uniform(2, 3) * random.direction(), aside = 0.8 * random.in_ball();
    const RigidMotion motion = RigidMotion::between({random.rotation(), from}, {random.rotation(), aside - from});
    const NextEvent event = next_event(EventQuery::collide, ring, {}, ball, motion, {.tolerance = 1e-5});
    found.saw(event.back.found);
    for (int k = 0; k <= 400; ++k) {
      const double t = k / 400.0;
      const bool contact = collide(ring, motion.at(t), ball).colliding;
      EXPECT_TRUE(t >= event.change.unchanged_until || contact == event.now) << t;
      const bool changed = event.change.found && t > event.change.changed_by && t < event.back.unchanged_until;
      EXPECT_TRUE(!changed || contact != event.now) << t;
    }
  }
}

TEST(NextEvent, WhatRestsIsInDoubtAndNotProven) {
  // Faces that slide on each other neither cross nor part.
  const Model cube = Model::make(generate::box({1, 1, 1})).value();
  const RigidMotion slide = RigidMotion::line(Pose::shift({0, 0, 1}), {0.5, 0, 0});
  const NextEvent event = next_event(EventQuery::collide, cube, {}, cube, slide);
  EXPECT_TRUE(event.now);
  EXPECT_FALSE(event.change.found);
  EXPECT_EQ(event.change.unchanged_until, 0);
  EXPECT_EQ(event.status, Status::within_error);
}

}  // namespace next_event_test
}  // namespace apart
