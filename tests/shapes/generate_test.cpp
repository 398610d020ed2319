#include <apart/shapes/generate.hpp>
#include <apart/shapes/mass.hpp>
#include <apart/shapes/topology.hpp>
#include <apart/shapes/turn.hpp>
#include <cstring>
#include <numbers>

#include "tests/support.hpp"

namespace apart {
namespace {

constexpr double kPi = std::numbers::pi;

bool same_bits(const Mesh& a, const Mesh& b) {
  return a.size() == b.size() && a.vertices().size() == b.vertices().size() &&
         !std::memcmp(a.vertices().data(), b.vertices().data(), a.vertices().size_bytes()) &&
         !std::memcmp(a.faces().data(), b.faces().data(), a.faces().size_bytes());
}

// A solid in `components` pieces with as many holes through it, turned outward.
void expect_solid(const Mesh& mesh, u32 triangles, long holes, u32 components = 1) {
  const MeshTopology topology = MeshTopology::of(mesh);
  EXPECT_EQ(mesh.size(), triangles);
  EXPECT_EQ(topology.degenerate_faces, 0u);
  EXPECT_TRUE(topology.closed);
  EXPECT_TRUE(topology.manifold);
  EXPECT_TRUE(topology.oriented);
  EXPECT_EQ(topology.components, components);
  EXPECT_EQ(topology.euler(), 2 * (long{components} - holes));
  EXPECT_EQ(topology.vertices_used, mesh.vertices().size()) << "a place is named twice, or never";
  EXPECT_GT(mass(mesh).volume, 0);
}

// What an n-gon turned round an axis, by straight steps, keeps of the round volume.
double roundness(u32 n) { return n * std::sin(2 * kPi / n) / (2 * kPi); }

TEST(Generate, TurnsAreAccurateAndExactAtQuarters) {
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const double turns = random.uniform(-3, 3);
    const Turn t = turn(turns);
    EXPECT_NEAR(t.cos, std::cos(2 * kPi * turns), 4e-15);
    EXPECT_NEAR(t.sin, std::sin(2 * kPi * turns), 4e-15);
    EXPECT_NEAR(t.cos * t.cos + t.sin * t.sin, 1, 5e-16);
    const u32 n = 3 + random.below(1000), k = random.below(2 * n);
    EXPECT_NEAR(turn(k, n).cos, std::cos(2 * kPi * k / n), 3e-15);
    EXPECT_NEAR(turn(k, n).sin, std::sin(2 * kPi * k / n), 3e-15);
  }
  for (u32 quarter = 0; quarter < 8; ++quarter) {
    constexpr double cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
    EXPECT_EQ(turn(quarter, 4).cos, cosine[quarter % 4]);
    EXPECT_EQ(turn(quarter, 4).sin, sine[quarter % 4]);
    EXPECT_EQ(turn(quarter / 4.0).cos, cosine[quarter % 4]);
    EXPECT_EQ(turn(quarter / 4.0).sin, sine[quarter % 4]);
  }
}

TEST(Generate, SpheresOfThePapersSizes) {
  for (u32 n : {80u, 90u, 320u, 1200u, 40000u, 79600u, 600000u}) {
    const Mesh mesh = generate::sphere(2, n);
    expect_solid(mesh, n, 0);
    const double round = 4 * kPi / 3 * 8;
    EXPECT_LT(mass(mesh).volume, round);
    EXPECT_GT(mass(mesh).volume, round * (1 - 30.0 / n));
    for (Vec3d v : mesh.vertices()) ASSERT_NEAR(length(v), 2, 1e-15);
  }
  // Any size at all, never more than asked for and never much less.
  for (u32 n = 6; n < 2000; ++n) {
    const u32 got = generate::sphere(1, n).size();
    EXPECT_LE(got, n);
    EXPECT_GE(got, n - n / 4 - 2);
  }
}

TEST(Generate, SphereVolumeByFrusta) {
  const u32 slices = 24, bands = 13;
  const Mesh mesh = generate::sphere(3, slices, bands);
  double volume = 0;
  for (u32 b = 0; b < bands; ++b) {
    const double u = kPi * b / bands, v = kPi * (b + 1) / bands, r = 3 * std::sin(u), s = 3 * std::sin(v);
    volume += kPi / 3 * (r * r + r * s + s * s) * 3 * (std::cos(u) - std::cos(v));
  }
  EXPECT_NEAR(mass(mesh).volume, volume * roundness(slices), 1e-12);
}

TEST(Generate, Box) {
  const Mesh mesh = generate::box({1, 2, 3});
  expect_solid(mesh, 12, 0);
  EXPECT_EQ(mass(mesh).volume, 6);
  EXPECT_EQ(mass(mesh).area, 22);
}

TEST(Generate, Torus) {
  const Mesh mesh = generate::torus(5, 2, 50, 20);
  expect_solid(mesh, 2000, 1);
  EXPECT_NEAR(mass(mesh).volume, 2 * kPi * 5 * kPi * 4 * roundness(50) * roundness(20), 1e-10);
}

TEST(Generate, SoupsHoldEveryKind) {
  Random random(7);
  const u32 n = 4000;
  const Mesh mesh = generate::soup(random, n);
  ASSERT_EQ(mesh.size(), n);
  u32 points = 0, segments = 0, slivers = 0;
  for (u32 i = 0; i < n; ++i) {
    const Triangled t = mesh.triangle(i);
    const double twice = length(area_vector(t));
    const double longest = std::max({length(t.a - t.b), length(t.b - t.c), length(t.c - t.a)});
    EXPECT_LE(longest, 0.4 + 1e-8);
    if (longest == 0)
      ++points;
    else if (twice == 0)
      ++segments;
    else if (twice < 1e-9 * longest)
      ++slivers;
  }
  EXPECT_NEAR(points, 200, 60);
  EXPECT_NEAR(segments, 200, 60);
  EXPECT_NEAR(slivers, 400, 80);
  const MeshTopology topology = MeshTopology::of(mesh);
  EXPECT_FALSE(topology.closed);
  u32 shared = 0;
  for (const auto& edge : topology.edges) shared += edge.uses > 1;
  EXPECT_GT(shared, 3 * 100u) << "duplicates share their three edges";

  generate::Soup good;
  good.point = good.segment = good.sliver = good.duplicate = 0;
  const Mesh clean = generate::soup(random, 500, good);
  for (u32 i = 0; i < clean.size(); ++i) EXPECT_GT(length(area_vector(clean.triangle(i))), 1e-8);
}

TEST(Generate, SameBitsEachTime) {
  EXPECT_TRUE(same_bits(generate::sphere(1, 5000), generate::sphere(1, 5000)));
  EXPECT_TRUE(same_bits(generate::torus(2, 1, 40, 20), generate::torus(2, 1, 40, 20)));
  Random a(3), b(3), c(4);
  const Mesh soup = generate::soup(a, 300);
  EXPECT_TRUE(same_bits(soup, generate::soup(b, 300)));
  EXPECT_FALSE(same_bits(soup, generate::soup(c, 300)));
}

}  // namespace
}  // namespace apart
