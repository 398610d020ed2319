// Tapered capsules in numerically hard cases, at all scales, compared with the union of balls that they are, and with
// the hull of many points of their surface.
#include <apart/base/random.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>

#include "tests/support.hpp"

namespace apart {
namespace tapered_capsule_test {

constexpr double kHardCases[][3] = {
    {0.5, 0.25, 1},               // plain
    {0.5, 0.5 * (1 + 1e-15), 1},  // nearly equal radii
    {0.5, 0.5 + 1e-8, 1},         //
    {0.5, 0.5, 1},                // a capsule
    {0.75, 0.25, 0.5},            // touching internally
    {0.75, 0.25, 0.5 * (1 + 1e-15)},
    {0.25, 0.75, 0.5 + 1e-9},
    {1, 0.25, 0.125},  // one ball inside the other
    {0, 0.5, 1},       // a ball and a point
    {0.5, 1e-9, 1},
    {0, 0, 1},        // a segment
    {1e-9, 2e-9, 1},  // nearly one
    {0.5, 0.25, 0},   // no length
    {0, 0, 0},        // a point
    {0.01, 1, 20},
};
constexpr double kScales[] = {1e-6, 1e-3, 1, 1e3, 1e6};

// The balls that make it up: about c(s), of radius r(s), both linear in s from 0 to 1.
struct Balls {
  TaperedCapsule of;
  Pose pose{};

  Vec3d centre(double s) const { return pose * Vec3d{0, 0, (s - 0.5) * of.length}; }
  double radius(double s) const { return of.radius_a + s * (of.radius_b - of.radius_a); }
};

// The least value of a convex function over [0, 1].
template <class F>
double least(F f) {
  double low = 0, high = 1;
  for (int i = 0; i < 90; ++i) {
    const double third = (high - low) / 3;
    if (f(low + third) < f(high - third))
      high -= third;
    else
      low += third;
  }
  return lesser(f(low), lesser(f(0), f(1)));
}

// The signed distance of a point: outside that of the nearest ball, inside the largest ball about p that fits.
double slow_distance(const Balls& a, Vec3d p) {
  return least([&](double s) { return length(p - a.centre(s)) - a.radius(s); });
}
double slow_distance(const Balls& a, const Balls& b) {
  return least([&](double t) { return slow_distance(a, b.centre(t)) - b.radius(t); });
}

TEST(TaperedCapsule, PointsAgainstItsBalls) {
  Random random(1);
  testing::Outcomes inside("points inside a tapered capsule");
  for (const auto& [radius_a, radius_b, length] : kHardCases)
    for (const double scale : kScales) {
      const TaperedCapsule made{scale * radius_a, scale * radius_b, scale * length};
      const Shape shape = made;
      const double size = made.length + made.radius_a + made.radius_b;
      for (int k = 0; k < testing::cases(60, 2000); ++k) {
        Vec3d p = random.chance(0.2) ? Vec3d{} : 0.75 * larger(size, scale) * random.in_ball();
        if (random.chance(0.3)) p.x = p.y = 0;
        if (random.chance(0.3)) p.z = random.chance(0.5) ? made.length / 2 : -made.length / 2;
        const double truth = slow_distance({made}, p), error = 1e-14 * (size + apart::length(p));
        const ClosestPoint found = closest(shape, p);
        ASSERT_NEAR(found.distance, truth, error) << shape.radius() << " " << k;
        ASSERT_NEAR(apart::length(found.normal), 1, 1e-14);
        ASSERT_LE(apart::length(found.point + found.distance * found.normal - p), error);
        ASSERT_NEAR(slow_distance({made}, found.point), 0, error);
        ASSERT_EQ(found.status, Status::exact);
        inside.saw(truth < 0);
      }
    }
}

TEST(TaperedCapsule, PairsAgainstTheirBalls) {
  Random random(2);
  testing::Outcomes apart("tapered capsules that are apart");
  int exact = 0, all = 0;
  const auto some = [&](double scale) {
    const auto& [radius_a, radius_b, length] = kHardCases[random.below(std::size(kHardCases))];
    return TaperedCapsule{scale * radius_a, scale * radius_b, scale * length};
  };
  for (int k = 0; k < testing::cases(300, 20000); ++k) {
    const double scale = kScales[random.below(std::size(kScales))];
    const TaperedCapsule a = some(scale), b = some(scale);
    const double size = a.length + a.radius_a + a.radius_b + b.length + b.radius_a + b.radius_b;
    Pose at{random.chance(0.2) ? Mat3d{} : random.rotation(), random.uniform(0, 0.7) * size * random.direction()};
    if (random.chance(0.1)) at = Pose::shift({0, 0, at.translation.z});  // all directions around the axis are equal
    const double truth = slow_distance({a}, {b, at});
    const Distance found = signed_distance(Shape(a), at, Shape(b));
    const double error = 1e-12 * size;
    ASSERT_LE(found.at_least, truth + error) << k;
    ASSERT_GE(found.at_most, truth - error) << k;
    // EPA may run out of faces where many directions are about equally good; the bounds hold all the same.
    ASSERT_TRUE(found.status == Status::exact || found.status == Status::within_error ||
                (found.status == Status::unfinished && truth < 0))
        << k;
    if (found.status == Status::exact) {
      ++exact;
      ASSERT_NEAR(found.distance, truth, 1e-9 * std::abs(truth) + error) << k;
      ASSERT_NEAR(slow_distance({a}, found.on_a), 0, 1e-7 * size) << k;
      ASSERT_NEAR(slow_distance({b, at}, found.on_b), 0, 1e-7 * size) << k;
    }
    const bool touches = collide(Shape(a), at, Shape(b)).colliding;
    if (std::abs(truth) > error) {
      ASSERT_EQ(touches, truth < 0) << k;
    }
    const double tolerance = random.uniform(0.5, 1.5) * std::abs(truth);
    if (std::abs(truth - tolerance) > error) {
      ASSERT_EQ(within(Shape(a), at, Shape(b), tolerance).within, truth < tolerance);
    }
    apart.saw(truth > 0), ++all;
  }
  EXPECT_GE(exact, 0.9 * all);
}

// Points of both balls, so dense that the hull is nowhere farther inside than the returned share of the larger radius.
constexpr double kInsideBy = 0.006;
Polytope fine_hull(const TaperedCapsule& c) {
  std::vector<Vec3d> points;
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i) {  // a spiral from pole to pole
    const double z = 1 - (2 * i + 1.0) / count, out = std::sqrt(1 - z * z), angle = 2.399963229728653 * i;
    const Vec3d d{out * std::cos(angle), out * std::sin(angle), z};
    points.push_back(c.radius_a * d - Vec3d{0, 0, c.length / 2});
    points.push_back(c.radius_b * d + Vec3d{0, 0, c.length / 2});
  }
  return Polytope::make(points).value();
}

TEST(TaperedCapsule, AgainstAFineHull) {
  Random random(3);
  testing::Outcomes apart("pairs with a tapered capsule that are apart");
  for (const auto& [radius_a, radius_b, length] : kHardCases) {
    const TaperedCapsule made{radius_a, radius_b, length};
    const Shape shape = made, hull = fine_hull(made);
    const double slack = kInsideBy * larger(radius_a, radius_b) + 1e-9;
    const Shape others[] = {Box{{1, 0.5, 0.25}},
                            Cylinder{0.5, 0.75},
                            Cone{0.5, 1},
                            Ellipsoid{{0.75, 0.5, 0.25}},
                            Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                            Segment{{-1, 0, 0}, {1, 0, 0.5}},
                            Shape(Box{{0.5, 0.5, 0.5}}, 0.25),
                            HalfSpace{{1, 2, 3}, -1}};
    for (int k = 0; k < testing::cases(40, 1000); ++k) {
      const Shape& other = others[static_cast<std::size_t>(k) % std::size(others)];
      const Pose at{random.rotation(), random.uniform(0, 1.5 + length) * random.direction()};
      const double of_hull = signed_distance(hull, at, other).distance,
                   found = signed_distance(shape, at, other).distance;
      ASSERT_LE(found, of_hull + 1e-9) << k;
      ASSERT_GE(found, of_hull - slack) << k;
      const double far_of_hull = span(hull, at, other).distance, far = span(shape, at, other).distance;
      ASSERT_GE(far, far_of_hull - 1e-9) << k;
      if (std::isfinite(far)) {
        ASSERT_LE(far, far_of_hull + slack) << k;
      }
      apart.saw(found > 0);
    }
  }
}

}  // namespace tapered_capsule_test
}  // namespace apart
