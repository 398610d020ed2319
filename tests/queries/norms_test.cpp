// Distances and spans in the 1- and the ∞-norm: against grids of points, all pairs of triangles, and known answers.
#include <apart/queries/norms.hpp>
#include <apart/triangles/point.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace norms_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }

// The slow twin: the nearest of many pairs of points. Not less than the truth.
double nearest_of_grid(const Triangle& s, const Triangle& t, Norm norm, int cells) {
  const auto points = [&](const Triangle& of) {
    std::vector<Vec3d> out;
    for (int i = 0; i <= cells; ++i)
      for (int j = 0; i + j <= cells; ++j)
        out.push_back(of.a + double(i) / cells * (of.b - of.a) + double(j) / cells * (of.c - of.a));
    return out;
  };
  double best = std::numeric_limits<double>::infinity();
  const std::vector<Vec3d> of_t = points(t);
  for (Vec3d p : points(s))
    for (Vec3d q : of_t) best = std::min(best, length(p - q, norm));
  return best;
}

TEST(Norms, OfTrianglesAreBoundedFromBothSides) {
  Random random(1);
  testing::Outcomes outcomes("triangles that touch", 0.05);
  for (int k = 0; k < testing::cases(300, 5000); ++k) {
    const Norm norm = k % 2 ? Norm::one : Norm::infinity;
    const auto one = [&] {
      const Vec3d a = random.in_box(1), b = random.in_box(1), c = random.in_box(1);
      return Mesh::make({a, b, random.chance(0.1) ? a : c}, {{0, 1, 2}}).value();
    };
    const Mesh s = one(), t = one();
    const Pose at{random.rotation(), random.in_box(0.3)};
    const double sampled = nearest_of_grid(s.triangle(0), at * t.triangle(0), norm, 12);
    const Distance d = distance(model(s), at, model(t), norm);
    ASSERT_EQ(d.status, Status::exact);
    ASSERT_LE(d.at_least, sampled + 1e-14);
    ASSERT_GE(d.distance, sampled - 0.5);  // as close as the grid comes
    ASSERT_LE(d.at_least, d.distance);
    ASSERT_NEAR(d.at_least, d.distance, 1e-13);                     // a separating axis proves it, …
    ASSERT_NEAR(length(d.on_b - d.on_a, norm), d.distance, 1e-13);  // … and two points of the triangles
    ASSERT_LE(closest_on_triangle(d.on_a, s.triangle(0)).squared, 1e-26);
    ASSERT_LE(closest_on_triangle(d.on_b, at * t.triangle(0)).squared, 1e-26);
    outcomes.saw(d.distance == 0);
  }
}

TEST(Norms, OfModelsAreThoseOfAllPairs) {
  Random random(2);
  testing::Outcomes outcomes("models that touch", 0.1);
  for (int k = 0; k < testing::cases(60, 1000); ++k) {
    const Norm norm = k % 2 ? Norm::one : Norm::infinity;
    const Mesh a = k % 3 ? generate::soup(random, 1 + random.below(20)) : generate::torus(1, 0.3, 8, 5);
    const Mesh b = generate::soup(random, 1 + random.below(20));
    const Pose at{random.rotation(), (k % 5 ? 1.2 : 1e4) * random.in_ball()};
    const auto pair_distance = [&](u32 i, u32 j) {
      const auto alone = [](const Mesh& mesh, u32 n) {
        const Triangle t = mesh.triangle(n);
        return model(Mesh::make({t.a, t.b, t.c}, {{0, 1, 2}}).value());
      };
      return distance(alone(a, i), at, alone(b, j), norm).distance;
    };
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (u32 i = 0; i < a.size(); ++i)
      for (u32 j = 0; j < b.size(); ++j) {
        if (k < 30) least = std::min(least, pair_distance(i, j));
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q) most = std::max(most, length(at * b.triangle(j)[q] - a.triangle(i)[p], norm));
      }
    const Model ma = model(a), mb = model(b);
    const double rounding = 1e-13 * (most + length(at.translation));
    const Distance near = distance(ma, at, mb, norm);
    if (k < 30) {
      ASSERT_NEAR(near.distance, least, rounding);
    }
    outcomes.saw(near.distance == 0);
    const Span far = span(ma, at, mb, norm);
    ASSERT_NEAR(far.distance, most, rounding);
    ASSERT_EQ(far.status, Status::exact);
    ASSERT_NEAR(length(far.on_b - far.on_a, norm), most, rounding);
    ASSERT_LE(near.distance, far.distance);

    // Errors, a maximum, a budget.
    const Distance rough = distance(ma, at, mb, norm, {.rel_error = 0.2});
    ASSERT_LE(rough.distance, 1.2 * near.distance + rounding);
    ASSERT_LE(rough.at_least, near.distance + rounding);
    const Distance beyond = distance(ma, at, mb, norm, {.max = 0.5 * near.distance});
    ASSERT_EQ(beyond.status, near.distance > 0 ? Status::at_least : Status::exact);
    const Span rough_span = span(ma, at, mb, norm, {.abs_error = 0.1});
    ASSERT_GE(rough_span.distance, most - 0.1 - rounding);
    ASSERT_GE(rough_span.at_most, most - rounding);
    const Distance some = distance(ma, at, mb, norm, {.budget = Budget::of_tests(3)});
    ASSERT_LE(some.at_least, near.distance + rounding);
    ASSERT_GE(some.at_most, near.distance - rounding);

    // Along the axes of the world.
    const Pose world{random.rotation(), random.in_box(2)};
    const Model wa = model(placed(a, world)), wb = model(placed(b, world * at));
    ASSERT_NEAR(distance(ma, world, mb, world * at, norm).distance, distance(wa, Pose{}, wb, norm).distance,
                20 * rounding);
    ASSERT_NEAR(span(ma, world, mb, world * at, norm).distance, span(wa, Pose{}, wb, norm).distance, 20 * rounding);
    ASSERT_EQ(distance(ma, at, mb, Norm::euclidean).distance, distance(ma, at, mb).distance);
    ASSERT_EQ(span(ma, at, mb, Norm::euclidean).distance, span(ma, at, mb).distance);
  }
}

TEST(Norms, HaveKnownAnswers) {
  const Model box = model(generate::box({1, 1, 1}));
  for (double scale : {1e-6, 1.0, 1e6}) {
    const Model a = model(scaled(generate::box({1, 1, 1}), scale));
    const Pose at = Pose::shift(scale * Vec3d{3, 2.5, 1.25});
    EXPECT_NEAR(distance(a, at, a, Norm::one).distance, scale * 3.75, 1e-14 * scale);
    EXPECT_NEAR(distance(a, at, a, Norm::infinity).distance, scale * 2, 1e-14 * scale);
    EXPECT_NEAR(span(a, at, a, Norm::one).distance, scale * 9.75, 1e-14 * scale);
    EXPECT_NEAR(span(a, at, a, Norm::infinity).distance, scale * 4, 1e-14 * scale);
  }
  const Model far = model(placed(generate::box({1, 1, 1}), Pose::shift({1e6, 2e6, -1e6})));
  EXPECT_NEAR(distance(far, Pose::shift({3, 2, 0}), far, Norm::one).distance, 3, 1e-8);
  EXPECT_EQ(distance(box, Pose::shift({0.5, 0, 0}), box, Norm::one).distance, 0);
  EXPECT_TRUE(distance(box, Pose{}, model(generate::box({0.5, 0.5, 0.5})), Norm::one, {.solid = true}).contained);
  EXPECT_NEAR(distance(box, Pose{}, model(generate::box({0.5, 0.5, 0.5})), Norm::one).distance, 0.25, 1e-15);
  EXPECT_EQ(distance(box, Pose{}, model(Mesh{}), Norm::one).status, Status::nothing);
  EXPECT_EQ(span(model(Mesh{}), Pose{}, box, Norm::one).status, Status::nothing);
  Pose bad;
  bad.rotation(0, 0) = 1.1;
  EXPECT_EQ(distance(box, bad, box, Norm::one).status, Status::invalid);
  EXPECT_EQ(span(box, bad, box, Norm::infinity).status, Status::invalid);
  EXPECT_THROW(distance(box, Pose{}, box, Norm::one, {.abs_error = -1}), UsageError);
}

}  // namespace norms_test
}  // namespace apart
