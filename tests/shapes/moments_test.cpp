// The covariance formulas of points, segments and triangles: against closed forms, another exact rule, and sampling.
#include <apart/base/random.hpp>
#include <apart/shapes/mesh/moments.hpp>
#include <cmath>
#include <numbers>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace moments_test {

// By rows: ∫ p pᵀ.
Mat3d squares(const Moments& m) { return {{{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}}}; }
Mat3d covariance(const Moments& m) {
  Mat3d out = squares(m);
  const Vec3d c = m.mean();
  for (int i = 0; i < 3; ++i) out.rows[i] = out.rows[i] / m.area - c[i] * c;
  return out;
}
void expect_near(const Mat3d& a, const Mat3d& b, double error) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) ASSERT_NEAR(a(i, j), b(i, j), error) << i << j;
}
Mat3d diagonal(double x, double y, double z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

Triangle random_triangle(Random& random) { return {random.in_box(1), random.in_box(1), random.in_box(1)}; }

TEST(Moments, ClosedFormsOfTriangles) {
  // With legs a and b along x and y.
  const double a = 3, b = 0.5;
  const Moments m = moments(Triangle{{0, 0, 0}, {a, 0, 0}, {0, b, 0}});
  EXPECT_DOUBLE_EQ(m.area, a * b / 2);
  EXPECT_DOUBLE_EQ(m.first.x, a * a * b / 6);
  EXPECT_DOUBLE_EQ(m.first.y, a * b * b / 6);
  EXPECT_DOUBLE_EQ(m.xx, a * a * a * b / 12);
  EXPECT_DOUBLE_EQ(m.yy, a * b * b * b / 12);
  EXPECT_DOUBLE_EQ(m.xy, a * a * b * b / 24);
  EXPECT_EQ(m.zz, 0);
  // A rectangle, the surface of a box, and a sphere's.
  Moments rectangle;
  for (const Triangle& t : {Triangle{{0, 0, 0}, {4, 0, 0}, {4, 1, 0}}, Triangle{{0, 0, 0}, {4, 1, 0}, {0, 1, 0}}})
    rectangle += moments(t);
  expect_near(covariance(rectangle), diagonal(16.0 / 12, 1.0 / 12, 0), 1e-14);
  const auto of = [](const Mesh& mesh) {
    Moments out;
    for (u32 i = 0; i < mesh.size(); ++i) out += moments(mesh.triangle(i));
    return out;
  };
  const Vec3d s{1, 2, 3};
  const auto along = [&](int k) {  // faces across it lie at s/2, the others are spread evenly
    const double across = s[(k + 1) % 3] * s[(k + 2) % 3], beside = s[k] * (s[(k + 1) % 3] + s[(k + 2) % 3]);
    return s[k] * s[k] * (across / 4 + beside / 12) / (across + beside);
  };
  expect_near(covariance(of(generate::box(s))), diagonal(along(0), along(1), along(2)), 1e-14);
  expect_near(covariance(of(generate::sphere(2, 40000))), diagonal(4.0 / 3, 4.0 / 3, 4.0 / 3), 2e-3);
}

TEST(Moments, ClosedFormsOfSegmentsAndPoints) {
  // A segment: L²/12 along itself. Regular n-gons: the same in all directions, r²/2 + s²/6 with the distance r of a
  // side from the centre and half its length s.
  const Vec3d along = Vec3d{2, -1, 3} / std::sqrt(14.0);
  const Moments m = moments(Vec3d{1, 1, 1}, Vec3d{1, 1, 1} + 6.0 * along);
  EXPECT_DOUBLE_EQ(m.area, 6);
  Mat3d expected;
  for (int i = 0; i < 3; ++i) expected.rows[i] = 3.0 * along[i] * along;
  expect_near(covariance(m), expected, 1e-13);
  for (int n = 3; n <= 12; ++n) {
    Moments edges, corners;
    const double turn = 2 * std::numbers::pi / n;
    const auto corner = [&](int k) { return Vec3d{std::cos(turn * k), std::sin(turn * k), 0}; };
    for (int k = 0; k < n; ++k) edges += moments(corner(k), corner(k + 1)), corners += moments(corner(k));
    const double r = std::cos(turn / 2), s = std::sin(turn / 2), each = r * r / 2 + s * s / 6;
    EXPECT_NEAR(edges.area, 2 * n * s, 1e-13);
    expect_near(covariance(edges), diagonal(each, each, 0), 1e-13);
    EXPECT_EQ(corners.area, n);
    expect_near(covariance(corners), diagonal(0.5, 0.5, 0), 1e-13);
  }
}

TEST(Moments, AnotherExactRule) {
  // The middles of the edges with a third of the area each are exact for squares, too; a segment by Gauss' two points.
  Random random(1);
  for (int k = 0; k < 2000; ++k) {
    const Triangle t = random_triangle(random);
    const Moments m = moments(t);
    Moments middles;
    for (int i = 0; i < 3; ++i) middles += moments(0.5 * (t[i] + t[(i + 1) % 3]));
    Mat3d expected = squares(middles);
    for (Vec3d& row : expected.rows) row *= m.area / 3;
    expect_near(squares(m), expected, 1e-14);
    ASSERT_LT(length(m.first - middles.first * (m.area / 3)), 1e-14);

    const Moments line = moments(t.a, t.b);
    const double w = 0.5 / std::sqrt(3.0);
    Moments gauss = moments(0.5 * (t.a + t.b) + w * (t.b - t.a));
    gauss += moments(0.5 * (t.a + t.b) - w * (t.b - t.a));
    expected = squares(gauss);
    for (Vec3d& row : expected.rows) row *= line.area / 2;
    expect_near(squares(line), expected, 1e-14);
  }
}

TEST(Moments, Sampling) {
  Random random(2);
  for (int k = 0; k < 5; ++k) {
    // A few triangles, and points spread evenly over their area.
    std::vector<Triangle> some;
    Moments m, sampled;
    for (int i = 0; i < 4; ++i) some.push_back(random_triangle(random)), m += moments(some.back());
    constexpr int points = 200000;
    for (int i = 0; i < points; ++i) {
      double at = random.uniform(0, m.area);
      std::size_t chosen = 0;
      while (chosen + 1 < some.size() && at > moments(some[chosen]).area) at -= moments(some[chosen++]).area;
      double u = random.uniform(0, 1), v = random.uniform(0, 1);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Triangle& t = some[chosen];
      sampled += moments(t.a + u * (t.b - t.a) + v * (t.c - t.a));
    }
    // Products of coordinates below one, with a standard deviation below one.
    expect_near(covariance(m), covariance(sampled), 5 / std::sqrt(double(points)));
    ASSERT_LT(length(m.mean() - sampled.mean()), 5 / std::sqrt(double(points)));
  }
}

TEST(Moments, AddUpAndTurn) {
  Random random(3);
  for (int k = 0; k < 500; ++k) {
    const Triangle t = random_triangle(random);
    const Vec3d cut = t.a + random.uniform(0.1, 0.9) * (t.b - t.a);
    Moments parts = moments(Triangle{t.a, cut, t.c});
    parts += moments(Triangle{cut, t.b, t.c});
    const Moments whole = moments(t);
    ASSERT_NEAR(parts.area, whole.area, 1e-13);
    expect_near(squares(parts), squares(whole), 1e-13);
    const Pose at = random.pose(2);
    const Mat3d turned = at.rotation * covariance(whole) * transposed(at.rotation);
    expect_near(covariance(moments(at * t)), turned, 1e-12);
  }
}

}  // namespace moments_test
}  // namespace apart
