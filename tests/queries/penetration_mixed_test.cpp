// The penetration depth of a closed mesh and a shape: between its bounds lies the truth, and the translation separates.
#include <apart/base/relative.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/penetration.hpp>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace penetration_mixed_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }
Model tessellated_box(Vec3d size, u32 n) { return model(generate::rounded_box(size, 0, n)); }
Pose moved(Pose pose, Vec3d by) {
  pose.translation += by;
  return pose;
}
bool meet(const Model& a, const Pose& pose, const Shape& b) { return collide(a, pose, b, {.solid = true}).colliding; }

// What every answer promises. Directions in which a shorter translation must not separate are sampled.
void expect_sound(const Penetration& p, const Model& a, const Pose& pose, const Shape& b, int directions = 40) {
  ASSERT_LE(p.at_least, p.depth);
  if (p.depth == 0) return;
  ASSERT_FALSE(meet(a, moved(pose, p.translation()), b));
  ASSERT_NEAR(length(p.normal), 1, 1e-12);
  ASSERT_LT(length(p.on_b + p.translation() - p.on_a), 0.02 * p.depth + 1e-9 * (1 + length(p.on_a)));
  Random random(5);
  for (int k = 0; k < directions; ++k)
    ASSERT_TRUE(meet(a, moved(pose, 0.99 * p.at_least * random.direction()), b)) << p.at_least;
  ASSERT_TRUE(meet(a, moved(pose, 0.99 * p.at_least * p.normal), b));
}

void expect_depth(double truth, const Model& a, const Pose& pose, const Shape& b) {
  const Penetration p = penetration(a, pose, b);
  EXPECT_LE(p.at_least, truth * (1 + 1e-9));
  EXPECT_GE(p.depth, truth * (1 - 1e-9));
  EXPECT_GE(p.at_least, 0.99 * p.depth) << to_string(p.status) << " " << p.depth;
  EXPECT_TRUE(p.status == Status::exact || p.status == Status::within_error);
  expect_sound(p, a, pose, b);
}

// Every kind, upright in the middle of a face of the box, at depths down to a millionth of its size.
TEST(PenetrationOfModelAndShape, KnownDepthsOfEveryKind) {
  const Model box = tessellated_box({4, 4, 4}, 3);
  const std::pair<Shape, double> reaches[] = {
      {Ball{1}, 1},
      {Capsule{0.5, 1}, 1},
      {Cylinder{0.75, 2}, 1},
      {Cone{0.5, 2}, 1},
      {Ellipsoid{{0.5, 1.25, 1}}, 1},
      {Box{{1, 1, 2}}, 1},
      {Shape(Box{{1, 1, 1}}, 0.5), 1},
      {Shape(Triangle{{0, 0, -0.5}, {0.5, 0, 0.25}, {-0.5, 0, 0.25}}, 0.5), 1},
      {Polytope::make(std::vector<Vec3d>{{0, 0, -1}, {1, 0, 0.5}, {-1, 1, 0.5}, {-1, -1, 0.5}}).value(), 1},
      {TaperedCapsule{0.5, 0.25, 1}, 1},
      {HalfSpace{{0, 0, -2}, 2}, 1},
      {compound({{Pose::shift({0.5, 0, 0}), Ball{0.75}}, {Pose::shift({0, 0, -0.5}), Box{{1, 1, 1}}}}), 1}};
  for (const auto& [shape, reach] : reaches)
    for (const double depth : {1e-6, 0.01, 0.5}) {
      SCOPED_TRACE(testing::name(shape.kind()) + " " + std::to_string(depth));
      expect_depth(depth, box, Pose::shift({0.1, -0.2, 2 + reach - depth}), shape);
    }
}

// Of a box as a mesh, the same as of a box as a shape.
TEST(PenetrationOfModelAndShape, AgreesWithThatOfShapes) {
  Random random(7);
  testing::Outcomes round("round shapes", 0.3), turned("not along an axis of the box", 0.1);
  int found = 0, within = 0;
  for (int k = 0; found < testing::cases(testing::unless_sanitized(25, 12), 500); ++k) {
    ASSERT_LT(k, 20'000);
    const Shape shape = testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)));
    const Pose pose{random.rotation(), random.in_box(1.2)};
    const Penetration truth = penetration(Box{{2, 1.5, 1}}, pose, shape);
    if (!(truth.depth > 1e-4)) continue;
    ++found;
    const Model box = tessellated_box({2, 1.5, 1}, 1 + random.below(3));
    const Penetration p = penetration(box, pose, shape);
    ASSERT_LE(p.at_least, truth.depth * (1 + 1e-6)) << testing::name(shape.kind());
    ASSERT_GE(p.depth, truth.at_least * (1 - 1e-6)) << testing::name(shape.kind());
    expect_sound(p, box, pose, shape, 20);
    const bool close = p.at_least >= 0.99 * p.depth;
    EXPECT_EQ(close, p.status == Status::exact || p.status == Status::within_error);
    within += close;  // flat ones are not
    round.saw(shape.radius() > 0 || shape.kind() == CoreKind::ellipsoid);
    turned.saw(largest(abs(p.normal)) < 1 - 1e-6);
  }
  EXPECT_GE(within, 9 * found / 10);
}

// A hole, teeth, handles: of shapes that are not convex, the sampled promises.
TEST(PenetrationOfModelAndShape, RandomPairs) {
  const Model solids[] = {model(generate::torus(1, 0.3, 16, 8)), model(generate::ring(0.5, 1, 0.4, 12)),
                          model(scaled(generate::gear({.teeth = 8}), 0.04)), model(generate::sphere(1, 200))};
  Random random(3);
  int found = 0, within = 0;
  const int wanted = testing::cases(testing::unless_sanitized(8, 3), 400);
  for (int round = 0; found < wanted; ++round) {
    ASSERT_LT(round, 50 * wanted);
    const Model& a = solids[random.below(4)];
    const Shape b = testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)), 0.5);
    const double far = round % 4 == 3 ? 1e6 : 0;
    const Pose at_a{random.rotation(), far * random.in_box(1)};
    const Pose at_b{random.rotation(), at_a.translation + random.in_box(1)};
    const Pose pose = relative(at_a, at_b);
    const PenetrationOptions options{.budget = Budget::of_tests(50'000)};
    const Penetration p = penetration(a, pose, b, options);
    ASSERT_EQ(p.depth > 0, meet(a, pose, b));
    if (p.depth == 0) continue;
    ++found;
    expect_sound(p, a, pose, b, 20);
    within += p.at_least >= 0.99 * p.depth;
    // Exchanged, it lies between the same bounds; in the world the translation separates too.
    const Penetration q = penetration(b, inverse(pose), a, options);
    ASSERT_LE(q.at_least, p.depth * (1 + 1e-9));
    ASSERT_LE(p.at_least, q.depth * (1 + 1e-9));
    ASSERT_FALSE(collide(b, moved(inverse(pose), q.translation()), a, {.solid = true}).colliding);
    const Penetration w = penetration(a, at_a, b, at_b, options);
    ASSERT_FALSE(collide(a, at_a, b, moved(at_b, w.translation()), {.solid = true}).colliding);
  }
  EXPECT_GT(within, found / 2);
  std::printf("[ saw      ] %d overlapping pairs, %d within 1 %%\n", found, within);
}

// The slow twin: the ball of all shorter translations, sampled densely.
TEST(PenetrationOfModelAndShape, NothingShorterSeparates) {
  const Model solids[] = {model(generate::torus(1, 0.3, 16, 8)), model(scaled(generate::gear({.teeth = 8}), 0.04))};
  const Shape shapes[] = {Ball{0.4}, Capsule{0.2, 1}, Cylinder{0.3, 0.8}, Box{{0.5, 0.7, 0.4}}};
  Random random(22);
  const int wanted = testing::cases(testing::unless_sanitized(4, 1), 60);
  for (int found = 0, round = 0; found < wanted; ++round) {
    ASSERT_LT(round, 50 * wanted);
    const Model& a = solids[round % 2];
    const Shape& b = shapes[random.below(4)];
    const Pose pose{random.rotation(), random.in_box(0.8)};
    const Penetration p = penetration(a, pose, b);
    if (p.depth == 0) continue;
    ++found;
    for (int k = 0; k < 1000; ++k)
      ASSERT_TRUE(meet(a, moved(pose, 0.999 * std::cbrt(random.uniform()) * p.at_least * random.direction()), b));
  }
}

// Out of the hole, not through its wall.
TEST(PenetrationOfModelAndShape, ABoltInAHole) {
  const Model plate = model(generate::ring(5, 20, 10, 16));
  const Penetration p = penetration(plate, Pose::shift({0, 0, 12}), Cylinder{5.2, 30});
  expect_sound(p, plate, Pose::shift({0, 0, 12}), Cylinder{5.2, 30});
  EXPECT_GE(p.at_least, 0.99 * p.depth);
  EXPECT_GT(std::abs(p.normal.z), 0.99);
}

TEST(PenetrationOfModelAndShape, InAnyForm) {
  const Model box = tessellated_box({4, 4, 4}, 2);
  const Geometry mesh = box, ball = Shape(Ball{1});
  const Pose pose = Pose::shift({2.5, 0, 0});
  EXPECT_NEAR(penetration(mesh, pose, ball).depth, 0.5, 1e-6);
  EXPECT_NEAR(penetration(ball, Pose::shift({-2.5, 0, 0}), mesh).depth, 0.5, 1e-6);
  EXPECT_NEAR(penetration(ball, Pose::shift({12.5, 0, 0}), mesh, Pose::shift({10, 0, 0})).normal.x, -1, 1e-6);
  EXPECT_NEAR(penetration(box, Ball{2.5}).depth, 4.5, 0.05);
}

TEST(PenetrationOfModelAndShape, NothingToSeparate) {
  const Model box = tessellated_box({4, 4, 4}, 2);
  EXPECT_EQ(penetration(box, Pose::shift({3.5, 0, 0}), Ball{1}).depth, 0);
  EXPECT_EQ(penetration(box, Pose::shift({3, 0, 0}), Box{{2, 2, 2}}).depth, 0);
  const Penetration touch = penetration(box, Pose::shift({3, 0, 0}), Ball{1});
  EXPECT_LT(touch.depth, 1e-8);
  EXPECT_EQ(touch.at_least, 0);
  EXPECT_EQ(penetration(model(Mesh{}), {}, Ball{1}).status, Status::nothing);
  EXPECT_EQ(penetration(model(generate::height_field({1, 1, 1}, 4, 4)), {}, Ball{1}).status, Status::invalid);
  EXPECT_EQ(penetration(box, Pose::shift({std::nan(""), 0, 0}), Ball{1}).status, Status::invalid);
  EXPECT_THROW(penetration(box, {}, Ball{1}, {.rel_error = -1}), UsageError);
}

// Flat shapes have no inside: bounds are wider, and true.
TEST(PenetrationOfModelAndShape, FlatShapes) {
  const Model box = tessellated_box({4, 4, 4}, 2);
  const Penetration point = penetration(box, Pose::shift({1, 0.5, 0}), Point{});
  EXPECT_NEAR(point.at_least, 1, 1e-9);
  EXPECT_NEAR(point.depth, 1, 1e-6);
  const Shape segment = Segment{{-0.5, 0, 0}, {1, 0, 0}};
  const Penetration p = penetration(box, Pose::shift({2, 0.5, 0}), segment);
  EXPECT_LE(p.at_least, 0.5);
  EXPECT_NEAR(p.depth, 0.5, 1e-4);
  expect_sound(p, box, Pose::shift({2, 0.5, 0}), segment);
}

// The middle of its bounding box is not a point of it.
TEST(PenetrationOfModelAndShape, AnObtuseTriangle) {
  const Model box = tessellated_box({4, 4, 4}, 2);
  const Shape triangle = Triangle{{0, 0, 0}, {4, 0.5, 0}, {0.5, 4, 0}};
  const Penetration p = penetration(box, Pose::shift({1.5, -2.25, 0}), triangle);
  expect_sound(p, box, Pose::shift({1.5, -2.25, 0}), triangle);
}

// The union of two opposite half-spaces leaves a slot that the mesh does not fit into.
TEST(PenetrationOfModelAndShape, NoWayOut) {
  const Model box = tessellated_box({4, 4, 4}, 2);
  const Shape walls = compound({{Pose{}, HalfSpace{{0, 0, 1}, -1}}, {Pose{}, HalfSpace{{0, 0, -1}, -1}}});
  const Penetration p = penetration(box, {}, walls);
  EXPECT_EQ(p.depth, std::numeric_limits<double>::infinity());
  EXPECT_GT(p.at_least, 1);
  EXPECT_EQ(p.status, Status::unfinished);
}

}  // namespace penetration_mixed_test
}  // namespace apart
