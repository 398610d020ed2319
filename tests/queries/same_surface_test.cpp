// Copies are found, whatever their numbering; merely similar surfaces are not.
#include <apart/base/relative.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/same_surface.hpp>
#include <numbers>
#include <numeric>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace same_surface_test {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }

// The same triangles in another order, from vertices in another order, each face begun at another corner.
Mesh renumbered(const Mesh& mesh, Random& random) {
  std::vector<u32> order(mesh.vertices().size());
  std::iota(order.begin(), order.end(), u32(0));
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(static_cast<u32>(i))]);
  std::vector<Vec3d> vertices(order.size());
  for (u32 v = 0; v < order.size(); ++v) vertices[order[v]] = mesh.vertices()[v];
  std::vector<Face> faces;
  for (const Face& f : mesh.faces()) {
    const u32 first = random.below(3);
    faces.push_back({order[f[first]], order[f[(first + 1) % 3]], order[f[(first + 2) % 3]]});
  }
  for (std::size_t i = faces.size(); i > 1; --i) std::swap(faces[i - 1], faces[random.below(static_cast<u32>(i))]);
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}

Mesh jittered(const Mesh& mesh, double by, Random& random) {
  std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& v : vertices) v += by * random.direction();
  return Mesh::make(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}).value();
}

Pose turned(Vec3d axis, double angle, Vec3d at = {}) {
  const double half = angle / 2;
  const Vec3d v = std::sin(half) * axis;
  return Pose::from_quaternion(std::cos(half), v.x, v.y, v.z, at).value();
}

bool both_ways(const Model& a, const Pose& at, const Model& b, double tolerance) {
  const bool one = same_surface(a, at, b, tolerance);
  EXPECT_EQ(same_surface(b, inverse(at), a, tolerance), one);
  return one;
}

TEST(SameSurface, Copies) {
  Random random(5);
  const Mesh shapes[] = {generate::box({1, 2, 3}), generate::sphere(1, 200), generate::gear({.teeth = 10}),
                         generate::cup(600), generate::height_field({3, 3, 0.5}, 9, 9)};
  for (const Mesh& mesh : shapes) {
    const Model a = model(mesh);
    const double size = a.tree().frame.radius, tolerance = 1e-6 * size;
    EXPECT_TRUE(both_ways(a, {}, a, 0));
    EXPECT_TRUE(both_ways(a, {}, model(renumbered(mesh, random)), 0));
    EXPECT_TRUE(both_ways(a, {}, model(jittered(renumbered(mesh, random), 0.9 * tolerance, random)), tolerance));
    EXPECT_FALSE(both_ways(a, {}, model(jittered(mesh, 30 * tolerance, random)), tolerance));
    // Moved by less, and by more.
    EXPECT_TRUE(both_ways(a, Pose::shift(0.9 * tolerance * random.direction()), a, tolerance));
    EXPECT_FALSE(both_ways(a, Pose::shift({0, 0, 3 * tolerance}), a, tolerance));
    // The same triangles, drawn about another origin and turned, placed where the first stands, far away.
    const Pose other{random.rotation(), {100, -20, 7}}, site{random.rotation(), {1e5, 2e5, 0}};
    const Model drawn = model(placed(mesh, other));
    EXPECT_TRUE(both_ways(a, relative(site, site * inverse(other)), drawn, 1e-6 * size));
    // Scaled a little, and one vertex pulled out a little.
    EXPECT_FALSE(both_ways(a, {}, model(scaled(mesh, 1 + 1e-4)), tolerance));
    std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
    vertices[mesh.faces()[0][0]] += 1e-3 * size * random.direction();
    EXPECT_FALSE(
        both_ways(a, {}, model(Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value()), tolerance));
  }
}

TEST(SameSurface, TurnedByASymmetry) {
  const double quarter = std::numbers::pi / 2;
  // A quarter of a turn gives the cube's faces other diagonals: the same surface all the same.
  const Model cube = model(generate::box({2, 2, 2})), brick = model(generate::box({2, 2, 3}));
  EXPECT_TRUE(both_ways(cube, turned({0, 0, 1}, quarter), cube, 1e-6));
  EXPECT_TRUE(both_ways(cube, turned({1, 0, 0}, 2 * quarter), cube, 1e-6));
  EXPECT_TRUE(both_ways(brick, turned({0, 0, 1}, quarter), brick, 1e-6));
  EXPECT_FALSE(both_ways(brick, turned({1, 0, 0}, quarter), brick, 1e-6));
  EXPECT_FALSE(both_ways(cube, turned({0, 0, 1}, quarter / 2), cube, 1e-6));
  // Other triangles of the same faces.
  EXPECT_TRUE(both_ways(cube, {}, model(generate::rounded_box({2, 2, 2}, 0, 5)), 1e-6));
  const Model wheel = model(generate::gear({.teeth = 12}));
  EXPECT_TRUE(both_ways(wheel, turned({0, 0, 1}, 4 * quarter / 12), wheel, 1e-4));
  EXPECT_FALSE(both_ways(wheel, turned({0, 0, 1}, 2 * quarter / 12), wheel, 1e-4));  // half a tooth
}

TEST(SameSurface, Mirrored) {
  // Symmetric: its mirror image is the same surface. With a corner cut off it is not, though its box is.
  const Mesh cube = generate::box({2, 2, 2});
  EXPECT_TRUE(both_ways(model(cube), {}, model(scaled(cube, Vec3d{-1, 1, 1})), 1e-6));
  const Mesh peg = generate::spiral_peg(800);  // winds one way
  EXPECT_FALSE(both_ways(model(peg), {}, model(scaled(peg, Vec3d{-1, 1, 1})), 1e-6));
}

TEST(SameSurface, TheSameVerticesAreNotEnough) {
  // Four corners not in one plane, joined along one diagonal or the other.
  const std::vector<Vec3d> corners{{0, 0, 0}, {1, 0, 0.2}, {1, 1, 0}, {0, 1, 0.2}};
  const Model one = model(Mesh::make(corners, {{0, 1, 2}, {0, 2, 3}}).value());
  const Model other = model(Mesh::make(corners, {{0, 1, 3}, {1, 2, 3}}).value());
  EXPECT_FALSE(both_ways(one, {}, other, 1e-6));
  // A sheet with a hole in its left half, and one with a hole in its right half: all vertices lie on both.
  const auto sheet = [](double x) {  // a square of side 10 with a square hole at (x, 0)
    std::vector<Vec3d> v;
    for (double size : {5.0, 0.5})
      for (const Vec3d& c : {Vec3d{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}})
        v.push_back(size * c + (size < 1 ? Vec3d{x, 0, 0} : Vec3d{}));
    std::vector<Face> f;
    for (u32 k = 0; k < 4; ++k) {
      const u32 next = (k + 1) % 4;
      f.push_back({k, next, 4 + k}), f.push_back({next, 4 + next, 4 + k});
    }
    return model(Mesh::make(v, f).value());
  };
  EXPECT_TRUE(both_ways(sheet(-2), {}, sheet(-2), 1e-6));
  EXPECT_FALSE(both_ways(sheet(-2), {}, sheet(2), 1e-6));
  const Model whole =
      model(Mesh::make({{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {{0, 1, 2}, {0, 2, 3}}).value());
  EXPECT_FALSE(both_ways(sheet(2), {}, whole, 1e-6));
}

TEST(SameSurface, OfNothing) {
  EXPECT_FALSE(same_surface(model(Mesh{}), {}, model(Mesh{}), 1));
  EXPECT_FALSE(same_surface(model(generate::box({1, 1, 1})), {}, model(Mesh{}), 1));
}

}  // namespace same_surface_test
}  // namespace apart
