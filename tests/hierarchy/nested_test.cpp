// Trees in nested coordinates: valid, the results of brute force, and digits that flat floats lose.
#include <apart/hierarchy/analysis/validate_walk.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/nested_tree.hpp>
#include <cstring>

#include "tests/hierarchy/answers.hpp"

namespace apart {
namespace nested_test {

template <class V>
void check_small_sizes() {
  Random random(1);
  for (u32 n = 0; n <= 100; n += n < 20 ? 1 : 7) {
    const Mesh near = generate::soup(random, n);
    const Mesh far = placed(near, Pose::shift({1e6, -2e6, 3e5}));
    for (const Mesh* mesh : {&near, &far})
      for (u32 leaf : {1u, 2u, 5u}) {
        const Topology binary = build(*mesh, TopDown<>{.leaf_size = leaf});
        for (u32 width : {2u, 3u, 4u, 8u}) {
          const NestedTree<V> tree = fit_nested<V>(widen(binary, *mesh, width), *mesh);
          ASSERT_EQ(problem_of_walk(tree, *mesh), "") << n << " triangles, width " << width << ", leaves of " << leaf;
        }
      }
  }
}
TEST(NestedTree, OfSpheresIsValid) { check_small_sizes<Sphere<float>>(); }
TEST(NestedTree, OfAabbsIsValid) { check_small_sizes<Aabb<float>>(); }
TEST(NestedTree, OfObbsIsValid) { check_small_sizes<Obb<float>>(); }

// Sizes that halve, again and again: a tree as deep as the builder makes them.
TEST(NestedTree, DeepOnesAreValid) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 i = 0; i < 900; ++i) {
    const double x = std::ldexp(1.0, -static_cast<int>(i));
    vertices.insert(vertices.end(), {{x, 0, 0}, {x, 0.3 * x, 0.1 * x}, {0.9 * x, 0, 0.2 * x}});
    faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Mesh mesh = Mesh::make(vertices, faces).value();
  const Topology topology = build(mesh);
  EXPECT_EQ(problem_of_walk(fit_nested<Obb<float>>(topology, mesh), mesh), "");
  EXPECT_EQ(problem_of_walk(fit_nested<Aabb<float>>(topology, mesh), mesh), "");
  EXPECT_EQ(problem_of_walk(fit_nested<Sphere<float>>(topology, mesh), mesh), "");
}

TEST(NestedTree, AnswersAsBruteForceDoes) {
  testing::check_answers([](const Mesh& mesh) { return fit_nested<Obb<float>>(build(mesh), mesh); });
  testing::check_answers([](const Mesh& mesh) {
    return fit_nested<Aabb<float>>(widen(build(mesh, TopDown<>{.leaf_size = 2}), mesh, 4), mesh);
  });
}

// Two small spheres, far from each other: a large model with fine details.
Mesh dumbbell() {
  const Mesh bead = generate::sphere(1e-3, 400);
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (double side : {-1e4, 1e4}) {
    const u32 first = static_cast<u32>(vertices.size());
    for (Vec3d v : bead.vertices()) vertices.push_back(v + Vec3d{side, side / 3, -side / 7});
    for (const Face& f : bead.faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  }
  return Mesh::make(vertices, faces).value();
}

template <WalkableTree T>
double leaf_diameters(const T& tree) {
  double sum = 0;
  std::vector<typename T::Node> open{tree.root()};
  while (!open.empty()) {
    const typename T::Node n = open.back();
    open.pop_back();
    if (tree.ref(n).is_leaf())
      sum += double(diameter(tree.volume(n)));
    else
      for_each_child(tree, n, tree.ref(n), [&](const typename T::Node& child) { open.push_back(child); });
  }
  return sum;
}

template <class V, class Wide>
void check_fine_details() {
  const Mesh mesh = dumbbell();
  const Topology topology = build(mesh);
  const Tree<V> flat = fit_tree<V>(topology, mesh);
  const Tree<Wide> exact = fit_tree<Wide>(topology, mesh);
  const NestedTree<V> nested = fit_nested<V>(topology, mesh);
  ASSERT_EQ(problem_of_walk(nested, mesh), "");
  // As tight as doubles, in floats.
  EXPECT_LT(leaf_diameters(nested), 1.01 * leaf_diameters(exact));
  EXPECT_GT(leaf_diameters(flat), 2 * leaf_diameters(exact));

  // Beads that miss each other by little.
  const Pose at = Pose::shift({2.2e-3, 1e-4, 0});
  DistanceQuery by_flat{{mesh, at, mesh}}, by_nested{{mesh, at, mesh}};
  Count flat_count, nested_count;
  walk(flat, at, flat, by_flat, flat_count);
  walk(nested, at, nested, by_nested, nested_count);
  const double truth = testing::smallest_distance(mesh, at, mesh);
  EXPECT_EQ(by_flat.best_distance, truth);
  EXPECT_EQ(by_nested.best_distance, truth);
  // Pairs of triangles that were reached, whether or not an early-out separated them.
  const auto come_to = [](const Count& count) { return count.primitive_tests() + count.boxes; };
  EXPECT_LT(10 * come_to(nested_count), come_to(flat_count));
}
TEST(NestedTree, ObbsKeepFineDetails) { check_fine_details<Obb<float>, Obb<double>>(); }
TEST(NestedTree, AabbsKeepFineDetails) { check_fine_details<Aabb<float>, Aabb<double>>(); }

TEST(NestedTree, TheSameEveryTimeAndOfKnownSize) {
  const Mesh mesh = generate::torus(2, 0.5, 40, 20);
  const auto one = fit_nested<Obb<float>>(build(mesh), mesh), two = fit_nested<Obb<float>>(build(mesh), mesh);
  EXPECT_EQ(one.nodes, two.nodes);
  EXPECT_EQ(std::memcmp(one.kept.data(), two.kept.data(), one.kept.size() * sizeof one.kept[0]), 0);
  EXPECT_EQ(bytes(one), (2 * mesh.size() - 1) * 44 + mesh.size() * 4);
}

}  // namespace nested_test
}  // namespace apart
