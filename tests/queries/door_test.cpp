// What <apart/apart.hpp> gives: questions without a pose, trackers and batches with shapes, the broad phase; and
// contact manifolds, by their own header.
#include <apart/apart.hpp>
#include <apart/base/random.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/queries/pair_cache_state.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace door_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }
Model torus() { return model(generate::torus(1, 0.3, 24, 12)); }
Shape two_balls() { return compound({{Pose::shift({-0.4, 0, 0}), Ball{0.3}}, {Pose::shift({0.4, 0, 0}), Ball{0.3}}}); }
Model box_at(double x) { return model(placed(generate::box({1, 1, 1}), Pose::shift({x, 0, 0}))); }

TEST(Door, QuestionsWithoutAPose) {
  const Model a = box_at(0), b = box_at(3);
  const Shape ball = Ball{0.5};
  EXPECT_FALSE(collide(a, b));
  EXPECT_TRUE(collide(a, a));
  EXPECT_TRUE(collide(a, ball));
  EXPECT_FALSE(collide(ball, b));
  EXPECT_TRUE(collide(ball, ball));
  EXPECT_TRUE(collide(a, box_at(0.25), {.solid = true}));
  EXPECT_TRUE(collide(model(generate::box({9, 9, 9})), Ball{1}, {.solid = true}).contained);
  EXPECT_EQ(distance(a, b).distance, 2);
  EXPECT_EQ(distance(a, b, {.max = 1}).status, Status::at_least);
  EXPECT_EQ(distance(ball, b).distance, 2);
  EXPECT_EQ(distance(b, Ball{0.5}).distance, 2);
  EXPECT_EQ(distance(Ball{0.5}, Box{{4, 4, 4}}).distance, 0);
  EXPECT_TRUE(within(a, b, 2));
  EXPECT_FALSE(within(a, b, 1.9));
  EXPECT_TRUE(within(ball, b, 2));
  EXPECT_EQ(span(a, b).distance, length(Vec3d{4, 1, 1}));
  EXPECT_NEAR(span(Ball{1}, Ball{2}).distance, 3, 1e-15);
  EXPECT_NEAR(penetration(Ball{1}, Ball{2}).depth, 3, 1e-12);
  EXPECT_TRUE(cast(ball, ball, {1, 0, 0}));
  EXPECT_EQ(clash(a, box_at(1)).state, Clash::State::touch);
  EXPECT_EQ(clash(a, box_at(0.5)).state, Clash::State::clash);
  EXPECT_TRUE(collisions(a, b).pairs.empty());
  EXPECT_FALSE(intersection(a, box_at(0.5)).pairs.empty());
  EXPECT_TRUE(beyond(a, b, 4));
  EXPECT_FALSE(contained(a, b));
}

// A model or a shape that is chosen at run time gives what it is.
TEST(Door, GeometryIsAModelOrAShape) {
  const Geometry things[] = {box_at(0), Shape(Ball{0.5}), box_at(0.2), Shape(Box{{1, 2, 1}})};
  const Pose at = Pose::shift({1.5, 0.25, 0}), world = Pose::from_axis_angle({1, 2, 3}, 0.7, {5, 6, 7}).value();
  for (const Geometry& a : things)
    for (const Geometry& b : things)
      visit_pair(a, b, [&](const auto& x, const auto& y) {
        const Distance truth = distance(x, at, y), found = distance(a, at, b), mixed = distance(a, at, y);
        EXPECT_GE(truth.distance, 0);
        EXPECT_EQ(found.distance, truth.distance);
        EXPECT_EQ(found.on_a, truth.on_a);
        EXPECT_EQ(found.a, truth.a);
        EXPECT_EQ(mixed.b, truth.b);
        EXPECT_EQ(distance(a, world, b, world * at).distance, distance(x, world, y, world * at).distance);
        EXPECT_EQ(distance(a, b).distance, distance(x, y).distance);
        EXPECT_EQ(collide(a, at, b).colliding, collide(x, at, y).colliding);
        EXPECT_EQ(within(a, at, b, 0.3).within, within(x, at, y, 0.3).within);
        EXPECT_EQ(span(a, at, b).distance, span(x, at, y).distance);
        // With A and B exchanged the answer is exchanged too.
        const Distance back = distance(b, inverse(at), a);
        EXPECT_NEAR(back.distance, truth.distance, 1e-12);
        if (truth.distance > 0) {
          EXPECT_LE(length(at * back.on_a - truth.on_b - (at * back.on_b - truth.on_a)), 1e-9 + 2 * truth.distance);
          EXPECT_LE(length(at.rotate(back.normal) + truth.normal), 1e-9);
          EXPECT_LE(length(truth.on_b - truth.on_a - truth.distance * truth.normal), 1e-12);
        }
        return 0;
      });
  EXPECT_TRUE(inside(things[0], {}));
  EXPECT_FALSE(inside(things[1], {1, 0, 0}));
}

// Two shapes that overlap are at distance 0; how deep they do is a query of its own.
TEST(Door, DistanceIsNeverNegative) {
  const Shape a = Box{{2, 2, 2}}, b = two_balls();
  for (const Shape& other : {b, Shape(Ball{1}), Shape(HalfSpace{{0, 0, 1}, 0}), a}) {
    const Distance d = distance(a, Pose::shift({0.1, 0, 0}), other),
                   s = signed_distance(a, Pose::shift({0.1, 0, 0}), other);
    EXPECT_EQ(d.distance, 0);
    EXPECT_EQ(d.at_least, 0);
    EXPECT_TRUE(d.has_points());
    EXPECT_LT(s.distance, 0);
    EXPECT_EQ(penetration(a, Pose::shift({0.1, 0, 0}), other).depth, -s.distance);
  }
  EXPECT_EQ(signed_distance(Ball{1}, Pose::shift({5, 0, 0}), Ball{1}).distance, 3);
}

std::vector<Pose> path() {
  std::vector<Pose> out;
  for (int k = 0; k < 120; ++k) {
    const double t = 0.05 * k;
    out.push_back(Pose::from_axis_angle({1, 2, 3}, t, {1.4 * std::cos(t), 1.0 * std::sin(t), 0.05 * t}).value());
  }
  return out;
}

// What a tracker and a batch say is what the plain functions say.
template <class A, class B>
void expect_same(const A& a, const B& b, testing::Outcomes& touching) {
  Tracker tracker(a, b);
  const std::vector<Pose> poses = path();
  for (int again = 0; again < 2; ++again) {
    for (const Pose& at : poses) {
      const auto truth = distance(a, at, b);
      touching.saw(truth.distance <= 0);
      EXPECT_NEAR(tracker.distance(at).distance, truth.distance, 1e-12);
      EXPECT_EQ(tracker.collide(at).colliding, collide(a, at, b).colliding);
      EXPECT_EQ(tracker.within(at, 0.2).within, within(a, at, b, 0.2).within);
    }
    tracker.forget();
  }
  for (u32 threads : {1u, 3u}) {
    const BatchOptions how{.threads = threads};
    const auto gaps = distance(a, poses, b, {}, how);
    const auto hits = collide(a, poses, b, {}, how);
    const auto near = within(a, poses, b, 0.2, {}, how);
    const auto far = span(a, poses, b, {}, how);
    ASSERT_EQ(gaps.answers.size(), poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      EXPECT_EQ(gaps.answers[i].distance, distance(a, poses[i], b).distance);
      EXPECT_EQ(hits.answers[i].colliding, collide(a, poses[i], b).colliding);
      EXPECT_EQ(near.answers[i].within, within(a, poses[i], b, 0.2).within);
      EXPECT_EQ(far.answers[i].distance, span(a, poses[i], b).distance);
    }
  }
}

TEST(Door, TrackersAndBatchesWithShapes) {
  testing::Outcomes touching("poses that touch");
  const Model m = torus();
  const Shape tool = Capsule{0.2, 1}, pair = two_balls();
  expect_same(m, tool, touching);
  expect_same(tool, m, touching);
  expect_same(m, pair, touching);
  expect_same(pair, m, touching);
  expect_same(tool, pair, touching);
  expect_same(tool, Shape(Box{{1, 1, 1}}), touching);
  Tracker boxes(Box{{1, 1, 1}}, Box{{1, 1, 1}});
  EXPECT_NEAR(boxes.penetration(Pose::shift({0.75, 0, 0})).depth, 0.25, 1e-14);
  const std::vector<Pose> one{Pose::shift({0.75, 0, 0})};
  EXPECT_NEAR(penetration(Box{{1, 1, 1}}, one, Box{{1, 1, 1}}).answers[0].depth, 0.25, 1e-14);
}

// A caller's cache belongs to one thread, and a batch has many.
TEST(Door, BatchesDoNotShareACache) {
  const Shape a = Box{{1, 1, 1}}, b = Capsule{0.3, 1};
  PairCache cache;
  const std::vector<Pose> poses = path();
  distance(a, poses, b, {.cache = &cache}, {.threads = 4});
  EXPECT_EQ(PairCacheState::of(cache).cores.axis, Vec3d{});
  EXPECT_EQ(PairCacheState::of(cache).cores.core_a, nullptr);
}

TEST(Door, ContactManifoldsOfShapes) {
  // A box on a box: the four corners of what their faces share.
  const Manifold resting = manifold(Box{{1, 1, 1}}, Pose::shift({0.5, 0, 0.99}), Box{{1, 1, 1}});
  EXPECT_EQ(resting.count, 4);
  EXPECT_NEAR(resting.distance, -0.01, 1e-12);
  for (int i = 0; i < resting.count; ++i) EXPECT_NEAR(resting.points[i].depth, 0.01, 1e-12);
  // A capsule along a face: the ends of its segment.
  const Pose lying = Pose::from_axis_angle({0, 1, 0}, 3.14159265358979323846 / 2, {0, 0, 0.7}).value();
  const Manifold capsule = manifold(Box{{4, 4, 1}}, lying, Capsule{0.2, 1});
  EXPECT_EQ(capsule.count, 2);
  // What is bent or flat without end gives one point.
  for (const Shape& round : {Shape(Cylinder{0.5, 1}), Shape(Ellipsoid{{0.5, 0.5, 0.5}})}) {
    const Manifold m = manifold(Box{{4, 4, 1}}, Pose::shift({0, 0, 0.99}), round);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.points[0].depth, -m.distance, 1e-12);
    EXPECT_NEAR(m.normal.z, 1, 1e-6);
  }
  EXPECT_EQ(manifold(HalfSpace{{0, 0, 1}, 0}, Pose::shift({0, 0, 0.4}), Ball{0.5}).count, 1);
  EXPECT_EQ(manifold(Ball{0.5}, Pose::shift({3, 0, 0}), Cylinder{0.5, 1}).count, 0);
  EXPECT_EQ(manifold(Ball{0.5}, Pose::shift({std::nan(""), 0, 0}), Cylinder{0.5, 1}).status, Status::invalid);
}

TEST(Door, BroadPhaseAndSelfCollisions) {
  std::vector<Bounds> boxes(3);
  for (std::size_t i = 0; i < 3; ++i) boxes[i] = {Vec3d{2.0 * double(i), 0, 0}, Vec3d{2.0 * double(i) + 1, 1, 1}};
  EXPECT_TRUE(near_pairs(boxes).empty());
  EXPECT_EQ(near_pairs(boxes, 1.1).size(), 2u);
  const std::vector<double> reaches(3, 0.0);
  NearBoxes moving(boxes, reaches);
  moving.move(2, boxes[0]);
  ASSERT_EQ(moving.pairs().size(), 1u);
  EXPECT_EQ(moving.pairs()[0].b, 2u);
  EXPECT_TRUE(self_collisions(torus()).empty());
}

}  // namespace door_test
}  // namespace apart
