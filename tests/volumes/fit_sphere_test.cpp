// Bounding spheres: they contain their points, none is below the minimum, and the least one is.
#include <apart/volumes/fits/fit_sphere.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"
#include "tests/volumes/point_sets.hpp"

namespace apart {
namespace fit_sphere_test {

using Real = long double;
using Vec3l = Vec3<Real>;

// The least ball's radius by trying the balls through every two, three and four points, in long double, seen from the
// first point.
Real slow_minimum(std::span<const Vec3d> points) {
  std::vector<Vec3l> p;
  for (Vec3d q : points) p.push_back(cast<Real>(q) - cast<Real>(points[0]));
  Real best = std::numeric_limits<Real>::infinity();
  const auto offer = [&](Vec3l middle) {
    if (!is_finite(middle)) return;
    Real far = 0;
    for (Vec3l q : p) far = std::max(far, length(q - middle));
    if (far < best) best = far;
  };
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i) {
    offer(p[i]);
    for (std::size_t j = i + 1; j < n; ++j) {
      offer((p[i] + p[j]) / Real(2));
      for (std::size_t k = j + 1; k < n; ++k) {
        const Vec3l a = p[j] - p[i], b = p[k] - p[i], m = cross(a, b);
        offer(p[i] + cross(dot(a, a) * b - dot(b, b) * a, m) / (2 * dot(m, m)));
        for (std::size_t l = k + 1; l < n; ++l) {
          const Vec3l c = p[l] - p[i];
          offer(p[i] + (dot(a, a) * cross(b, c) + dot(b, b) * cross(c, a) + dot(c, c) * cross(a, b)) /
                           (2 * dot(a, cross(b, c))));
        }
      }
    }
  }
  return best;
}

TEST(FitSphere, LeastIsLeast) {
  Random random(1);
  testing::Outcomes flat("sets of one to three points, or on a line, or at one place", 0.1);
  for (int k = 0; k < testing::cases(4000, 100000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random, 9);
    const Real truth = slow_minimum(points);
    flat.saw(points.size() <= 3 || truth == 0);
    const Sphere<double> ball = minimum_sphere<double>(points);
    double far = 0;
    for (Vec3d p : points) far = std::max(far, largest(abs(p)));
    // A centre far from the origin is accurate only to its own last digit.
    const Real error = 1e-13L * truth + 4 * std::numeric_limits<double>::epsilon() * Real(far);
    ASSERT_LE(Real(ball.radius), truth + error) << k << " of " << points.size();
    ASSERT_GE(Real(ball.radius), truth * (1 - 1e-15L) - 1e-19L * Real(far)) << k;
  }
}

TEST(FitSphere, EveryFitHoldsItsPointsAndNoneIsBelowTheLeast) {
  Random random(2);
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random, 20);
    const Sphere<double> least = minimum_sphere<double>(points);
    double far = 0;
    for (Vec3d p : points) far = std::max(far, largest(abs(p)));
    const double error = 4 * std::numeric_limits<double>::epsilon() * far;  // of a middle, far from the origin
    for (const Sphere<double>& ball : {Fit<Sphere<double>>::of(points), ritter_sphere<double>(points),
                                       spread_sphere<double>(points), refined_sphere<double>(points), least}) {
      for (Vec3d p : points) ASSERT_TRUE(contains(ball, p)) << k;
      ASSERT_GE(ball.radius, least.radius * (1 - 1e-13) - error) << k;
      ASSERT_LE(ball.radius, 1.75 * least.radius + error) << k;  // √3: the box's half diagonal
    }
    for (const Sphere<float>& ball : {ritter_sphere<float>(points), spread_sphere<float>(points),
                                      refined_sphere<float>(points), minimum_sphere<float>(points)})
      for (Vec3d p : points) ASSERT_TRUE(contains(ball, p)) << k;
  }
}

TEST(FitSphere, BetterFitsAreBetter) {
  // On average, over clouds of many points.
  Random random(3);
  double box = 0, ritter = 0, spread = 0, refined = 0;
  const int sets = 200;
  for (int k = 0; k < sets; ++k) {
    std::vector<Vec3d> points;
    const Vec3d stretch{random.uniform(0.2, 1), random.uniform(0.2, 1), 1};
    const Mat3d turn = random.rotation();
    for (int i = 0; i < 200; ++i) {
      const Vec3d p = random.in_box(1);
      points.push_back(turn * Vec3d{p.x * stretch.x, p.y * stretch.y, p.z * stretch.z});
    }
    const double least = minimum_sphere<double>(points).radius;
    box += Fit<Sphere<double>>::of(points).radius / least / sets;
    ritter += ritter_sphere<double>(points).radius / least / sets;
    spread += spread_sphere<double>(points).radius / least / sets;
    refined += refined_sphere<double>(points).radius / least / sets;
  }
  std::printf("[ radius   ] box %.4f  ritter %.4f  spread %.4f  refined %.4f of the least\n", box, ritter, spread,
              refined);
  EXPECT_LT(refined, ritter);
  EXPECT_LT(refined, spread);
  EXPECT_LT(refined, 1.02);
  EXPECT_GT(box, 1.0);
}

TEST(FitSphere, NothingAndOneAndAllTheSame) {
  EXPECT_TRUE(is_empty(minimum_sphere<float>(std::span<const Vec3d>())));
  EXPECT_TRUE(is_empty(ritter_sphere<float>({})));
  EXPECT_TRUE(is_empty(minimum_sphere(std::span<const Sphere<float>>())));
  const std::vector<Vec3d> same(1000, Vec3d{1e5, -3, 0.1});
  for (const Sphere<double>& ball : {ritter_sphere<double>(same), spread_sphere<double>(same),
                                     refined_sphere<double>(same), minimum_sphere<double>(same)}) {
    EXPECT_EQ(ball.radius, 0);
    EXPECT_EQ(ball.centre, same[0]);
  }
}

TEST(FitSphere, ManyCosphericalPoints) {
  // Every vertex of a sphere touches the least ball.
  const Mesh sphere = generate::sphere(2.5, 20000);
  EXPECT_NEAR(minimum_sphere<double>(sphere.vertices()).radius, 2.5, 1e-14);
  EXPECT_LT(length(minimum_sphere<double>(sphere.vertices()).centre), 1e-7);
  std::vector<Vec3d> grid;
  for (int x = 0; x < 21; ++x)
    for (int y = 0; y < 21; ++y)
      for (int z = 0; z < 21; ++z) grid.push_back({double(x), double(y), double(z)});
  EXPECT_NEAR(minimum_sphere<double>(grid).radius, std::sqrt(300.0), 1e-13);
}

// The least ball of balls holds them, is left by moving its middle anywhere, and agrees with that of many points on
// them.
TEST(FitSphere, LeastOfBalls) {
  Random random(4);
  testing::Outcomes one("one ball holds all", 0.05);
  for (int k = 0; k < testing::cases(5000, 50000); ++k) {
    const double scale = std::pow(10, random.uniform(-8, 8));
    std::vector<Sphere<double>> balls;
    const u32 n = 1 + random.below(10);
    const double spread = random.uniform(0, 1);
    for (u32 i = 0; i < n; ++i)
      balls.push_back({scale * spread * random.in_box(1), random.chance(0.3) ? 0 : scale * random.uniform(0, 1)});
    if (random.chance(0.3)) balls.push_back(balls[0]);
    const Sphere<double> least = minimum_sphere(std::span<const Sphere<double>>(balls));
    const auto needs = [&](Vec3d middle) {
      double far = 0;
      for (const auto& b : balls) far = std::max(far, length(b.centre - middle) + b.radius);
      return far;
    };
    bool single = false;
    for (const auto& b : balls) {
      ASSERT_LE(length(b.centre - least.centre) + b.radius, least.radius) << k;
      single = single || needs(b.centre) <= b.radius * (1 + 1e-15);
    }
    one.saw(single);
    // What is needed is a convex function of the middle, so no step that makes it smaller means there is none at all.
    for (int i = 0; i < 60; ++i) {
      const double step = least.radius * std::pow(10, random.uniform(-6, -1));
      ASSERT_GE(needs(least.centre + step * random.direction()), least.radius * (1 - 1e-13)) << k << " step " << step;
    }
    // A merge of two is the least of two.
    if (balls.size() == 2) {
      ASSERT_NEAR(merged(balls[0], balls[1]).radius, least.radius, 1e-13 * least.radius);
    }
    std::vector<Sphere<float>> floats;
    for (const auto& b : balls) floats.push_back({cast<float>(b.centre), rounded<float>(b.radius)});
    const Sphere<float> narrow = minimum_sphere(std::span<const Sphere<float>>(floats));
    for (const auto& b : floats)
      ASSERT_LE(length(cast<double>(b.centre) - cast<double>(narrow.centre)) + double(b.radius), double(narrow.radius));
  }
}

}  // namespace fit_sphere_test
}  // namespace apart
