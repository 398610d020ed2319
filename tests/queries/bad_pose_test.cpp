// Poses that are not rigid, not finite or too far away: every question answers on the safe side with Status::invalid,
// of a batch that answer alone; poses that have drifted a little are answered as the nearest rotation is.
#include <apart/apart.hpp>
#include <apart/convex/linear/separating_plane.hpp>
#include <apart/convex/polytope/manifold.hpp>
#include <apart/queries/overlap_thickness.hpp>
#include <apart/queries/same_surface.hpp>
#include <apart/queries/separation.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace bad_pose_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

std::vector<Pose> bad_poses() {
  std::vector<Pose> out(9);
  out[0].rotation(0, 0) = 1.1;                               // stretched
  out[1].rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};    // mirrored
  out[2].rotation = {{{1, 0.01, 0}, {0, 1, 0}, {0, 0, 1}}};  // sheared
  out[3].rotation = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  out[4].rotation(1, 2) = kNaN;
  out[5].translation.y = kNaN;
  out[6].translation.z = kInfinity;
  out[7].translation.x = 1e300;
  out[8].rotation = {{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}};
  return out;
}

Model torus() { return Model::make(generate::torus(1, 0.3, 16, 8)).value(); }
Model ball() { return Model::make(generate::sphere(0.5, 100)).value(); }
const Pose kFar = Pose::shift({10, 0, 0});  // everything below is apart here

Shape hull() {
  const Mesh box = generate::box({1, 1, 1});
  return Polytope::make(box.vertices()).value();
}
Shape pair_of_balls() {
  return compound({{Pose::shift({-0.5, 0, 0}), Ball{0.5}}, {Pose::shift({0.5, 0, 0}), Ball{0.5}}});
}
std::vector<Shape> shapes() {
  return {Ball{0.5}, Capsule{0.2, 1}, Box{{1, 1, 1}}, hull(), pair_of_balls(), Cylinder{0.5, 1}};
}

// What Status::invalid promises, whatever the answer is.
template <class Answer>
void expect_safe(const Answer& answer) {
  EXPECT_EQ(answer.status, Status::invalid);
  if constexpr (requires { answer.colliding; }) {
    EXPECT_TRUE(answer.colliding);
  }
  if constexpr (requires { answer.within; }) {
    EXPECT_TRUE(answer.within);
  }
  if constexpr (requires { answer.beyond; }) {
    EXPECT_TRUE(answer.beyond);
  }
  if constexpr (requires { answer.hit; }) {
    EXPECT_TRUE(answer.hit && answer.time == 0);
  }
  if constexpr (requires { answer.distance; }) {
    EXPECT_EQ(answer.distance, 0);
  }
  if constexpr (requires { answer.at_least; }) {
    EXPECT_LE(answer.at_least, 0);
  }
  if constexpr (requires { answer.at_most; }) {
    EXPECT_EQ(answer.at_most, kInfinity);
  }
  if constexpr (requires { answer.depth; }) {
    EXPECT_EQ(answer.depth, kInfinity);
  }
  if constexpr (requires { answer.has_points(); }) {
    EXPECT_FALSE(answer.has_points());
  }
  if constexpr (requires { Answer::State::clash; }) {
    EXPECT_EQ(answer.state, Answer::State::clash);
  }
}

// Every question of a pair that has one, at a pose in A's frame or at two in the world, given to `look`.
template <class A, class B, class Look>
void common_questions(const A& a, const B& b, Look look, const Pose& p) {
  look(collide(a, p, b));
  look(within(a, p, b, 0.5));
  look(distance(a, p, b));
  look(span(a, p, b));
}
template <class A, class B, class Look>
void common_questions(const A& a, const B& b, Look look, const Pose& p, const Pose& q) {
  look(collide(a, p, b, q));
  look(within(a, p, b, q, 0.5));
  look(distance(a, p, b, q));
  look(span(a, p, b, q));
}

template <class Look>
void all_questions(Look look, const Pose& p) {
  const Model a = torus(), b = ball();
  common_questions(a, b, look, p);
  look(collisions(a, p, b));
  look(clash(a, p, b));
  look(beyond(a, p, b, 100));
  look(intersection(a, p, b));
  Tracker tracker(a, b);
  look(tracker.collide(p));
  look(tracker.within(p, 0.5));
  look(tracker.distance(p));
  look(tracker.collisions(p));
  for (const Shape& s : shapes()) {
    common_questions(a, s, look, p);
    common_questions(s, b, look, p);
    for (const Shape& t : shapes()) {
      common_questions(s, t, look, p);
      look(penetration(s, p, t));
      look(signed_distance(s, p, t));
      look(cast(s, p, t, {1, 0, 0}));
    }
  }
  const Shape h = hull();
  const Polytope& core = *std::get_if<Polytope>(&h.core());
  look(manifold({core, 0}, p, {core, 0}));
}

template <class Look>
void all_questions_in_world(Look look, const Pose& p, const Pose& q) {
  const Model a = torus(), b = ball();
  common_questions(a, b, look, p, q);
  look(clash(a, p, b, q));
  look(intersection(a, p, b, q));
  for (const Shape& s : shapes()) {
    common_questions(a, s, look, p, q);
    common_questions(s, b, look, p, q);
    for (const Shape& t : shapes()) {
      common_questions(s, t, look, p, q);
      look(penetration(s, p, t, q));
      look(signed_distance(s, p, t, q));
      look(cast(s, p, t, q, {1, 0, 0}));
    }
  }
}

TEST(BadPose, EveryAnswerIsOnTheSafeSide) {
  for (const Pose& bad : bad_poses()) all_questions([](const auto& answer) { expect_safe(answer); }, bad);
}

TEST(BadPose, OfEitherInTheWorld) {
  for (const Pose& bad : bad_poses()) {
    all_questions_in_world([](const auto& answer) { expect_safe(answer); }, bad, kFar);
    all_questions_in_world([](const auto& answer) { expect_safe(answer); }, kFar, bad);
    all_questions_in_world([](const auto& answer) { expect_safe(answer); }, bad, bad);  // though they would cancel
  }
}

TEST(BadPose, GoodOnesAreNotCalledSo) {
  const auto good = [](const auto& answer) { EXPECT_NE(answer.status, Status::invalid); };
  all_questions(good, kFar);
  all_questions_in_world(good, kFar, Pose{});
}

TEST(BadPose, AnswersWithoutAStatusThrow) {
  const Model a = torus(), b = ball();
  const Shape h = hull();
  const Polytope& core = *std::get_if<Polytope>(&h.core());
  for (const Pose& bad : bad_poses()) {
    EXPECT_THROW(contained(a, bad, b), UsageError);
    EXPECT_THROW(meeting(a, bad, b, TouchingPair{}), UsageError);
    EXPECT_THROW(world_box(a, bad), UsageError);
    EXPECT_THROW(check(std::vector<AssemblyPart>{{"a", "", a, {}}, {"b", "", b, bad}}), UsageError);
    EXPECT_THROW(which_inside(a, bad, b), UsageError);
    EXPECT_THROW(overlap_thickness(a, bad, b, {}), UsageError);
    EXPECT_THROW(same_surface(a, bad, b, 0), UsageError);
    EXPECT_THROW(separation_bound(a, Pose{}, b, bad), UsageError);
    EXPECT_FALSE(separated_by_plane(core, bad, core).found);
    EXPECT_THROW(Shape(compound({{bad, Ball{1}}})), UsageError);
    EXPECT_FALSE(Shape::make(compound({{bad, Ball{1}}})));
  }
  EXPECT_EQ(collisions(a, bad_poses()[0], b, [](const TouchingPair&) { return true; }), Status::invalid);
}

TEST(BadPose, PointsAndMotionsThatAreNotFinite) {
  const Model a = torus();
  for (double bad : {kNaN, kInfinity, -kInfinity}) {
    for (const Shape& s : shapes()) {
      EXPECT_EQ(closest(s, {0, bad, 0}).status, Status::invalid);
      EXPECT_EQ(closest(s, {0, bad, 0}).distance, 0);
      EXPECT_THROW(inside(s, {0, bad, 0}), UsageError);
      expect_safe(cast(s, kFar, s, {bad, 0, 0}));
    }
    EXPECT_THROW(locate(a, {bad, 0, 0}), UsageError);
  }
}

template <class Answer>
void expect_one_bad(const Batch<Answer>& batch, std::size_t bad, const Answer& truth) {
  EXPECT_EQ(batch.status, Status::exact);
  for (std::size_t i = 0; i < batch.answers.size(); ++i)
    if (i == bad) {
      expect_safe(batch.answers[i]);
    } else {
      EXPECT_EQ(batch.answers[i].status, truth.status);
    }
}

TEST(BadPose, InABatchThatAnswerAlone) {
  const Model a = torus(), b = ball();
  for (const Pose& bad : bad_poses()) {
    std::vector<Pose> poses(50, kFar);
    poses[37] = bad;
    for (u32 threads : {1u, 4u}) {
      const BatchOptions how{.threads = threads};
      expect_one_bad(collide(a, poses, b, {}, how), 37, collide(a, kFar, b));
      expect_one_bad(within(a, poses, b, 1, {}, how), 37, within(a, kFar, b, 1));
      expect_one_bad(distance(a, poses, b, {}, how), 37, distance(a, kFar, b));
      expect_one_bad(span(a, poses, b, {}, how), 37, span(a, kFar, b));
    }
  }
}

// A throw in one thread of a batch comes out of the call, and the library is as good as before.
TEST(BadPose, AThrowInsideABatchReachesTheCaller) {
  const Model a = torus(), b = ball();
  const std::vector<Pose> poses(200, kFar);
  const double truth = distance(a, kFar, b).distance;
  for (u32 threads : {1u, 2u, 4u, 8u}) {
    const BatchOptions how{.threads = threads};
    const auto throwing = [&](const Pose&) -> Distance { throw UsageError("from within"); };
    EXPECT_THROW(query_each(poses, how, throwing), UsageError);
    const auto misused = [&](const Pose& p) { return within(a, p, b, -1); };
    EXPECT_THROW(query_each(poses, how, misused), UsageError);
    for (const Distance& d : distance(a, poses, b, {}, how).answers) ASSERT_EQ(d.distance, truth);
  }
}

// As bits, for any answer of plain numbers.
template <class Answer>
void add_numbers(const Answer& x, bool points, std::vector<double>& out) {
  out.push_back(double(int(x.status)));
  if constexpr (requires { x.colliding; }) out.push_back(x.colliding);
  if constexpr (requires { x.within; }) out.push_back(x.within);
  if constexpr (requires { x.hit; }) out.insert(out.end(), {double(x.hit), x.time});
  if constexpr (requires { x.distance; }) out.push_back(x.distance);
  if constexpr (requires { x.depth; }) out.push_back(x.depth);
  if constexpr (requires { x.on_a; })
    if (points)
      for (Vec3d p : {x.on_a, x.on_b}) out.insert(out.end(), {p.x, p.y, p.z});
}

// A small step of a turn, in floats, again and again, as in games and on robots.
TEST(BadPose, DriftIsAnsweredAsTheNearestRotation) {
  Mat3<float> turned;
  const Mat3<float> step{{{0.99995f, -0.0099998f, 0}, {0.0099998f, 0.99995f, 0}, {0, 0, 1}}};
  Random random(3);
  int drifted = 0;
  for (int k = 0; k < 400; ++k) {
    turned = turned * step;
    if (k % 40 != 39) continue;
    const Pose given{cast<double>(turned), {2.5, 0.3, -0.2}};
    drifted += !is_usable(given);
    const Pose nearest = Pose::from_matrix(given.rotation, given.translation).value();
    if (is_usable(given)) continue;
    std::vector<double> found, truth;
    all_questions([&](const auto& answer) { add_numbers(answer, true, found); }, given);
    all_questions([&](const auto& answer) { add_numbers(answer, true, truth); }, nearest);
    EXPECT_EQ(found, truth);
    found.clear(), truth.clear();
    const Pose other = random.pose(3);
    for (const auto& [p, q] : {std::pair{given, other}, {other, given}, {given, given}}) {
      const auto near = [&](const Pose& x) { return x == given ? nearest : x; };
      // To rounding, so of points that are equally good others may be named.
      all_questions_in_world([&](const auto& answer) { add_numbers(answer, false, found); }, p, q);
      all_questions_in_world([&](const auto& answer) { add_numbers(answer, false, truth); }, near(p), near(q));
    }
    ASSERT_EQ(found.size(), truth.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i] != truth[i]) {
        ASSERT_NEAR(found[i], truth[i], 1e-12);
      }
  }
  EXPECT_GE(drifted, 5);
}

TEST(BadPose, AnAssemblyOfPartsThatHaveDrifted) {
  const Model box = Model::make(generate::box({1, 1, 1})).value();
  Pose off = Pose::shift({100, 0, 0});
  off.rotation(0, 0) = 1 + 2e-4;
  const auto report = [&](const Pose& at) {
    const Pose beside{{}, {at.translation.x + 1.25, 0, 0}};
    return check(std::vector<AssemblyPart>{{"a", "", box, at}, {"b", "", box, beside}}, {.clearance = 0.5});
  };
  const CheckReport found = report(off), truth = report(Pose::shift({100, 0, 0}));
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_EQ(found.pairs[0].distance, truth.pairs[0].distance);
  EXPECT_NEAR(found.pairs[0].distance, 0.25, 1e-13);
}

}  // namespace bad_pose_test
}  // namespace apart
