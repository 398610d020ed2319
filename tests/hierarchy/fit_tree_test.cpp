// Volumes fitted in bulk are those fitted one by one, whatever the scale and the number of threads.
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/hierarchy/watched.hpp"

namespace apart {
namespace fit_tree_test {

using Boxes = Tree<Obb<float>>;

Mesh moved(const Mesh& mesh, double scale, Vec3d to) { return placed(scaled(mesh, scale), Pose::shift(to)); }

template <class V>
std::vector<Triangle> content_of(const Tree<V>& tree, const Mesh& mesh) {
  std::vector<Triangle> out;
  for (Item item : tree.order) {
    Triangle t = mesh.triangle(item.primitive());
    for (int k = 0; k < 3; ++k) t[k] -= tree.frame.centre;
    out.push_back(t);
  }
  return out;
}

// Each box is the one along its own axes, to the last bit, and all together are as tight as those of the reference,
// which fits them one by one. A single box may differ where spreads are equal and any axes will do.
void check(const Boxes& tree, const Mesh& mesh, double room) {
  ASSERT_EQ(problem(tree, mesh), "");
  const std::vector<Triangle> content = content_of(tree, mesh);
  const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
  double sum = 0, slow = 0;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const auto share = std::span<const Triangle>(content).subspan(ranges[n].begin, ranges[n].size());
    const Obb<float>& box = tree.volumes[n];
    const Obb<float> along = obb_along<float>(cast<double>(box.axes), corners(share));
    ASSERT_EQ(box.axes, along.axes);
    ASSERT_EQ(box.centre, along.centre) << n;
    ASSERT_EQ(box.half, along.half) << n;
    const Mat3d square = cast<double>(box.axes) * transposed(cast<double>(box.axes));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) ASSERT_NEAR(square(i, j), i == j, 1e-6) << n;
    sum += double(diameter(box)) * double(diameter(box)) + double(area(box));
    const Obb<float> twin = fit<Obb<float>>(share);
    slow += double(diameter(twin)) * double(diameter(twin)) + double(area(twin));
  }
  ASSERT_LE(sum, room * slow);
}

TEST(Dress, SmallSoupsAtAllScales) {
  Random random(1);
  for (u32 n = 0; n <= 100; ++n) {
    const Mesh soup = generate::soup(random, n);
    const double scale = n % 4 == 0 ? 1 : std::pow(10, random.uniform(-12, 15));
    const Mesh mesh = moved(soup, scale, n % 3 == 0 ? 1e6 * scale * random.direction() : Vec3d{});
    for (u32 leaf_size : {1u, 4u, 128u})
      ASSERT_NO_FATAL_FAILURE(
          check(fit_tree<Obb<float>>(build(mesh, TopDown<>{.leaf_size = leaf_size}), mesh), mesh, 1.02))
          << n << " triangles of size " << scale << ", leaves of " << leaf_size;
  }
}

TEST(Dress, ModelsLargerThanAPatch) {
  Random random(2);
  for (const Mesh& model : {generate::sphere(1, 1500), generate::torus(2, 0.5, 40, 20), generate::soup(random, 1000),
                            generate::height_field({3, 2, 0}, 30, 30)})
    for (double scale : {1.0, 1e-12, 1e15}) {
      const Mesh mesh = moved(model, scale, scale == 1 ? Vec3d{1e6, -2e6, 3e5} : Vec3d{});
      for (u32 leaf_size : {1u, 4u, 128u})
        ASSERT_NO_FATAL_FAILURE(
            check(fit_tree<Obb<float>>(build(mesh, TopDown<>{.leaf_size = leaf_size}), mesh), mesh, 1.005))
            << scale << " leaves of " << leaf_size;
      Topology one{{Ref::leaf(0, true)}, {}};  // a leaf larger than a patch
      for (u32 i = 0; i < mesh.size(); ++i) one.order.emplace_back(i, i + 1 == mesh.size());
      ASSERT_NO_FATAL_FAILURE(check(fit_tree<Obb<float>>(one, mesh), mesh, 1.005));
    }
}

// Triangles without area: on a slanted line, at a few places, all at one.
TEST(Dress, ContentWithoutArea) {
  Random random(3);
  for (u32 n : {1u, 5u, 100u, 2000u})
    for (int kind = 0; kind < 3; ++kind) {
      std::vector<Vec3d> vertices;
      std::vector<Face> faces;
      for (u32 i = 0; i < n; ++i) {
        for (int k = 0; k < 3; ++k) {
          const double at = kind == 0 ? random.uniform(-1, 1) : kind == 1 ? double(i % 3) : 7;
          vertices.push_back(at * Vec3d{1, 2, 3});
        }
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
      }
      const Mesh mesh = Mesh::make(std::move(vertices), std::move(faces)).value();
      const Boxes tree = fit_tree<Obb<float>>(build(mesh, TopDown<>{.leaf_size = 4}), mesh);
      ASSERT_NO_FATAL_FAILURE(check(tree, mesh, 1.001));
      for (const Obb<float>& box : tree.volumes) ASSERT_LE(box.half.x + box.half.y, 1e-5);  // z is the longest
    }
}

TEST(Dress, AtTheEndsOfTheRange) {
  for (double scale : {1e-300, 1e-150, 1e-45, 1e-38, 1e-20, 1e18}) {
    const Mesh mesh = scaled(generate::sphere(1, 1000), scale);
    const Boxes tree = fit_tree<Obb<float>>(build(mesh), mesh);
    ASSERT_EQ(problem(tree, mesh), "") << scale;
  }
}

// Boxes and k-dops are merged bottom-up; the reference fits each node by itself.
template <class V>
void check_grown(const Mesh& mesh, u32 leaf_size) {
  const Tree<V> tree = fit_tree<V>(build(mesh, TopDown<>{.leaf_size = leaf_size}), mesh);
  ASSERT_EQ(problem(tree, mesh), "");
  const std::vector<Triangle> content = content_of(tree, mesh);
  const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const V twin = fit<V>(std::span<const Triangle>(content).subspan(ranges[n].begin, ranges[n].size()));
    ASSERT_EQ(std::memcmp(&tree.volumes[n], &twin, sizeof(V)), 0) << n;
  }
}

TEST(Dress, GrownVolumesAreThoseOfEachNode) {
  Random random(5);
  for (u32 n : {0u, 1u, 2u, 3u, 10u, 100u, 2000u})
    for (double scale : {1.0, 1e-300, 1e-12, 1e15}) {
      const Mesh mesh = moved(generate::soup(random, n), scale, scale == 1 ? Vec3d{1e6, -2e6, 3e5} : Vec3d{});
      for (u32 leaf_size : {1u, 4u}) {
        ASSERT_NO_FATAL_FAILURE((check_grown<Aabb<float>>(mesh, leaf_size))) << n << " of size " << scale;
        ASSERT_NO_FATAL_FAILURE((check_grown<Kdop<float, 18>>(mesh, leaf_size))) << n << " of size " << scale;
      }
    }
}

template <class V>
void check_threads(const Mesh& mesh) {
  const Topology topology = build(mesh, TopDown<>{.leaf_size = 3});
  const Tree<V> one = fit_tree<V>(topology, mesh);
  for (u32 threads : {2u, 8u}) {
    const Tree<V> other = fit_tree<V>(topology, mesh, {.threads = threads});
    ASSERT_EQ(std::memcmp(one.volumes.data(), other.volumes.data(), one.volumes.size() * sizeof(V)), 0) << threads;
  }
}

TEST(Dress, SameBitsForAnyNumberOfThreads) {
  Random random(4);
  for (const Mesh& mesh : {generate::sphere(1, 9000), generate::soup(random, 3000)}) {
    check_threads<Obb<float>>(mesh);
    check_threads<Aabb<float>>(mesh);
    check_threads<Sphere<float>>(mesh);
  }
}

template <class V>
void expect_watched_fit(u32 n) {
  const Mesh mesh = generate::sphere(1, n);
  const Topology topology = build(mesh);
  const Tree<V> unwatched = fit_tree<V>(topology, mesh);
  testing::expect_watched(
      [&](u32 threads, const BuildWatch& watch) { return fit_tree<V>(topology, mesh, {.threads = threads}, watch); },
      [&](const Tree<V>& tree) {
        ASSERT_EQ(tree.volumes.size(), unwatched.volumes.size());
        EXPECT_EQ(std::memcmp(tree.volumes.data(), unwatched.volumes.data(), sizeof(V) * tree.volumes.size()), 0);
      });
}

TEST(Dress, CanBeWatchedAndStopped) {
  expect_watched_fit<Obb<float>>(20000);  // many patches
  expect_watched_fit<Aabb<float>>(3000);
}

}  // namespace fit_tree_test
}  // namespace apart
