// Intersection curves and overlap thickness.
#include <apart/queries/collisions.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/overlap_thickness.hpp>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace intersection_test {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }
Model box(Vec3d low, Vec3d high) { return model(placed(generate::box(high - low), Pose::shift(0.5 * (low + high)))); }
std::optional<double> thickness(const Model& a, const Pose& at, const Model& b) {
  return overlap_thickness(a, at, b, collisions(a, at, b).pairs);
}

// What is true of every intersection: its points are on both surfaces, and its pairs are those of brute force.
void expect_sound(const Model& a, const Pose& at, const Model& b, double size) {
  const Intersection found = intersection(a, at, b);
  const auto truth = testing::touching_pairs(a.mesh(), at, b.mesh());
  ASSERT_EQ(found.pairs.size(), truth.size());
  for (std::size_t k = 0; k < truth.size(); ++k) {
    ASSERT_EQ(found.pairs[k].triangle_a, truth[k].first);
    ASSERT_EQ(found.pairs[k].triangle_b, truth[k].second);
  }
  double length_of_all = 0;
  for (std::size_t c = 0; c < found.curves.size(); ++c) {
    const Curve& curve = found.curves[c];
    ASSERT_GE(curve.points.size(), curve.closed ? 3u : 2u);
    double sum = curve.closed ? length(curve.points.back() - curve.points.front()) : 0;
    for (std::size_t k = 0; k + 1 < curve.points.size(); ++k) sum += length(curve.points[k + 1] - curve.points[k]);
    ASSERT_NEAR(sum, curve.length, 1e-12 * size + 1e-12 * sum);
    if (c > 0) {
      ASSERT_LE(curve.length, found.curves[c - 1].length);
    }
    length_of_all += curve.length;
    for (const Vec3d& p : curve.points) {
      const Mesh point = Mesh::make({p}, {{0, 0, 0}}).value();
      ASSERT_LE(testing::smallest_distance(a.mesh(), {}, point), 1e-14 * size);
      ASSERT_LE(testing::smallest_distance(placed(b.mesh(), at), {}, point), 1e-14 * size);
      for (int k = 0; k < 3; ++k) ASSERT_TRUE(found.box.low[k] <= p[k] && p[k] <= found.box.high[k]);
    }
  }
  ASSERT_NEAR(found.length, length_of_all, 1e-12 * size);
  // The exchanged query has the same curves.
  const Intersection back = intersection(b, inverse(at), a);
  if (at.rotation == Mat3d{}) {
    ASSERT_EQ(back.curves.size(), found.curves.size());
    ASSERT_NEAR(back.length, found.length, 1e-12 * (size + found.length));
  }
}

TEST(Intersection, OfCrossingSpheresIsTheirCircle) {
  const Model sphere = model(generate::sphere(1, 4000));
  const Pose at{Mat3d{}, {0.9, 0.5, 0.3}};
  const double apart = length(at.translation), circle = 2 * 3.14159265358979 * std::sqrt(1 - apart * apart / 4);
  const Intersection found = intersection(sphere, at, sphere);
  ASSERT_EQ(found.curves.size(), 1u);
  EXPECT_TRUE(found.curves[0].closed);
  EXPECT_NEAR(found.length, circle, 0.01 * circle);
  expect_sound(model(generate::sphere(1, 300)), at, model(generate::sphere(1, 300)), 1);
  const auto shared = thickness(sphere, at, sphere);
  ASSERT_TRUE(shared);
  EXPECT_NEAR(*shared, 2 - apart, 0.02);
}

TEST(Intersection, OfCrossingBoxesIsAKnownPolygon) {
  // Small numbers and large ones, near and far, at the scale of dust and of a country: all sums are exact.
  for (double scale : {1.0, 0x1p-40, 0x1p30})
    for (double off : {0.0, 1e6}) {
      const auto at = [&](double x, double y, double z) { return scale * Vec3d{x + off, y + off, z + off}; };
      const double size = scale * (8 + off);
      // A bar through a plate: two rectangles of 1 by 2.
      const Model plate = box(at(0, 0, 0), at(8, 8, 1)), bar = box(at(3, 3, -4), at(4, 5, 4));
      const Intersection through = intersection(plate, {}, bar);
      ASSERT_EQ(through.curves.size(), 2u);
      for (const Curve& curve : through.curves) {
        EXPECT_TRUE(curve.closed);
        EXPECT_DOUBLE_EQ(curve.length, 6 * scale);
      }
      EXPECT_EQ(through.box.low, at(3, 3, 0));
      EXPECT_EQ(through.box.high, at(4, 5, 1));
      ASSERT_NO_FATAL_FAILURE(expect_sound(plate, {}, bar, size));
      // A corner in a corner: a ring of six edges round the common block.
      const Model block = box(at(-2, -2, -3), at(0.5, 2, 0.25));
      const Intersection corner = intersection(plate, {}, block);
      ASSERT_EQ(corner.curves.size(), 1u);
      EXPECT_TRUE(corner.curves[0].closed);
      EXPECT_DOUBLE_EQ(corner.length, 2 * (0.5 + 2 + 0.25) * scale);
      ASSERT_NO_FATAL_FAILURE(expect_sound(plate, {}, block, size));
      const auto shared = thickness(plate, {}, block);
      ASSERT_TRUE(shared);
      EXPECT_DOUBLE_EQ(*shared, 0.25 * scale);
      // The wall is as thick as the bar is wide; sideways is as good as along.
      EXPECT_DOUBLE_EQ(thickness(plate, {}, bar).value(), 1 * scale);
    }
}

TEST(Intersection, OfFlushFacesIsTheBorderOfWhatTheyShare) {
  const Model under = box({0, 0, 0}, {4, 4, 1}), on = box({1, 1, 1}, {2, 3, 2}), same = box({0, 0, 1}, {4, 4, 2});
  const Intersection found = intersection(under, {}, on);
  ASSERT_EQ(found.curves.size(), 1u);
  EXPECT_TRUE(found.curves[0].closed);
  EXPECT_DOUBLE_EQ(found.length, 6);
  EXPECT_GT(found.flat_pairs, 0u);
  EXPECT_EQ(found.box.low, (Vec3d{1, 1, 1}));
  EXPECT_EQ(found.box.high, (Vec3d{2, 3, 1}));
  // Faces that cover each other, diagonals alike: the diagonal bounds nothing.
  const Intersection covered = intersection(under, {}, same);
  ASSERT_EQ(covered.curves.size(), 1u);
  EXPECT_DOUBLE_EQ(covered.length, 16);
  // Pushed into each other, sides still flush, the thickness is the push.
  EXPECT_DOUBLE_EQ(thickness(under, Pose::shift({0, 0, -0.125}), same).value(), 0.125);
}

TEST(Intersection, OfRandomShapesIsSound) {
  Random random(11);
  testing::Outcomes crossing("pairs that cross");
  const Model torus = model(generate::torus(1, 0.4, 14, 8)), ball = model(generate::sphere(0.8, 120));
  for (int k = 0; k < testing::cases(testing::unless_sanitized(60, 20), 2000); ++k) {
    const Model soup = model(generate::soup(random, 30));
    const double scale = k % 3 == 0 ? 1 : k % 3 == 1 ? 1e-5 : 1e5;
    const Model& a = k % 2 ? torus : soup;
    const Pose at{random.rotation(), 2.1 * random.in_ball()};
    ASSERT_NO_FATAL_FAILURE(expect_sound(a, at, ball, 4));
    const Intersection found = intersection(a, at, ball);
    crossing.saw(!found.curves.empty());
    if (k % 2 == 0) continue;
    // Closed surfaces in general position cross in closed curves.
    for (const Curve& curve : found.curves) EXPECT_TRUE(curve.closed);
    // Scaled, the same curves and thickness, scaled.
    const Model big = model(scaled(a.mesh(), scale)), big_ball = model(scaled(ball.mesh(), scale));
    const Pose there{at.rotation, scale * at.translation};
    const Intersection scaled_found = intersection(big, there, big_ball);
    ASSERT_EQ(scaled_found.curves.size(), found.curves.size());
    EXPECT_NEAR(scaled_found.length, scale * found.length, 1e-9 * scale);
    const auto shared = thickness(a, at, ball), scaled_shared = thickness(big, there, big_ball);
    ASSERT_EQ(shared.has_value(), scaled_shared.has_value());
    if (shared) {
      EXPECT_NEAR(*scaled_shared, scale * *shared, 1e-6 * scale * *shared);
      EXPECT_GT(*shared, 0);
      EXPECT_LE(*shared, 1.6 + 1e-9);  // no thicker than the ball
    }
  }
}

TEST(Intersection, OfDegenerateTriangles) {
  // A needle that lies in a face, one that pierces it, and a point on it: only the first is a curve.
  const Model floor = model(Mesh::make({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}).value());
  const auto lone = [](Vec3d a, Vec3d b, Vec3d c) { return model(Mesh::make({a, b, c}, {{0, 1, 2}}).value()); };
  const Intersection lying = intersection(floor, {}, lone({1, 1, 0}, {2, 1, 0}, {1.5, 1, 0}));
  ASSERT_EQ(lying.curves.size(), 1u);
  EXPECT_DOUBLE_EQ(lying.length, 1);
  const Intersection pierced = intersection(floor, {}, lone({1, 1, -1}, {1, 1, 1}, {1, 1, 1}));
  EXPECT_TRUE(pierced.curves.empty());
  EXPECT_EQ(pierced.pairs.size(), 1u);
  EXPECT_EQ(pierced.witness, (Vec3d{1, 1, 0}));
  EXPECT_TRUE(intersection(floor, {}, model(Mesh{})).pairs.empty());
  EXPECT_FALSE(thickness(floor, {}, box({1, 1, -1}, {2, 2, 1})));  // a floor holds nothing inside
}

TEST(Intersection, CurvesGoStraightOnWhereTheyMeet) {
  // Two upright walls that cross, on a floor: a cross of two whole lines, not four half ones.
  const auto wall = [](Vec3d a, Vec3d b) {
    const Vec3d up{0, 0, 1};
    return Mesh::make({a - up, b - up, b + up, a + up, 0.5 * (a + b) - up, 0.5 * (a + b) + up},
                      {{0, 4, 5}, {0, 5, 3}, {4, 1, 2}, {4, 2, 5}})
        .value();
  };
  const Model floor = model(Mesh::make({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{0, 1, 2}}).value());
  const Mesh walls[] = {wall({-1, 0, 0}, {1, 0, 0}), wall({0, -2, 0}, {0, 2, 0})};
  const Intersection found = intersection(floor, {}, model(joined(walls)));
  ASSERT_EQ(found.curves.size(), 2u);
  EXPECT_DOUBLE_EQ(found.length, 6);
  EXPECT_DOUBLE_EQ(found.curves[0].length, 4);
  EXPECT_DOUBLE_EQ(found.curves[1].length, 2);
  for (const Curve& curve : found.curves) {
    EXPECT_FALSE(curve.closed);
    EXPECT_GE(curve.points.size(), 3u);
  }
  // A third wall ends there: it is the one left over.
  const Mesh three[] = {walls[0], walls[1], wall({0, 0, 0}, {3, 1, 0})};
  const Intersection odd = intersection(floor, {}, model(joined(three)));
  ASSERT_EQ(odd.curves.size(), 3u);
  EXPECT_DOUBLE_EQ(odd.curves[0].length, 4);
  EXPECT_DOUBLE_EQ(odd.curves[1].length, std::sqrt(10.));
  // Blocks back to back, and a bar across their joint: two closed curves around it, and a line up each side.
  const Mesh blocks[] = {placed(generate::box({2, 2, 2}), Pose::shift({-1, 0, 0})),
                         placed(generate::box({2, 2, 2}), Pose::shift({1, 0, 0}))};
  const Intersection across = intersection(model(joined(blocks)), {}, box({-1, -0.5, -3}, {1, 0.5, 3}));
  ASSERT_EQ(across.curves.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(across.curves[k].closed, k < 2);
    EXPECT_DOUBLE_EQ(across.curves[k].length, k < 2 ? 6 : 2);
  }
}

TEST(Intersection, SeenFromTheWorld) {
  const Model a = box({0, 0, 0}, {4, 4, 1}), b = box({1, 1, 0.5}, {2, 2, 3});
  const Pose site{Mat3d{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, {100, 0, 0}};
  const Intersection here = intersection(a, {}, b), there = intersection(a, site, b, site);
  ASSERT_EQ(here.curves.size(), there.curves.size());
  for (std::size_t k = 0; k < here.curves[0].points.size(); ++k)
    EXPECT_EQ(site * here.curves[0].points[k], there.curves[0].points[k]);
  EXPECT_EQ(there.box.low, (Vec3d{98, 1, 1}));
  EXPECT_EQ(there.box.high, (Vec3d{99, 2, 1}));
}

TEST(OverlapThickness, OfTheThickestOfSeveralRegions) {
  // A comb of three teeth, each deeper in the block than the last.
  const Mesh teeth[] = {placed(generate::box({1, 1, 4}), Pose::shift({0, 0, 1.9})),
                        placed(generate::box({1, 1, 4}), Pose::shift({3, 0, 1.8})),
                        placed(generate::box({1, 1, 4}), Pose::shift({6, 0, 1.7}))};
  const Model comb = model(joined(teeth)), block = box({-5, -5, -5}, {15, 5, 0});
  const auto shared = thickness(comb, {}, block);
  ASSERT_TRUE(shared);
  EXPECT_NEAR(*shared, 0.3, 1e-12);
}

TEST(OverlapThickness, OfFineMeshesIsThatOfCoarseOnes) {
  // Corners far from the curves count too: they are reached along the surface.
  const Model fine = model(generate::rounded_box({2, 2, 2}, 0, 20)), coarse = model(generate::box({2, 2, 2}));
  for (const Vec3d& shift : {Vec3d{1.5, 0.3, 0.2}, {0.4, -1.25, 0.7}, {0.3, 0.3, 1.9}}) {
    const double truth = 2 - largest(abs(shift));
    EXPECT_NEAR(*thickness(fine, Pose::shift(shift), coarse), truth, 1e-9);
    EXPECT_NEAR(*thickness(coarse, Pose::shift(shift), fine), truth, 1e-9);
  }
}

}  // namespace intersection_test
}  // namespace apart
