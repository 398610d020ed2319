// The Hausdorff distance of surfaces: against subdivision without trees, known answers, and what must always hold.
#include <apart/queries/distance.hpp>
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/span.hpp>
#include <apart/triangles/norm_point.hpp>
#include <apart/triangles/point.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace hausdorff_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }

constexpr Norm kNorms[] = {Norm::euclidean, Norm::one, Norm::infinity};

double from_triangle(Vec3d p, const Triangle& t, Norm norm) {
  return norm == Norm::euclidean ? std::sqrt(closest_on_triangle(p, t).squared) : closest_in_norm(p, t, norm).distance;
}
double from_all(Vec3d p, const Mesh& mesh, Norm norm) {
  double least = std::numeric_limits<double>::infinity();
  for (u32 i = 0; i < mesh.size(); ++i) least = std::min(least, from_triangle(p, mesh.triangle(i), norm));
  return least;
}

// The slow twin. The distance is as continuous as the norm: a triangle is bounded by its middle and its size, and split
// until the bounds differ by little.
struct Bracket {
  double at_least, at_most;
};
Bracket by_subdivision(const Mesh& a, const Mesh& b, Norm norm, double error) {
  std::vector<Triangle> open;
  double found = 0, most = 0;
  for (u32 i = 0; i < a.size(); ++i) open.push_back(a.triangle(i));
  while (!open.empty()) {
    const Triangle t = open.back();
    open.pop_back();
    const Vec3d middle = (t.a + t.b + t.c) / 3;
    const double size = std::max({length(t.a - middle, norm), length(t.b - middle, norm), length(t.c - middle, norm)});
    const double here = from_all(middle, b, norm);
    found = std::max(found, here);
    if (here + size <= found + error) {
      most = std::max(most, here + size);
      continue;
    }
    const Vec3d ab = 0.5 * (t.a + t.b), bc = 0.5 * (t.b + t.c), ca = 0.5 * (t.c + t.a);
    for (const Triangle& part :
         {Triangle{t.a, ab, ca}, Triangle{ab, t.b, bc}, Triangle{ca, bc, t.c}, Triangle{bc, ca, ab}})
      open.push_back(part);
  }
  // The middles lie on their triangles to rounding only; all coordinates are below 4.
  constexpr double kRounding = 4e-15;
  return {found - kRounding, std::max(most, found) + kRounding};
}

// What holds of every answer.
void expect_consistent(const Hausdorff& h, const Mesh& a, const Mesh& b, Norm norm, double extent) {
  ASSERT_LE(h.at_least, h.distance);
  ASSERT_LE(h.distance, h.at_most + 1e-13 * extent);
  const Vec3d farthest = h.from_b ? h.on_b : h.on_a, nearest = h.from_b ? h.on_a : h.on_b;
  const Mesh &from = h.from_b ? b : a, &to = h.from_b ? a : b;
  ASSERT_NEAR(length(farthest - nearest, norm), h.distance, 1e-13 * extent);
  ASSERT_NEAR(from_all(farthest, to, norm), h.distance, 1e-13 * extent);
  ASSERT_NEAR(from_triangle(farthest, from.triangle((h.from_b ? h.b : h.a).triangle), norm), 0, 1e-13 * extent);
  ASSERT_NEAR(from_triangle(nearest, to.triangle((h.from_b ? h.a : h.b).triangle), norm), 0, 1e-13 * extent);
}

TEST(Hausdorff, IsThatOfSubdivision) {
  Random random(5);
  testing::Outcomes farther("the farthest point is of B");
  for (int k = 0; k < testing::cases(testing::unless_sanitized(36, 15), 1000); ++k) {
    const Norm norm = kNorms[k % 3];
    const auto any = [&](u32 most) {
      if (random.chance(0.2)) return generate::rounded_box({1, 0.8, 0.6}, 0.2, 1 + random.below(2));
      if (random.chance(0.2)) return generate::sphere(0.7, 20);
      return generate::soup(random, 1 + random.below(most), {.size = random.uniform(0.2, 1)});
    };
    const Mesh a = any(8), b = any(12);
    const Pose at = random.chance(0.3) ? Pose{} : Pose{random.rotation(), random.in_box(0.5)};
    const Mesh placed_b = placed(b, at);
    const double error = 0.04;
    const Bracket ab = by_subdivision(a, placed_b, norm, error), ba = by_subdivision(placed_b, a, norm, error);

    const Hausdorff one_way = hausdorff(model(a), at, model(b), {.directed = true, .norm = norm});
    ASSERT_GE(one_way.at_most, ab.at_least * (1 - 1e-12));
    ASSERT_LE(one_way.at_least, ab.at_most * (1 + 1e-12));
    ASSERT_LE(one_way.at_most - one_way.at_least, 1e-11);
    ASSERT_EQ(one_way.status, Status::exact);
    ASSERT_FALSE(one_way.from_b);
    ASSERT_NO_FATAL_FAILURE(expect_consistent(one_way, a, placed_b, norm, 4));

    const Hausdorff both = hausdorff(model(a), at, model(b), {.norm = norm});
    ASSERT_GE(both.at_most, std::max(ab.at_least, ba.at_least) * (1 - 1e-12));
    ASSERT_LE(both.at_least, std::max(ab.at_most, ba.at_most) * (1 + 1e-12));
    ASSERT_NO_FATAL_FAILURE(expect_consistent(both, a, placed_b, norm, 4));
    const Hausdorff other_way = hausdorff(model(placed_b), model(a), {.directed = true, .norm = norm});
    ASSERT_NEAR(both.distance, std::max(one_way.distance, other_way.distance), 1e-12);
    farther.saw(both.from_b);

    const Hausdorff rough = hausdorff(model(a), at, model(b), {.abs_error = 0.1, .norm = norm});
    ASSERT_LE(rough.at_most, rough.at_least + 0.1 + 1e-12);
    ASSERT_LE(rough.at_least, both.at_most);
    ASSERT_GE(rough.at_most, both.at_least);
    ASSERT_NO_FATAL_FAILURE(expect_consistent(rough, a, placed_b, norm, 4));
    const Hausdorff share = hausdorff(model(a), at, model(b), {.rel_error = 0.2, .norm = norm});
    ASSERT_LE(share.at_most, share.distance * 1.2 + 1e-12);
    ASSERT_GE(share.at_most, both.at_least);
  }
}

TEST(Hausdorff, LiesBetweenDistanceAndSpan) {
  Random random(6);
  for (int k = 0; k < testing::cases(testing::unless_sanitized(100, 24), 2000); ++k) {
    const Model a = model(k % 2 ? generate::torus(1, 0.3, 12, 6) : generate::soup(random, 1 + random.below(30)));
    const Model b = model(k % 3 ? generate::soup(random, 1 + random.below(30)) : generate::sphere(0.5, 40));
    const Pose at{random.rotation(), (k % 4 ? 1.5 : 1e4) * random.in_ball()};
    const double rounding = 1e-13 * (length(at.translation) + 4);
    const Hausdorff h = hausdorff(a, at, b);
    ASSERT_LE(distance(a, at, b).distance, h.distance + rounding);
    ASSERT_LE(h.distance, span(a, at, b).distance + rounding);
    // In the world, and the other way round.
    const Pose world{random.rotation(), random.in_box(3)};
    const Hausdorff there = hausdorff(a, world, b, world * at);
    ASSERT_NEAR(there.distance, h.distance, 10 * rounding);
    ASSERT_NEAR(length(there.on_a - there.on_b), h.distance, 10 * rounding);
    ASSERT_NEAR(hausdorff(b, inverse(at), a).distance, h.distance, 10 * rounding);
    // Norms along the world's axes.
    const Model moved_a = model(placed(a.mesh(), world)), moved_b = model(placed(b.mesh(), world * at));
    for (Norm norm : {Norm::one, Norm::infinity})
      ASSERT_NEAR(hausdorff(a, world, b, world * at, {.norm = norm}).distance,
                  hausdorff(moved_a, moved_b, {.norm = norm}).distance, 20 * rounding);
    for (Norm norm : {Norm::one, Norm::infinity}) {
      const double between = hausdorff(a, at, b, {.norm = norm}).distance;
      ASSERT_LE(distance(a, at, b, norm).distance, between + rounding);
      ASSERT_LE(between, span(a, at, b, norm).distance + rounding);
    }
    // Norms: the largest component, the length, the sum.
    const double most = hausdorff(a, at, b, {.norm = Norm::infinity}).distance;
    const double sum = hausdorff(a, at, b, {.norm = Norm::one}).distance;
    ASSERT_LE(most, h.distance + rounding);
    ASSERT_LE(h.distance, sum + rounding);
    ASSERT_LE(sum, 3 * most + rounding);
  }
}

// Flat pieces at a known height, cubes in cubes, points: at every scale, and far away.
TEST(Hausdorff, HasKnownAnswers) {
  for (double scale : {1e-6, 1.0, 1e6})
    for (double offset : {0.0, 1e6}) {
      const Vec3d there = scale * offset * Vec3d{1, -0.7, 0.3};
      const double rounding = 1e-9 * scale * (offset > 0) + 1e-12 * scale;
      const auto made = [&](const Mesh& mesh) { return model(placed(scaled(mesh, scale), Pose::shift(there))); };
      const auto cube = [&](double size) { return made(generate::rounded_box({size, size, size}, 0.1, 4)); };
      const auto expect = [&](const Hausdorff& h, double truth) {
        EXPECT_NEAR(h.distance, scale * truth, rounding) << scale << " " << offset;
        EXPECT_LE(h.at_least, scale * truth + rounding);
        EXPECT_GE(h.at_most, scale * truth - rounding);
        EXPECT_LE(h.at_most - h.at_least, rounding);
        EXPECT_EQ(h.status, Status::exact);
      };
      const Model inner = made(generate::box({1, 1, 1})), outer = made(generate::box({2, 2, 2}));
      expect(hausdorff(inner, outer, {.directed = true}), 0.5);
      expect(hausdorff(outer, inner, {.directed = true}), 0.5 * std::sqrt(3.0));
      expect(hausdorff(inner, outer), 0.5 * std::sqrt(3.0));
      expect(hausdorff(inner, outer, {.norm = Norm::one}), 1.5);
      expect(hausdorff(inner, outer, {.norm = Norm::infinity}), 0.5);
      // Moved along an axis: one face leaves the other's surface behind.
      expect(hausdorff(cube(1), Pose::shift({0.125 * scale, 0, 0}), cube(1)), 0.125);
      expect(hausdorff(inner, Pose::shift({4 * scale, 3 * scale, 0}), inner), 5);
      // Two sheets, tessellated differently.
      const auto sheet = [&](u32 nx, u32 ny) { return made(generate::height_field({1, 1, 0}, nx, ny)); };
      expect(hausdorff(sheet(3, 5), Pose::shift({0, 0, 0.25 * scale}), sheet(7, 2)), 0.25);
      // A point and a triangle.
      const auto flat = [&](Vec3d a, Vec3d b, Vec3d c) { return made(Mesh::make({a, b, c}, {{0, 1, 2}}).value()); };
      const Model point = flat({0.25, 0.25, 2}, {0.25, 0.25, 2}, {0.25, 0.25, 2});
      const Model corner = flat({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), line = flat({0, 0, 1}, {1, 0, 1}, {0.5, 0, 1});
      expect(hausdorff(point, corner, {.directed = true}), 2);
      expect(hausdorff(corner, point, {.directed = true}), std::sqrt(4 + 0.75 * 0.75 + 0.25 * 0.25));
      expect(hausdorff(corner, line), std::sqrt(2.0));
      expect(hausdorff(line, corner, {.directed = true}), 1);
    }
}

// Concentric spheres: between the radii and the depth of the facets.
TEST(Hausdorff, OfTessellatedSpheresHonoursTheTessellation) {
  for (u32 slices : {16u, 48u, 96u}) {
    if (slices > 16 && testing::kSanitized && !testing::nightly()) break;
    const double angle = 3.141592653589793 / slices, depth = 1 - std::cos(angle) * std::cos(angle);
    const Model a = model(generate::sphere(1, 2 * slices, slices)),
                b = model(generate::sphere(1.25, 2 * slices + 7, slices + 3));
    const Hausdorff h = hausdorff(a, b);
    EXPECT_GE(h.distance, 0.25 - 1.25 * depth);
    EXPECT_LE(h.distance, 0.25 + 1.25 * depth);
    EXPECT_EQ(h.status, Status::exact);
    const Hausdorff close = hausdorff(a, model(generate::sphere(1, 2 * slices + 8, slices + 5)));
    EXPECT_LE(close.distance, 1.1 * depth);
    EXPECT_GE(close.distance, 0.1 * depth);
    EXPECT_EQ(close.status, Status::exact);
  }
}

TEST(Hausdorff, OfEqualMeshesIsZero) {
  Random random(7);
  const Mesh sphere = generate::sphere(1, 500), soup = generate::soup(random, 200);
  for (const Mesh& mesh : {sphere, soup, generate::box({1, 1, 1})}) {
    const Hausdorff same = hausdorff(model(mesh), model(mesh));
    EXPECT_EQ(same.distance, 0);
    EXPECT_EQ(same.at_most, 0);
    EXPECT_EQ(same.status, Status::exact);
    EXPECT_FALSE(hausdorff_above(model(mesh), model(mesh), 0));
    // The same faces in another order, with vertices of their own, moved there and back.
    std::vector<Vec3d> vertices;
    std::vector<Face> faces;
    for (u32 i = mesh.size(); i-- > 0;) {
      const u32 first = static_cast<u32>(vertices.size());
      const Triangle t = mesh.triangle(i);
      vertices.insert(vertices.end(), {t.b, t.c, t.a});
      faces.push_back({first, first + 1, first + 2});
    }
    const Mesh copy = Mesh::make(vertices, faces).value();
    EXPECT_LE(hausdorff(model(mesh), model(copy)).at_most, 1e-12);
    const Pose turned{random.rotation(), {3, 2, 1}};
    const Hausdorff back = hausdorff(model(mesh), inverse(turned), model(placed(copy, turned)));
    EXPECT_LE(back.at_most, 1e-12);
    EXPECT_EQ(back.status, Status::exact);
  }
}

TEST(Hausdorff, OfNearlyEqualMeshesHasDigitsLeft) {
  const Mesh mesh = generate::wrinkled_torus(testing::kSanitized && !testing::nightly() ? 500 : 2000);
  for (double shift : {1e-3, 1e-6, 1e-9, 1e-12}) {
    // No point moves farther, and one moves straight away from the surface.
    const Hausdorff h = hausdorff(model(mesh), model(placed(mesh, Pose::shift({0, 0, shift}))));
    EXPECT_LE(h.distance, shift * (1 + 1e-3));
    EXPECT_GE(h.distance, 0.9 * shift);
    EXPECT_LE(h.at_most - h.at_least, 1e-12);
    // The same triangles for both, or other ones.
    std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
    vertices[50] += Vec3d{0, 0, shift};
    const Mesh dented = Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value();
    EXPECT_LE(hausdorff(model(mesh), model(dented)).distance, shift * (1 + 1e-3));
    EXPECT_GT(hausdorff(model(mesh), model(dented)).distance, 0.1 * shift);
  }
}

TEST(Hausdorff, AboveALimitIsDecided) {
  Random random(8);
  testing::Outcomes outcomes("above the limit");
  for (int k = 0; k < testing::cases(testing::unless_sanitized(60, 24), 600); ++k) {
    const Model a = model(k % 2 ? generate::torus(1, 0.3, 20, 10) : generate::soup(random, 30));
    const Model b = model(k % 3 ? generate::torus(1, 0.35, 17, 9) : generate::soup(random, 20));
    const Pose at{random.rotation(), random.in_ball()};
    const HausdorffOptions options{.directed = k % 4 == 0, .norm = kNorms[k % 3]};
    const Hausdorff h = hausdorff(a, at, b, options);
    const double limit = random.uniform(0.8, 1.2) * h.distance;
    const HausdorffAbove above = hausdorff_above(a, at, b, limit, options);
    ASSERT_EQ(above.above, h.distance > limit);
    ASSERT_EQ(above.status, Status::exact);
    if (above.above) {
      ASSERT_GT(above.at_least, limit);
      ASSERT_GE(length(above.on_a - above.on_b, options.norm), limit);
    } else {
      ASSERT_LE(above.at_most, limit);
    }
    outcomes.saw(above.above);
    // The value itself cannot be told from the limit.
    const HausdorffAbove equal = hausdorff_above(a, at, b, h.distance, options);
    ASSERT_FALSE(equal.above);
    ASSERT_EQ(equal.status, Status::within_error);
  }
}

TEST(Hausdorff, StopsWhenTheBudgetIsSpent) {
  const Model a = model(generate::wrinkled_torus(2000)), b = model(generate::bent_torus(2000));
  const Hausdorff truth = hausdorff(a, b);
  for (u64 tests : {u64(1), u64(100), u64(1000), u64(3000)}) {
    const Hausdorff some = hausdorff(a, b, {.budget = Budget::of_tests(tests)});
    EXPECT_LE(some.at_least, truth.at_most);
    EXPECT_GE(some.at_most, truth.at_least);
    EXPECT_LE(some.distance, truth.distance + 1e-12);
    if (tests <= 100) {
      EXPECT_EQ(some.status, Status::unfinished);
    }
  }
  EXPECT_EQ(hausdorff(a, b, {.budget = Budget::of_time(std::chrono::nanoseconds(0))}).status, Status::unfinished);
  EXPECT_EQ(hausdorff_above(a, b, 0.5 * truth.distance, {.budget = Budget::of_tests(1)}).status, Status::exact);
}

TEST(Hausdorff, IsTheSameForAnyNumberOfThreads) {
  Random random(9);
  const bool small = testing::kSanitized && !testing::nightly();
  const Model a = model(generate::wrinkled_torus(small ? 1200 : 5000)),
              b = model(generate::wrinkled_torus(small ? 300 : 1200)),
              c = model(generate::soup(random, small ? 100 : 400));
  for (const Model& other : {b, c})
    for (double error : {0.0, 1e-3}) {
      const Hausdorff one = hausdorff(a, other, {.abs_error = error});
      for (u32 threads : {2u, 5u}) {
        const Hausdorff many = hausdorff(a, other, {.abs_error = error, .threads = threads});
        EXPECT_EQ(many.distance, one.distance);
        EXPECT_EQ(many.at_most, one.at_most);
        EXPECT_EQ(many.on_a, one.on_a);
        EXPECT_EQ(many.on_b, one.on_b);
        EXPECT_EQ(many.a, one.a);
        EXPECT_EQ(many.b, one.b);
        const Hausdorff some = hausdorff(a, other, {.budget = Budget::of_tests(2000), .threads = threads});
        const Hausdorff same = hausdorff(a, other, {.budget = Budget::of_tests(2000)});
        EXPECT_EQ(some.at_most, same.at_most);
        EXPECT_EQ(some.distance, same.distance);
      }
    }
}

TEST(Hausdorff, RefusesWhatItCannotMeasure) {
  const Model a = model(generate::box({1, 1, 1})), empty = model(Mesh{});
  for (const Hausdorff& h : {hausdorff(a, empty), hausdorff(empty, a), hausdorff(empty, empty)}) {
    EXPECT_EQ(h.status, Status::nothing);
    EXPECT_EQ(h.distance, std::numeric_limits<double>::infinity());
    EXPECT_FALSE(h.has_points());
  }
  EXPECT_EQ(hausdorff_above(a, empty, 1).status, Status::nothing);
  Pose bad;
  bad.rotation(0, 0) = 1.1;
  EXPECT_EQ(hausdorff(a, bad, a).status, Status::invalid);
  EXPECT_EQ(hausdorff(a, bad, a).at_most, std::numeric_limits<double>::infinity());
  EXPECT_EQ(hausdorff(a, bad, a, Pose{}).status, Status::invalid);
  EXPECT_EQ(hausdorff(a, Pose{}, a, bad).status, Status::invalid);
  EXPECT_EQ(hausdorff_above(a, bad, a, 1).status, Status::invalid);
  EXPECT_TRUE(hausdorff_above(a, bad, a, 1));
  Pose drifted = Pose::shift({2, 0, 0});
  drifted.rotation(0, 0) = 1 + 1e-4;
  EXPECT_NEAR(hausdorff(a, drifted, a).distance, 2, 1e-3);
  EXPECT_NEAR(hausdorff(a, Pose{}, a, drifted).distance, 2, 1e-3);
  EXPECT_NEAR(hausdorff(a, drifted, a, drifted).distance, 0, 1e-12);
  EXPECT_THROW(hausdorff(a, a, {.abs_error = -1}), UsageError);
  EXPECT_THROW(hausdorff(a, a, {.rel_error = std::nan("")}), UsageError);
  EXPECT_THROW(hausdorff_above(a, a, -1), UsageError);
}

}  // namespace hausdorff_test
}  // namespace apart
