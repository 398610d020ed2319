// A shape and a model: the walk gives what all triangles give, and what two models give where a shape is one.
#include <apart/base/random.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <apart/shapes/hull.hpp>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace mixed_test {

Model model_of(const Mesh& mesh) { return Model::make(mesh).value(); }

Mesh some_mesh(Random& random, double scale) {
  Mesh mesh;
  switch (random.below(4)) {
    case 0:
      mesh = generate::sphere(0.7, 60);
      break;
    case 1:
      mesh = generate::torus(0.7, 0.2, 10, 6);
      break;
    case 2:
      mesh = generate::box({1, 0.5, 0.7});
      break;
    default: {  // a soup, with triangles of no area among it
      std::vector<Vec3d> vertices;
      std::vector<Face> faces;
      for (u32 i = 0; i < 30; ++i) {
        const Vec3d at = random.in_box(1);
        for (int k = 0; k < 3; ++k) vertices.push_back(at + (i % 7 == 0 ? Vec3d{} : random.in_box(0.3)));
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
      }
      mesh = Mesh::make(vertices, faces).value();
    }
  }
  return scaled(mesh, scale);
}

struct Truth {
  double nearest = std::numeric_limits<double>::infinity(), farthest = -nearest;
  double least = std::numeric_limits<double>::infinity();  // proven
};
Truth all_triangles(const Mesh& mesh, const Pose& shape_in_mesh, const Shape& shape) {
  Truth out;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Distance gap = distance(Shape(mesh.triangle(i)), shape_in_mesh, shape);
    out.nearest = std::min(out.nearest, gap.distance);
    out.least = std::min(out.least, gap.at_least);
    out.farthest = std::max(out.farthest, span(Shape(mesh.triangle(i)), shape_in_mesh, shape).distance);
  }
  return out;
}

TEST(ModelAndShape, WhatAllTrianglesGive) {
  Random random(1);
  testing::Outcomes touching("touching");
  for (int k = 0; k < testing::cases(700, 20000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const CoreKind kind = static_cast<CoreKind>(k % kCoreKinds);
    const Shape shape = testing::random_shape(random, kind, scale);
    const Mesh mesh = some_mesh(random, scale);
    const Model model = model_of(mesh);
    const Pose at{random.rotation(), scale * random.uniform(0, 2.5) * random.direction()};
    const Truth truth = all_triangles(mesh, at, shape);
    const double slack = 1e-9 * scale;
    const std::string what = "case " + std::to_string(k) + ", " + testing::name(kind);

    const Distance d = distance(model, at, shape);
    ASSERT_NEAR(d.distance, truth.nearest, slack) << what;
    ASSERT_LE(d.at_least, d.distance) << what;
    ASSERT_LE(d.at_least, truth.nearest + 1e-12 * scale) << what;
    ASSERT_NEAR(length(d.normal), 1, 1e-12) << what;
    ASSERT_NEAR(length(d.on_a - d.on_b), d.distance, slack) << what;
    ASSERT_NEAR(length(d.on_b - d.on_a - d.distance * d.normal), 0, slack) << what;
    // The points lie on what is named.
    ASSERT_LT(d.a.triangle, mesh.size()) << what;
    ASSERT_LE(distance(Shape(mesh.triangle(d.a.triangle)), Pose::shift(d.on_a), Shape(Point{})).distance, slack)
        << what;
    ASSERT_LE(distance(Shape(Point{d.on_b}), at, shape).distance, slack) << what;
    touching.saw(d.distance == 0);

    // Seen from the shape, and from the world.
    const Distance back = distance(shape, inverse(at), model);
    ASSERT_NEAR(back.distance, d.distance, slack) << what;
    ASSERT_NEAR(length(at * back.on_a - at * back.on_b), d.distance, slack) << what;
    if (d.distance > slack) {
      ASSERT_NEAR(length(back.on_b - back.on_a - back.distance * back.normal), 0, slack) << what;
      ASSERT_LE(distance(Shape(Point{back.on_a}), {}, shape).distance, slack) << what;
    }
    const Pose world{random.rotation(), scale * random.in_box(1)};
    const Distance there = distance(model, world, shape, world * at);
    ASSERT_NEAR(there.distance, d.distance, slack) << what;
    ASSERT_NEAR(length(there.on_b - there.on_a - there.distance * there.normal), 0, slack) << what;
    ASSERT_NEAR(distance(shape, world * at, model, world).distance, d.distance, slack) << what;

    const Collision c = collide(model, at, shape);
    ASSERT_TRUE(c.colliding ? truth.least <= slack : truth.nearest > 0) << what;
    ASSERT_TRUE(d.distance > 0 || c.colliding) << what;
    ASSERT_EQ(collide(shape, world * at, model, world).colliding || truth.nearest <= slack,
              c.colliding || truth.nearest <= slack)
        << what;
    for (double share : {0.5, 0.999999, 1.000001, 2.0}) {
      const double tolerance = share * truth.nearest;
      if (truth.nearest <= 1e3 * slack) break;
      const Within w = within(model, at, shape, tolerance);
      ASSERT_EQ(w.within, share > 1) << what;
      ASSERT_TRUE(!w || distance(Shape(mesh.triangle(w.a.triangle)), at, shape).distance <= tolerance + slack) << what;
      ASSERT_EQ(within(shape, inverse(at), model, tolerance).within, share > 1) << what;
      const Distance limited = distance(model, at, shape, {.max = tolerance});
      ASSERT_EQ(limited.status == Status::at_least, share < 1) << what;
    }
    const Distance rough = distance(model, at, shape, {.rel_error = 0.1});
    ASSERT_LE(rough.distance, 1.1 * truth.nearest + slack) << what;
    ASSERT_LE(rough.at_least, truth.nearest + slack) << what;
    ASSERT_GE(rough.distance, truth.nearest - slack) << what;

    const Span far = span(model, at, shape);
    if (std::isinf(truth.farthest)) {
      ASSERT_EQ(far.distance, truth.farthest) << what;
    } else {
      ASSERT_NEAR(far.distance, truth.farthest, slack) << what;
      ASSERT_NEAR(length(far.on_a - far.on_b), far.distance, slack) << what;
      ASSERT_LE(distance(Shape(Point{far.on_b}), at, shape).distance, slack) << what;
      ASSERT_NEAR(span(shape, inverse(at), model).distance, truth.farthest, slack) << what;
      ASSERT_GE(span(model, at, shape, {.rel_error = 0.1}).at_most, truth.farthest - slack) << what;
    }
  }
}

// Boxes and hulls as models of their surfaces, by the walk of two trees.
TEST(ModelAndShape, WhatTwoModelsGive) {
  Random random(2);
  testing::Outcomes touching("touching");
  const Model torus = model_of(generate::torus(1, 0.3, 40, 20));
  for (int k = 0; k < testing::cases(200, 5000); ++k) {
    Shape shape;
    Mesh surface;
    if (k % 2) {
      const Vec3d size{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
      shape = Box{size}, surface = generate::box(size);
    } else {
      std::vector<Vec3d> points;
      for (int i = 0; i < 20; ++i) points.push_back(random.in_box(0.5));
      shape = Polytope::make(points).value(), surface = convex_hull(points).surface();
    }
    const Pose at{random.rotation(), random.uniform(0, 2.5) * random.direction()};
    const Model other = model_of(surface);
    const Distance truth = distance(torus, at, other, {.solid = true});
    const Distance found = distance(torus, at, shape, {.solid = true});
    ASSERT_NEAR(found.distance, truth.distance, 1e-12) << k;
    ASSERT_TRUE(truth.distance <= 1e-9 || !collide(torus, at, shape, {.solid = true})) << k;
    ASSERT_EQ(found.distance <= 0, collide(torus, at, other, {.solid = true}).colliding) << k;
    ASSERT_NEAR(span(torus, at, shape).distance, span(torus, at, other).distance, 1e-12) << k;
    touching.saw(truth.distance == 0);
  }
}

TEST(ModelAndShape, Solids) {
  const Model ball = model_of(generate::sphere(1, 400));
  const Shape seed = Box{{0.1, 0.1, 0.1}};
  EXPECT_FALSE(collide(ball, {}, seed));
  EXPECT_NEAR(distance(ball, {}, seed).distance, 0.85, 0.1);
  const Collision c = collide(ball, {}, seed, {.solid = true});
  EXPECT_TRUE(c.colliding && c.contained);
  EXPECT_EQ(distance(seed, {}, ball, {.solid = true}).distance, 0);
  EXPECT_TRUE(distance(seed, {}, ball, {.solid = true}).contained);
  EXPECT_FALSE(distance(seed, {}, ball, {.solid = true}).has_points());
  EXPECT_TRUE(within(ball, {}, seed, 0.001, {.solid = true}).contained);
  EXPECT_FALSE(within(ball, {}, seed, 0.001));
  // A shape is solid whatever is asked: the mesh inside touches it.
  EXPECT_TRUE(collide(ball, {}, Shape(Ball{5})));
  EXPECT_TRUE(collide(ball, {}, Shape(HalfSpace{{0, 0, 1}, 7})));
  EXPECT_FALSE(collide(ball, {}, Shape(HalfSpace{{0, 0, 1}, -1.5})));
  EXPECT_NEAR(distance(ball, {}, Shape(HalfSpace{{0, 0, 2}, -3})).distance, 0.5, 0.02);
  // Of a union one piece inside is enough.
  const Shape pair = compound({{Pose::shift({5, 0, 0}), seed}, {{}, seed}});
  EXPECT_TRUE(collide(ball, {}, pair, {.solid = true}).contained);
  EXPECT_FALSE(collide(ball, {}, pair));
  EXPECT_EQ(distance(ball, {}, pair).b.piece, 1u);
  // An open mesh has no inside.
  const Mesh open = Mesh::make({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}}).value();
  EXPECT_FALSE(collide(model_of(open), Pose::shift({0, 0, 1}), seed, {.solid = true}));
}

TEST(ModelAndShape, NothingTinyHugeAndCutShort) {
  const Model nothing = model_of(Mesh());
  EXPECT_EQ(distance(nothing, {}, Shape(Ball{1})).status, Status::nothing);
  EXPECT_EQ(collide(Shape(Ball{1}), {}, nothing).status, Status::nothing);
  EXPECT_EQ(span(nothing, {}, Shape(Ball{1})).status, Status::nothing);
  const Model ball = model_of(generate::sphere(1, 2000));
  // Too large for floats: looked at without bounds.
  const double huge = distance(ball, Pose::shift({1e30, 0, 0}), Shape(Box{{1e30, 1, 1}})).distance;
  EXPECT_NEAR(huge, 5e29, 1e20);
  EXPECT_TRUE(collide(ball, {}, Shape(Box{{1e200, 1e200, 1e200}})));
  EXPECT_TRUE(collide(ball, {}, Shape(Point{}, 1e30)));
  const Distance cut = distance(ball, Pose::shift({3, 0, 0}), Shape(Ball{0.5}), {.budget = Budget::of_tests(20)});
  EXPECT_EQ(cut.status, Status::unfinished);
  EXPECT_LE(cut.at_least, 1.5);
  EXPECT_GT(cut.at_least, 0.5);
  // Far from the origin millimetres stay.
  const Vec3d far{1e6, 2e6, -3e6};
  const Model there = model_of(placed(generate::box({1, 1, 1}), Pose::shift(far)));
  EXPECT_NEAR(distance(there, Pose::shift(far + Vec3d{1.001, 0, 0}), Shape(Box{{1, 1, 1}})).distance, 0.001, 2e-9);
}

}  // namespace mixed_test
}  // namespace apart
