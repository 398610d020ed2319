// Mass properties against known solids.
#include <apart/shapes/mesh/mass.hpp>
#include <numbers>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace mass_test {

constexpr double kPi = std::numbers::pi;

Mesh flipped(const Mesh& mesh) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (Face& f : faces) std::swap(f[1], f[2]);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}

void expect_near(Vec3d a, Vec3d b, double error) { EXPECT_LE(length(a - b), error); }
void expect_near(const Mat3d& a, const Mat3d& b, double error) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(a(i, j), b(i, j), error);
}

TEST(Mass, Box) {
  const Mass m = mass(generate::box({2, 4, 6}));
  EXPECT_EQ(m.of, Mass::Of::solid);
  EXPECT_EQ(m.volume, 48);
  EXPECT_EQ(m.area, 88);
  expect_near(m.centroid, {}, 0);
  expect_near(m.inertia, {{{48 * 52 / 12.0, 0, 0}, {0, 48 * 40 / 12.0, 0}, {0, 0, 48 * 20 / 12.0}}}, 1e-12);
  EXPECT_EQ(mass(generate::box({2, 4, 6}), true).volume, 48);
  EXPECT_EQ(mass(generate::box({2, 4, 6}), false).of, Mass::Of::surface);
}

TEST(Mass, Tetrahedron) {
  const Mesh mesh =
      Mesh::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}).value();
  const Mass m = mass(mesh);
  EXPECT_NEAR(m.volume, 1 / 6.0, 1e-16);
  EXPECT_NEAR(m.area, 1.5 + std::sqrt(3.0) / 2, 1e-15);
  expect_near(m.centroid, {0.25, 0.25, 0.25}, 1e-15);
  // ∫x² = 1/60 and ∫xy = 1/120 about the corner.
  const double square = 1 / 60.0 - 1 / 6.0 / 16, mixed = 1 / 120.0 - 1 / 6.0 / 16, d = 2 * square, o = -mixed;
  expect_near(m.inertia, {{{d, o, o}, {o, d, o}, {o, o, d}}}, 1e-16);
}

TEST(Mass, RoundThingsComeCloseToTheirFormulas) {
  const Mass ball = mass(generate::sphere(2, 79600));
  EXPECT_NEAR(ball.volume, 4 * kPi / 3 * 8, 0.02);
  EXPECT_NEAR(ball.area, 16 * kPi, 0.02);
  expect_near(ball.inertia,
              {{{0.4 * ball.volume * 4, 0, 0}, {0, 0.4 * ball.volume * 4, 0}, {0, 0, 0.4 * ball.volume * 4}}}, 0.05);
  const Mass ring = mass(generate::torus(5, 1, 400, 100));
  EXPECT_NEAR(ring.volume, 2 * kPi * kPi * 5, 0.1);
  EXPECT_NEAR(ring.inertia(2, 2), ring.volume * (25 + 0.75), 1);
  EXPECT_NEAR(ring.inertia(0, 0), ring.volume * (12.5 + 0.625), 0.6);
}

TEST(Mass, FarAwayKeepsItsDigits) {
  const Mesh box = generate::box({2, 4, 6});
  const Vec3d far = {1 << 30, -(1 << 29), 1 << 28};  // whole numbers, so the moved box is the same box
  const Mass here = mass(box), there = mass(placed(box, Pose::shift(far)));
  EXPECT_EQ(there.volume, here.volume);
  EXPECT_EQ(there.area, here.area);
  EXPECT_EQ(there.inertia, here.inertia);
  EXPECT_EQ(there.centroid, far);

  const Mesh ring = generate::torus(5, 1, 40, 20);
  const Mass moved = mass(placed(ring, Pose::shift({1e6, 1e6, -1e6})));
  EXPECT_NEAR(moved.volume, mass(ring).volume, 1e-7);
  expect_near(moved.centroid, {1e6, 1e6, -1e6}, 1e-9);
  expect_near(moved.inertia, mass(ring).inertia, 1e-5);
}

TEST(Mass, TurnsWithTheBody) {
  Random random(3);
  const Mesh part =
      joined(std::array{generate::box({1, 2, 3}), placed(generate::sphere(1, 80), Pose::shift({5, 1, 0}))});
  const Mass m = mass(part);
  for (int i = 0; i < 50; ++i) {
    const Pose pose = random.pose(10);
    const Mass turned = mass(placed(part, pose));
    EXPECT_NEAR(turned.volume, m.volume, 1e-12);
    expect_near(turned.centroid, pose * m.centroid, 1e-12);
    expect_near(turned.inertia, pose.rotation * m.inertia * transposed(pose.rotation), 1e-10);
  }
}

TEST(Mass, ScalesExactlyByPowersOfTwo) {
  const Mesh ring = generate::torus(5, 1, 10, 7);
  const Mass m = mass(ring);
  for (int power : {-150, -20, 20, 150}) {
    const double s = std::ldexp(1.0, power);
    const Mass large = mass(scaled(ring, s));
    EXPECT_EQ(large.area, m.area * s * s);
    EXPECT_EQ(large.volume, m.volume * s * s * s);
    EXPECT_EQ(large.inertia(2, 2), m.inertia(2, 2) * s * s * s * s * s);
    EXPECT_EQ(large.centroid, s * m.centroid);
  }
  // Too large for a double: infinite, never not-a-number.
  const Mass huge = mass(scaled(generate::box({1, 1, 1}), 1e120));
  EXPECT_EQ(huge.volume, std::numeric_limits<double>::infinity());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_FALSE(std::isnan(huge.inertia(i, j)));
}

TEST(Mass, InsideOutIsNegative) {
  const Mass m = mass(flipped(generate::box({2, 4, 6})));
  EXPECT_EQ(m.of, Mass::Of::solid);
  EXPECT_EQ(m.volume, -48);
  EXPECT_LT(m.inertia(0, 0), 0);
  // A box in a box, inside out: a cavity.
  const Mass hollow = mass(joined(std::array{generate::box({2, 4, 6}), flipped(generate::box({1, 1, 1}))}));
  EXPECT_EQ(hollow.volume, 47);
}

TEST(Mass, SaysWhenThereIsNoInside) {
  const Mesh box = generate::box({2, 4, 6});
  const Mesh open =
      Mesh::make({box.vertices().begin(), box.vertices().end()}, {box.faces().begin(), box.faces().end() - 2}).value();
  EXPECT_EQ(mass(open).of, Mass::Of::surface);
  EXPECT_EQ(mass(open).area, 80);
  EXPECT_EQ(mass(open).volume, 0);
  expect_near(mass(open).centroid, {0, 0, -3 * 8 / 80.0}, 1e-15);

  const Mesh pillow = Mesh::make({{1e3, 0, 0}, {1e3 + 1, 0, 0}, {1e3, 1, 0.1}}, {{0, 1, 2}, {0, 2, 1}}).value();
  EXPECT_EQ(mass(pillow).of, Mass::Of::flat);
  EXPECT_EQ(mass(pillow).volume, 0);

  EXPECT_EQ(mass({}).of, Mass::Of::nothing);
  const Mesh point = Mesh::make({{1, 2, 3}}, {{0, 0, 0}}).value();
  EXPECT_EQ(mass(point).of, Mass::Of::nothing);
  EXPECT_EQ(mass(point).area, 0);
}

}  // namespace mass_test
}  // namespace apart
