// What the cells of a grid say about winding numbers, beside exact crossings of a ray.
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/queries/winding_grid.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace winding_grid_test {

using queries::WindingGrid;

// A box whose faces are fans of needles, down to a millionth of a millionth as wide as long.
Mesh needles() {
  const Mesh box = generate::box({2, 1, 1});
  std::vector<Vec3d> vertices(box.vertices().begin(), box.vertices().end());
  std::vector<Face> faces;
  for (const Face& f : box.faces()) {
    Face rest = f;
    for (double share = 0.1; share > 1e-13; share *= 0.01) {
      const auto middle = static_cast<u32>(vertices.size());
      vertices.push_back(vertices[rest[0]] + share * (vertices[rest[1]] - vertices[rest[0]]) +
                         share * (vertices[rest[2]] - vertices[rest[0]]));
      faces.push_back({rest[1], rest[2], middle});
      faces.push_back({rest[2], rest[0], middle});
      rest = {rest[0], rest[1], middle};
    }
    faces.push_back(rest);
  }
  return Mesh::make(vertices, faces).value();
}

// At any distance from the surface, on either side.
Vec3d beside(const Mesh& mesh, double size, Random& random) {
  const Triangle t = mesh.triangle(random.below(mesh.size()));
  const double s = random.uniform(), r = random.uniform() * (1 - s);
  const Vec3d on = t.a + s * (t.b - t.a) + r * (t.c - t.a);
  return on + size * std::pow(10, random.uniform(-12, 0)) * random.direction();
}

TEST(WindingGrid, BesideTheSurface) {
  Random random(1);
  const Mesh ball = generate::sphere(1, 2000), box = generate::box({1, 1, 1});
  const Mesh shells[] = {ball, scaled(ball, 0.99), placed(scaled(ball, 0.5), Pose::shift({0.8, 0, 0}))};
  const Mesh crossing[] = {ball, placed(box, random.pose(0.5)), placed(box, random.pose(0.5))};
  const Mesh plates[] = {scaled(box, Vec3d{1, 1, 1e-3}),
                         placed(scaled(box, Vec3d{1, 1, 1e-3}), Pose::shift({0.2, 0.1, 2e-3}))};
  testing::Outcomes outcomes("points decided by their cells", 0.2);
  for (const Mesh& mesh :
       {ball, box, placed(box, random.pose(1)), joined(shells), joined(crossing), joined(plates), needles(),
        placed(needles(), random.pose(1)), generate::wrinkled_torus(20000), generate::gear({})})
    for (const Pose& at : {Pose{}, Pose::shift({1e6, -3e6, 2e5})})
      for (const double scale : {1e-6, 1.0, 1e6}) {
        const Model model = Model::make(scaled(placed(mesh, at), scale)).value();
        ASSERT_TRUE(model.topology().open_edges.empty());
        const double size = model.tree().frame.radius;
        std::vector<Vec3d> points;
        for (int k = 0; k < testing::cases(300, 20000); ++k) points.push_back(beside(model.mesh(), size, random));
        std::vector<std::optional<int>> decided(points.size()), by_rays(points.size());
        const WindingGrid& grid = WindingGrid::of(model);
        grid.of_cells(points, decided);
        grid.windings(model, points, by_rays);
        for (std::size_t i = 0; i < points.size(); ++i) {
          const WindingNumber truth = winding_number(model, points[i]);
          outcomes.saw(decided[i].has_value());
          if (decided[i]) {
            ASSERT_FALSE(truth.on_surface);
            ASSERT_EQ(*decided[i], truth.value);
          }
          if (by_rays[i]) {
            ASSERT_FALSE(truth.on_surface);
            ASSERT_EQ(*by_rays[i], truth.value);
          }
        }
      }
}

// Not only far from the surface: most points within a tenth of a cell need no ray.
TEST(WindingGrid, MostPointsNeedNoRay) {
  Random random(2);
  const Model model = Model::make(generate::sphere(1, 20000)).value();
  std::vector<Vec3d> points;
  for (int k = 0; k < 2000; ++k) {
    const Triangle t = model.mesh().triangle(random.below(model.mesh().size()));
    points.push_back((t.a + t.b + t.c) / 3 + 5e-3 * random.in_ball());
  }
  std::vector<std::optional<int>> decided(points.size());
  WindingGrid::of(model).of_cells(points, decided);
  std::size_t known = 0;
  for (const std::optional<int>& one : decided) known += one.has_value();
  EXPECT_GT(known, points.size() / 2);
}

}  // namespace winding_grid_test
}  // namespace apart
