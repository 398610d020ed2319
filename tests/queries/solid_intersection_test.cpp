// The solid that two closed meshes share: known answers, degenerate positions, random ones against slow twins.
#include <apart/queries/containment.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <map>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace solid_intersection_test {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }
Mesh box_mesh(Vec3d low, Vec3d high) { return placed(generate::box(high - low), Pose::shift(0.5 * (low + high))); }
Model box(Vec3d low, Vec3d high) { return model(box_mesh(low, high)); }
double volume_of(const Model& m) { return mass(m.mesh()).volume; }

Mesh reversed(const Mesh& mesh) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (Face& f : faces) std::swap(f[0], f[1]);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, std::move(faces)).value();
}

// What holds for every exact answer.
SolidIntersection sound(const Model& a, const Pose& at, const Model& b) {
  SolidIntersection out = solid_intersection(a, at, b);
  EXPECT_EQ(out.status, Status::exact);
  EXPECT_LE(out.at_least, out.volume);
  EXPECT_LE(out.volume, out.at_most);
  EXPECT_LE(out.volume, lesser(std::abs(volume_of(a)), std::abs(volume_of(b))) * (1 + 1e-9));
  if (out.solid.empty()) {
    EXPECT_EQ(out.volume, 0);
    EXPECT_NEAR(out.area, 0, 1e-300);
  } else {
    EXPECT_TRUE(MeshTopology::of(out.solid).solid());
    EXPECT_NEAR(mass(out.solid).volume, out.volume, out.at_most - out.at_least + 1e-9 * out.volume);
    EXPECT_NEAR(mass(out.solid).area, out.area, 1e-9 * out.area);  // no triangle is folded over another
  }
  return out;
}

void expect(const Model& a, const Pose& at, const Model& b, double volume, double area, double unit = 1) {
  for (const SolidIntersection& found : {sound(a, at, b), sound(b, inverse(at), a)}) {
    EXPECT_LE(found.at_least, volume * (1 + 1e-15) + 1e-15 * unit * unit * unit);
    EXPECT_GE(found.at_most, volume * (1 - 1e-15) - 1e-15 * unit * unit * unit);
    EXPECT_NEAR(found.volume, volume, 1e-12 * volume);
    EXPECT_NEAR(found.area, area, 1e-12 * area);
    EXPECT_NEAR(mass(found.solid).area, area, 1e-12 * area);
  }
}

TEST(SolidIntersection, OfBoxesIsKnown) {
  for (double scale : {1.0, 0x1p-20, 0x1p20})
    for (double off : {0.0, 1e6}) {
      const auto make = [&](Vec3d low, Vec3d high) {
        const Vec3d far{off, off, off};
        return box(scale * (low + far), scale * (high + far));
      };
      const auto check = [&](const Model& a, const Model& b, double volume, double area) {
        expect(a, {}, b, volume * scale * scale * scale, area * scale * scale, scale);
      };
      const Model unit = make({0, 0, 0}, {1, 1, 1});
      check(unit, make({0.5, 0.25, 0.125}, {2, 2, 2}), 0.5 * 0.75 * 0.875, 2 * (0.375 + 0.4375 + 0.65625));
      check(unit, unit, 1, 6);                                    // identical
      check(unit, make({0.5, 0, 0}, {1.5, 1, 1}), 0.5, 4);        // four sides flush
      check(unit, make({0, 0, 0}, {0.5, 0.5, 0.5}), 0.125, 1.5);  // in a corner
      check(unit, make({0.25, 0.25, 0.25}, {0.5, 0.5, 0.5}), 1 / 64., 6 / 16.);
      check(unit, make({-1, 0.25, 0.25}, {2, 0.5, 0.5}), 1 / 16., 2 / 16. + 1);  // a bar through it
      check(unit, make({1, 0, 0}, {2, 1, 1}), 0, 0);                             // back to back
      check(unit, make({1, 0.25, 0.5}, {2, 3, 4}), 0, 0);
      check(unit, make({1, 1, 0}, {2, 2, 1}), 0, 0);  // an edge
      check(unit, make({1, 1, 1}, {2, 2, 2}), 0, 0);  // a vertex
      check(unit, make({3, 0, 0}, {4, 1, 1}), 0, 0);
      // Aligned walls that overlap by 50 with coplanar sides, one nudged by 2, abutting, and apart.
      const Model wall = make({0, 0, 0}, {4000, 200, 2700});
      check(wall, make({3950, 0, 0}, {8000, 200, 2700}), 50. * 200 * 2700, 2 * (50. * 200 + 200. * 2700 + 2700. * 50));
      check(wall, make({3950, 2, 0}, {8000, 202, 2700}), 50. * 198 * 2700, 2 * (50. * 198 + 198. * 2700 + 2700. * 50));
      check(wall, make({4000, 0, 0}, {8000, 200, 2700}), 0, 0);
      check(wall, make({4050, 0, 0}, {8000, 200, 2700}), 0, 0);
    }
}

TEST(SolidIntersection, OfPartsThatOverlapIsThatOfOneSolid) {
  const Model all = box({-5, -5, -5}, {5, 5, 5}), half = box({0, -9, -9}, {9, 9, 9});
  const auto together = [](std::vector<Mesh> meshes) { return model(joined(meshes)); };
  const Mesh big = generate::box({4, 4, 4}), small = generate::box({2, 2, 2});
  const Model pair = together({small, placed(small, Pose::shift({1, 1, 1}))});
  expect(all, {}, pair, 15, 42);
  expect(pair, {}, pair, 15, 42);
  expect(half, {}, pair, 4 + 8 - 1, 16 + 24 - 6);
  expect(all, {}, together({big, small}), 64, 96);                                    // one inside the other
  expect(all, {}, together({small, placed(small, Pose::shift({2, 0, 0}))}), 16, 40);  // back to back
  const Model shell = together({big, reversed(small)});
  expect(all, {}, shell, 56, 120);
  expect(half, {}, shell, 28, 16 + 4 * 8 + 16 - 4 + 4 + 8 + 0.0);
  expect(shell, {}, box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), 0, 0);  // in the hole
  expect(shell, {}, model(small), 0, 0);                              // fills the hole
  expect(all, {}, model(reversed(small)), 8, 24);                     // inside out
}

TEST(SolidIntersection, OfASurfaceThatCrossesItselfHasHonestBounds) {
  // A box with one corner pulled through the opposite side.
  const Mesh good = generate::box({2, 2, 2});
  std::vector<Vec3d> vertices(good.vertices().begin(), good.vertices().end());
  for (Vec3d& v : vertices)
    if (v == Vec3d{1, 1, 1}) v = {0.2, 0.3, -3};
  const Model crossing = model(Mesh::make(vertices, {good.faces().begin(), good.faces().end()}).value());
  const SolidIntersection found = solid_intersection(box({-5, -5, -5}, {5, 5, 5}), crossing);
  EXPECT_EQ(found.status, Status::within_error);
  EXPECT_EQ(found.at_least, 0);
  EXPECT_DOUBLE_EQ(found.at_most, 2 * 2 * 4);  // its box
  EXPECT_LE(found.volume, found.at_most);
}

// A set of cells of a grid as a closed mesh: everything is coplanar, and edges and vertices touch.
using Cell = std::array<int, 3>;
Mesh voxels(const std::set<Cell>& cells) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  std::map<Cell, u32> number;
  const auto at = [&](const Cell& p) {
    const auto [there, is_new] = number.try_emplace(p, static_cast<u32>(vertices.size()));
    if (is_new) vertices.push_back({double(p[0]), double(p[1]), double(p[2])});
    return there->second;
  };
  for (const Cell& cell : cells)
    for (std::size_t k = 0; k < 3; ++k)
      for (int side = 0; side < 2; ++side) {
        Cell beside = cell, p = cell;
        beside[k] += side ? 1 : -1, p[k] += side;
        if (cells.contains(beside)) continue;
        Cell q = p, r = p, s = p;
        ++q[(k + 1) % 3], ++r[(k + 1) % 3], ++r[(k + 2) % 3], ++s[(k + 2) % 3];
        const bool other_diagonal = (cell[0] + cell[1] + cell[2]) % 2;
        Face f = other_diagonal ? Face{at(p), at(q), at(r)} : Face{at(p), at(q), at(s)};
        Face g = other_diagonal ? Face{at(p), at(r), at(s)} : Face{at(q), at(r), at(s)};
        if (!side) std::swap(f[1], f[2]), std::swap(g[1], g[2]);
        faces.push_back(f), faces.push_back(g);
      }
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}

TEST(SolidIntersection, OfCellsOfAGridIsCounted) {
  Random random(7);
  testing::Outcomes shares("pairs that share volume");
  for (int k = 0; k < testing::cases(150, 5000); ++k) {
    std::set<Cell> cells[2];
    const int n = 2 + static_cast<int>(random.below(testing::nightly() ? 3 : 2));
    const double filled = random.uniform(0.1, 0.9);
    for (std::set<Cell>& set : cells)
      for (int c = 0; c < n * n * n; ++c)
        if (random.chance(filled)) set.insert({c % n, c / n % n, c / n / n});
    if (cells[0].empty() || cells[1].empty()) continue;
    const auto halves = [&] { return static_cast<int>(random.below(9)) - 4; };
    const Cell shift{halves(), halves(), halves()};
    const auto halved = [](const std::set<Cell>& set, const Cell& by) {
      std::set<Cell> out;
      for (const Cell& c : set)
        for (int part = 0; part < 8; ++part)
          out.insert({2 * c[0] + part % 2 + by[0], 2 * c[1] + part / 2 % 2 + by[1], 2 * c[2] + part / 4 + by[2]});
      return out;
    };
    const std::set<Cell> of_a = halved(cells[0], {}), of_b = halved(cells[1], shift);
    std::set<Cell> both;
    for (const Cell& c : of_a)
      if (of_b.contains(c)) both.insert(c);
    int sides = 0;
    for (const Cell& c : both)
      for (std::size_t side = 0; side < 6; ++side) {
        Cell beside = c;
        beside[side % 3] += side < 3 ? 1 : -1;
        sides += !both.contains(beside);
      }
    const Pose at = Pose::shift(0.5 * Vec3d{double(shift[0]), double(shift[1]), double(shift[2])});
    const SolidIntersection found = solid_intersection(model(voxels(cells[0])), at, model(voxels(cells[1])));
    ASSERT_EQ(found.status, Status::exact) << k;
    ASSERT_NEAR(found.volume, double(both.size()) / 8, 1e-12) << k;
    ASSERT_NEAR(found.area, sides / 4., 1e-12) << k;
    shares.saw(!both.empty());
  }
}

// Slow twin for boxes: one clipped by the planes of the other; each cap closes what the clip opened.
double clipped_volume(const Mesh& a, const Pose& at, Vec3d half) {
  std::vector<std::vector<Vec3d>> polygons;
  for (u32 i = 0; i < a.size(); ++i) polygons.push_back({a.triangle(i).a, a.triangle(i).b, a.triangle(i).c});
  for (int side = 0; side < 6; ++side) {
    Vec3d axis;
    axis[side % 3] = side < 3 ? 1 : -1;
    const Vec3d n = at.rotate(axis), on = at * (half[side % 3] * axis);
    std::vector<std::vector<Vec3d>> kept;
    std::vector<std::array<Vec3d, 2>> rim;
    for (const std::vector<Vec3d>& polygon : polygons) {
      std::vector<Vec3d> out, cut;
      for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec3d p = polygon[k], q = polygon[(k + 1) % polygon.size()];
        const double at_p = dot(n, p - on), at_q = dot(n, q - on);
        if (at_p <= 0) out.push_back(p);
        if ((at_p <= 0) != (at_q <= 0)) out.push_back(p + at_p / (at_p - at_q) * (q - p)), cut.push_back(out.back());
      }
      if (out.size() > 2) kept.push_back(out);
      if (cut.size() == 2) rim.push_back({cut[0], cut[1]});
    }
    for (const auto& [p, q] : rim) {  // a fan, each triangle turned outward
      std::vector<Vec3d> cap{rim[0][0], p, q};
      if (dot(cross(cap[1] - cap[0], cap[2] - cap[0]), n) < 0) std::swap(cap[1], cap[2]);
      kept.push_back(cap);
    }
    polygons = std::move(kept);
  }
  double six = 0;
  for (const std::vector<Vec3d>& p : polygons)
    for (std::size_t k = 2; k < p.size(); ++k) six += dot(p[0], cross(p[k - 1], p[k]));
  return six / 6;
}

TEST(SolidIntersection, OfConvexSolidsIsThatOfClipping) {
  Random random(5);
  testing::Outcomes shares("boxes that share volume");
  for (int k = 0; k < testing::cases(300, 5000); ++k) {
    const Vec3d one = Vec3d{1.1, 1.1, 1.1} + random.in_box(1), other = Vec3d{1.1, 1.1, 1.1} + random.in_box(1);
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Model a = model(generate::box(scale * one)), b = model(generate::box(scale * other));
    const Pose at{random.rotation(), scale * 2 * random.in_ball()};
    const double truth = clipped_volume(a.mesh(), at, 0.5 * scale * other);
    const SolidIntersection found = sound(a, at, b);
    EXPECT_NEAR(found.volume, truth, 1e-12 * scale * scale * scale);
    EXPECT_NEAR(solid_intersection(b, inverse(at), a).volume, truth, 1e-12 * scale * scale * scale);
    shares.saw(truth > 0);
  }
}

TEST(SolidIntersection, OfSpheresApproachesTheLens) {
  const Pose at = Pose::shift({0.9, 0.5, 0.3});
  const double d = length(at.translation), pi = 3.14159265358979;
  const double lens = pi * (2 - d) * (2 - d) * (d * d + 4 * d) / (12 * d), surface = 2 * 2 * pi * (1 - d / 2);
  double last = 1;
  for (u32 n : {80u, 1000u, 12000u}) {
    const Model sphere = model(generate::sphere(1, n));
    const SolidIntersection found = sound(sphere, at, sphere);
    const double missing = (lens - found.volume) / lens;
    EXPECT_GT(missing, 0);
    EXPECT_LT(missing, 40. / n);  // falls with the square of the edges
    EXPECT_LT(missing, last);
    EXPECT_NEAR(found.area, surface, 40. / n * surface);
    last = missing;
  }
}

TEST(SolidIntersection, OfTheSameSurfaceIsTheWholeSolid) {
  const std::vector<Mesh> meshes{
      generate::torus(1, 0.4, 24, 12), generate::sphere(0.7, 300),
      generate::gear({.teeth = 8, .module = 0.2, .width = 0.4, .bore = 0.3, .backlash = 0.05})};
  const Pose far{Random(2).rotation(), {1e6, -1e6, 1e6}};
  for (const Mesh& mesh : meshes)
    for (const Model& m : {model(mesh), model(placed(mesh, far))}) {
      const Mass truth = mass(m.mesh());
      const SolidIntersection found = sound(m, {}, m);
      EXPECT_NEAR(found.volume, truth.volume, 1e-12 * truth.volume);
      EXPECT_NEAR(found.area, truth.area, 1e-12 * truth.area);
      EXPECT_EQ(found.solid.size(), m.mesh().size());
    }
}

TEST(SolidIntersection, OfRandomPairsAgreesWithPointsInside) {
  Random random(3);
  testing::Outcomes shares("pairs that share volume", 0.1);
  const std::vector<Model> models{
      model(generate::torus(1, 0.4, 16, 9)), model(generate::sphere(0.8, 120)),
      model(generate::gear({.teeth = 8, .module = 0.2, .width = 0.4, .bore = 0.3, .backlash = 0.05})),
      model(generate::rounded_box({1.5, 1, 0.5}, 0.2, 3))};
  for (int k = 0; k < testing::cases(testing::unless_sanitized(40, 10), 600); ++k) {
    const Model &a = models[random.below(4)], &b = models[random.below(4)];
    const bool on_grid = random.chance(0.3);
    const Pose at{on_grid ? Mat3d{} : random.rotation(),
                  on_grid ? Vec3d{0.25 * random.below(5), 0, 0.25 * random.below(3)} : 1.6 * random.in_ball()};
    const SolidIntersection found = sound(a, at, b);
    const double back = sound(b, inverse(at), a).volume;
    EXPECT_NEAR(back, found.volume, 1e-12);
    shares.saw(found.volume > 0);
    if (found.volume == 0) continue;
    // Points of the result's box: each is in the result as often as in both.
    const Model result = model(found.solid);
    int wrong = 0;
    Bounds box;
    for (Vec3d v : found.solid.vertices()) box.add(v);
    for (int p = 0; p < 40; ++p) {
      const Vec3d half = 0.55 * box.size(), r = random.in_box(1);
      const Vec3d point = box.centre() + Vec3d{half.x * r.x, half.y * r.y, half.z * r.z};
      wrong += inside(result, point) != (inside(a, point) && inside(b, inverse(at) * point));
    }
    EXPECT_EQ(wrong, 0) << k;
  }
}

TEST(SolidIntersection, OfSurfacesThatNearlyCoincide) {
  Random random(8);
  const std::vector<Model> models{model(generate::box({1, 1, 1})), model(generate::sphere(1, 200)),
                                  model(generate::torus(1, 0.4, 20, 10)),
                                  model(generate::rounded_box({1.5, 1, 0.5}, 0.2, 3))};
  for (int k = 0; k < testing::cases(60, 5000); ++k) {
    const Model& m = models[random.below(4)];
    const double angle = std::pow(10, random.uniform(-17, -3)), off = std::pow(10, random.uniform(-17, -3));
    const Vec3d axis = random.chance(0.3) ? Vec3d{} : angle * random.direction();
    const Vec3d shift = random.chance(0.3) ? Vec3d{} : off * random.direction();
    const Pose at = Pose::from_quaternion(1, axis.x, axis.y, axis.z, shift).value();
    const double volume = volume_of(m), found = sound(m, at, m).volume;
    EXPECT_LE(volume - found, 20 * (2 * length(axis) + length(shift)) + 1e-12) << k;
    EXPECT_NEAR(sound(m, inverse(at), m).volume, found, 1e-12) << k;
  }
}

TEST(SolidIntersection, OfMeshesWithDegenerateTriangles) {
  // The box's side with a flat triangle in its diagonal: three collinear corners, and two at one place.
  const Mesh plain = generate::box({2, 2, 2});
  std::vector<Vec3d> vertices(plain.vertices().begin(), plain.vertices().end());
  std::vector<Face> faces(plain.faces().begin(), plain.faces().end());
  const Face f = faces[0];
  const u32 middle = static_cast<u32>(vertices.size());
  vertices.push_back(0.5 * (vertices[f[0]] + vertices[f[1]]));
  faces[0] = {middle, f[1], f[2]};
  faces.push_back({f[0], middle, f[2]}), faces.push_back({f[0], f[1], middle}), faces.push_back({f[0], f[0], f[1]});
  const Model odd = model(Mesh::make(vertices, faces).value());
  ASSERT_TRUE(odd.closed());
  expect(odd, {}, odd, 8, 24);
  expect(odd, Pose::shift({1, 1, 1}), odd, 1, 6);
  expect(odd, Pose::shift({1, 0, 0}), model(plain), 4, 16);
  expect(odd, Pose::shift({2, 0, 0}), odd, 0, 0);
}

TEST(SolidIntersection, SeenFromTheWorld) {
  const Model a = box({0, 0, 0}, {4, 4, 1}), b = box({1, 1, 0.5}, {2, 2, 3});
  const Pose site{Mat3d{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, {100, 0, 0}};
  const SolidIntersection found = solid_intersection(a, site, b, site);
  EXPECT_DOUBLE_EQ(found.volume, 0.5);
  Bounds bounds;
  for (Vec3d v : found.solid.vertices()) bounds.add(v);
  EXPECT_EQ(bounds.low, (Vec3d{98, 1, 0.5}));
  EXPECT_EQ(bounds.high, (Vec3d{99, 2, 1}));
}

TEST(SolidIntersection, OfBadInput) {
  const Model unit = box({0, 0, 0}, {1, 1, 1});
  const Model open = model(Mesh::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).value());
  EXPECT_THROW(solid_intersection(unit, open), UsageError);
  EXPECT_THROW(solid_intersection(open, unit), UsageError);
  EXPECT_EQ(solid_intersection(unit, model(Mesh{})).status, Status::nothing);
  const SolidIntersection bad = solid_intersection(unit, Pose::shift({0, std::nan(""), 0}), unit);
  EXPECT_EQ(bad.status, Status::invalid);
  EXPECT_EQ(bad.at_most, Bounds::kInfinity);
}

}  // namespace solid_intersection_test
}  // namespace apart
