// What the cells of a grid say about nearest triangles, beside all triangles, and streams of points that use them
// beside searches of the tree.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/nearest_in_cells.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/triangles/point.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace leaf_cells_test {

using queries::LeafCells;
using queries::NearestInCells;

constexpr double kFactor = 1 + 0x1p-44;  // as closest() has it
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Squares of very different sizes, the largest a million times as wide as the smallest, and a long needle.
Mesh uneven() {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (double size = 1; size > 1e-6; size /= 3) {
    const auto n = static_cast<u32>(vertices.size());
    const Vec3d at{2 * size, 0, 0.1 * size};
    vertices.insert(vertices.end(),
                    {at, at + Vec3d{size, 0, 0}, at + Vec3d{size, size, 0.2 * size}, at + Vec3d{0, size, 0}});
    faces.push_back({n, n + 1, n + 2}), faces.push_back({n, n + 2, n + 3});
  }
  const auto n = static_cast<u32>(vertices.size());
  vertices.insert(vertices.end(), {{-5, -5, -5}, {5, 5, 5}, {5, 5, 5 + 1e-9}});
  faces.push_back({n, n + 1, n + 2});
  return Mesh::make(vertices, faces).value();
}
// Every triangle many times, so that no cell tells them apart.
Mesh repeated(const Mesh& mesh, int times) {
  std::vector<Face> faces;
  for (int k = 0; k < times; ++k) faces.insert(faces.end(), mesh.faces().begin(), mesh.faces().end());
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}
// A diagonal wall of large triangles before a fine ball.
Mesh wall_and_ball() {
  const Mesh wall = Mesh::make({{-3, -3, -2}, {3, -3, 2}, {3, 3, 2.5}, {-3, 3, -2}}, {{0, 1, 2}, {0, 2, 3}}).value();
  const Mesh parts[] = {wall, generate::sphere(0.5, 3000)};
  return joined(parts);
}

std::vector<Mesh> meshes() {
  Random random(1);
  const Mesh plate = scaled(generate::box({1, 1, 1}), Vec3d{1, 1, 1e-3});
  const Mesh plates[] = {plate, placed(plate, Pose::shift({0.2, 0.1, 2e-3}))};
  return {generate::wrinkled_torus(3000), generate::sphere(1, 500), generate::box({1, 2, 3}),
          placed(generate::box({1, 1, 1}), random.pose(1)), generate::gear({}), generate::soup(random, 300),
          generate::height_field({2, 2, 0.5}, 20, 20), joined(plates), uneven(), wall_and_ball(),
          repeated(generate::sphere(1, 60), 40), Mesh::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).value(),
          Mesh::make({{1, 2, 3}}, {{0, 0, 0}}).value(),
          // Slivers and degenerate triangles.
          Mesh::make({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}, {0.3, 0, 0}, {1, 1e-15, 1e-15}, {-1, 0.25, 1}},
                     {{0, 1, 2}, {0, 1, 3}, {0, 4, 1}, {5, 5, 2}, {5, 4, 2}})
              .value()};
}

// On the surface, on its edges and vertices, and at any distance from it.
Vec3d beside(const Mesh& mesh, double size, Random& random) {
  const Triangle t = mesh.triangle(random.below(mesh.size()));
  if (random.chance(0.1)) return t[static_cast<int>(random.below(3))];
  if (random.chance(0.1)) return 0.5 * (t.a + t.b);
  const double s = random.uniform(), r = random.uniform() * (1 - s);
  const Vec3d on = t.a + s * (t.b - t.a) + r * (t.c - t.a);
  return on + size * std::pow(10, random.uniform(-9, random.chance(0.1) ? 6 : 0)) * random.direction();
}

struct Finder {
  std::vector<std::vector<u32>> candidates;
  std::vector<int> calls;

  void prefetch(u32) {}
  void found(u32 number, std::span<const u32> some) {
    candidates[number].assign(some.begin(), some.end()), ++calls[number];
  }
  void open(u32 number) { ++calls[number]; }
};

void expect_the_same(const ClosestPoint& a, const ClosestPoint& b) {
  ASSERT_EQ(a.status, b.status);
  ASSERT_EQ(a.distance, b.distance);
  ASSERT_EQ(a.point, b.point);
  ASSERT_EQ(a.normal, b.normal);
  ASSERT_EQ(a.weights, b.weights);
  ASSERT_EQ(a.element, b.element);
}

TEST(LeafCells, HoldTheNearestOfAllTriangles) {
  Random random(2);
  testing::Outcomes told("points of which the cells tell", 0.1);
  for (const Mesh& mesh : meshes())
    for (const double scale : {1e-15, 1.0, 1e12})
      for (const double far : {0.0, 1e3, 1e9}) {
        const Mesh moved = scaled(placed(mesh, Pose::shift(far * Vec3d{1, -0.7, 0.3})), scale);
        const Result<Model> model = Model::make(moved, {.leaf_size = random.chance(0.5) ? 4u : 30u});
        if (!model) continue;
        const BoxTree& tree = model->boxes();
        const LeafCells cells(tree);
        if (cells.empty()) continue;
        const double size = model->tree().frame.radius;
        std::vector<Vec3d> points;
        std::vector<u32> numbers;
        for (u32 k = 0; k < static_cast<u32>(testing::cases(60, 3000)); ++k)
          points.push_back(beside(moved, size, random)), numbers.push_back(k);
        points.push_back({std::nan(""), 0, 0}), numbers.push_back(static_cast<u32>(numbers.size()));
        points.push_back({0, kInfinity, 0}), numbers.push_back(static_cast<u32>(numbers.size()));
        const double limit = random.chance(0.5) ? kInfinity : 1e-4 * size * size;
        Finder finder{std::vector<std::vector<u32>>(points.size()), std::vector<int>(points.size(), 0)};
        NearestInCells(tree, cells, points, kFactor, limit).run(numbers, finder);
        for (const u32 k : numbers) {
          ASSERT_EQ(finder.calls[k], 1);
          const std::vector<u32>& some = finder.candidates[k];
          told.saw(!some.empty());
          if (some.empty()) continue;
          double least = kInfinity;
          std::vector<double> squared;
          for (u32 i = 0; i < moved.size(); ++i) {
            squared.push_back(closest_on_triangle(points[k], moved.triangle(i)).squared);
            least = std::min(least, squared.back());
          }
          ASSERT_LE(least, limit);
          std::vector<bool> listed(moved.size(), false);
          for (const u32 index : some) listed[tree.blocks[index / 4].items[index % 4].primitive()] = true;
          for (u32 i = 0; i < moved.size(); ++i) ASSERT_TRUE(listed[i] || squared[i] > least * kFactor);
        }
      }
}

TEST(LeafCells, StreamsHaveTheBitsOfSingleSearches) {
  Random random(3);
  testing::Outcomes used("models with cells", 0.1);  // none: a point, and triangles that no cell tells apart
  for (const Mesh& mesh : meshes())
    for (const double scale : {1e-9, 1.0, 1e15}) {
      const Result<Model> model = Model::make(scaled(placed(mesh, random.pose(2)), scale));
      if (!model) continue;
      const double size = model->tree().frame.radius;
      std::vector<Vec3d> points;
      const int count = testing::cases(100, 5000) + static_cast<int>(mesh.size()) / 2;
      for (int k = 0; k < count; ++k) points.push_back(beside(model->mesh(), size, random));
      points[3] = {kInfinity, 0, 0};
      for (const ClosestOptions& options :
           {ClosestOptions{}, ClosestOptions{.max = 1e-3 * size}, ClosestOptions{.solid = model->closed()}}) {
        std::vector<ClosestPoint> single;
        for (const Vec3d p : points) single.push_back(closest(*model, p, options));
        for (const LaneWidth width : kLaneWidths) {
          use_lanes(width);
          const Batch<ClosestPoint> all = closest(*model, points, options, {.threads = 1});
          for (std::size_t i = 0; i < points.size(); ++i)
            ASSERT_NO_FATAL_FAILURE(expect_the_same(all.answers[i], single[i])) << mesh.size() << " triangles";
        }
        use_lanes(std::nullopt);
      }
      used.saw(LeafCells::of(*model, 0) != nullptr);
    }
}

// A distance that is the maximum, to rounding, is within it or not by the same test.
TEST(LeafCells, AtTheMaximum) {
  Random random(4);
  const Model model = Model::make(generate::wrinkled_torus(3000)).value();
  std::vector<Vec3d> points;
  for (int k = 0; k < 300; ++k) points.push_back(beside(model.mesh(), 1e-2, random));
  testing::Outcomes within("within the maximum");
  for (int k = 0; k < 30; ++k) {
    const double at = closest(model, points[random.below(300)]).distance;
    for (const double max : {at, std::nextafter(at, 0.0), at * (1 + 0x1p-45), at * (1 - 0x1p-45)}) {
      const Batch<ClosestPoint> all = closest(model, points, {.max = max});
      for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_NO_FATAL_FAILURE(expect_the_same(all.answers[i], closest(model, points[i], {.max = max})));
        within.saw(all.answers[i].has_point());
      }
    }
  }
}

TEST(LeafCells, MostPointsBesideASurface) {
  Random random(5);
  const Model model = Model::make(generate::wrinkled_torus(20000)).value();
  const LeafCells cells(model.boxes());
  std::vector<Vec3d> points;
  std::vector<u32> numbers;
  for (u32 k = 0; k < 2000; ++k) {
    const Triangle t = model.mesh().triangle(random.below(model.mesh().size()));
    points.push_back((t.a + t.b + t.c) / 3 + 5e-3 * random.in_ball()), numbers.push_back(k);
  }
  Finder finder{std::vector<std::vector<u32>>(points.size()), std::vector<int>(points.size(), 0)};
  NearestInCells(model.boxes(), cells, points, kFactor, kInfinity).run(numbers, finder);
  std::size_t told = 0;
  for (const auto& some : finder.candidates) told += some.size() == 1;
  EXPECT_GT(told, points.size() * 9 / 10);
}

// As leaf_cells.hpp says.
TEST(LeafCells, TakeNoMoreMemoryThanTheyMay) {
  for (const Mesh& mesh : meshes())
    for (const u32 leaf_size : {1u, 4u, 128u}) {
      const Model model = Model::make(mesh, {.leaf_size = leaf_size}).value();
      const BoxTree& tree = model.boxes();
      std::size_t leaves = 0;
      for (const TriangleBlock& block : tree.blocks) leaves += block.items[3].last();
      EXPECT_LE(LeafCells(tree).bytes(), LeafCells::kMostBytes * leaves + 40000) << mesh.size() << " triangles";
    }
  const Model even = Model::make(generate::wrinkled_torus(20000)).value();
  EXPECT_LE(LeafCells(even.boxes()).bytes(), 60u * even.mesh().size());
}

TEST(LeafCells, FewPointsDoNotPayForThem) {
  const Model model = Model::make(generate::wrinkled_torus(20000)).value();
  EXPECT_EQ(LeafCells::of(model, 5000), nullptr);
  EXPECT_EQ(LeafCells::of(model, 4900), nullptr);
  const LeafCells* const cells = LeafCells::of(model, 100);
  ASSERT_NE(cells, nullptr);
  EXPECT_EQ(LeafCells::of(model, 1), cells);
  EXPECT_EQ(LeafCells::of(model.fresh(), 1), nullptr);
  const Model small = Model::make(generate::box({1, 1, 1})).value();
  EXPECT_EQ(LeafCells::of(small, 10), nullptr);
  EXPECT_NE(LeafCells::of(small, 100), nullptr);
}

}  // namespace leaf_cells_test
}  // namespace apart
