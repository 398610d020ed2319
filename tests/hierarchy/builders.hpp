// Tests common to all builders: valid trees of all small sizes, bounded depth for hostile input, the same bits for any
// number of threads. Results: see answers.hpp.
#pragma once
#include <apart/base/random.hpp>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/split/depth.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <samples/generate.hpp>

#include "tests/hierarchy/answers.hpp"
#include "tests/hierarchy/watched.hpp"

namespace apart::testing {

inline u32 depth(const Topology& t) {
  std::vector<u32> depths(t.nodes.size(), 0);
  u32 deepest = 0;
  for (u32 n = 0; n < t.nodes.size(); ++n) {
    deepest = std::max(deepest, depths[n]);
    if (!t.nodes[n].is_leaf()) for_each_child(t.nodes, t.nodes[n], [&](u32 child) { depths[child] = depths[n] + 1; });
  }
  return deepest;
}

inline u32 largest_leaf(const Topology& t) {
  u32 largest = 0, size = 0;
  for (Item item : t.order) {
    largest = std::max(largest, ++size);
    if (item.last()) size = 0;
  }
  return largest;
}

inline double boxes_met(const Topology& topology, const Mesh& mesh) {
  return facts(fit_tree<Aabb<float>>(topology, mesh)).cost.volumes;
}

// Build is a function of a mesh and a leaf size.
template <class Build>
void expect_valid_trees(Build build) {
  Random random(1);
  for (u32 n = 0; n <= 100; ++n) {
    const Mesh mesh = generate::soup(random, n, {.point = 0.1, .segment = 0.1, .sliver = 0.1, .duplicate = 0.1});
    for (u32 leaf : {1u, 2u, 5u, 128u}) {
      SCOPED_TRACE(std::to_string(n) + " triangles, leaves of " + std::to_string(leaf));
      const Topology t = build(mesh, leaf);
      ASSERT_EQ(problem(t.nodes, t.order, n), "");
      ASSERT_LE(largest_leaf(t), leaf);
      ASSERT_LE(n == 0 ? 0 : depth(t), depth_limit(n));
      if (leaf > 2) continue;
      ASSERT_EQ(problem(fit_tree<Aabb<float>>(t, mesh), mesh), "");
    }
  }
}

inline Mesh triangles(const std::vector<Vec3d>& corners) {
  std::vector<Face> faces(corners.size() / 3);
  for (u32 i = 0; i < faces.size(); ++i) faces[i] = {3 * i, 3 * i + 1, 3 * i + 2};
  return Mesh::make(corners, faces).value();
}

struct Hostile {
  std::string name;
  Mesh mesh;
};

inline std::vector<Hostile> hostile_meshes(u32 n) {
  std::vector<Vec3d> copies, series, nested, points, growing, huge, sorted;
  for (u32 i = 0; i < n; ++i) {
    const double x = std::ldexp(1.0, -static_cast<int>(i % 1000)), y = double(i) * i, z = i % 2 ? 1.6e308 : -1.6e308;
    copies.insert(copies.end(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    series.insert(series.end(), {{x, 0, 0}, {x, 1e-3, 0}, {x, 0, 1e-3}});
    nested.insert(nested.end(), {{0, 0, 0}, {x, 0, 0}, {0, x, 0}});
    points.insert(points.end(), {{x, 0, 0}, {x, 0, 0}, {x, 0, 0}});
    growing.insert(growing.end(), {{y, 0, 0}, {y, 1, 0}, {y, 0, 1}});  // each is nearest to the one before
    huge.insert(huge.end(), {{z, x, 0}, {z, z, 0}, {z, 0, z}});
    sorted.insert(sorted.end(), {{double(i), 0, 0}, {i + 1.0, 0, 0}, {double(i), 0, 0}});
  }
  return {{"copies of one triangle", triangles(copies)}, {"a line at 1, 1/2, 1/4, …", triangles(series)},
          {"sizes that double", triangles(nested)},      {"points", triangles(points)},
          {"gaps that grow", triangles(growing)},        {"all that a double holds", triangles(huge)},
          {"a row of segments", triangles(sorted)}};
}

template <class Build>
void expect_bounded_depth(u32 n, Build build) {
  for (const Hostile& hostile : hostile_meshes(n)) {
    SCOPED_TRACE(hostile.name);
    const Topology t = build(hostile.mesh);
    EXPECT_EQ(problem(t.nodes, t.order, n), "");
    EXPECT_LE(depth(t), depth_limit(n));
  }
}

// Build is a function of a mesh and a number of threads.
template <class Build>
void expect_same_for_all_threads(Build build, u32 n = 9000) {
  Random random(2);
  for (const Mesh& mesh : {generate::sphere(1, n), generate::soup(random, n)}) {
    const Topology one = build(mesh, 1u);
    for (u32 threads : {2u, 8u}) {
      const Topology other = build(mesh, threads);
      EXPECT_EQ(one.nodes, other.nodes);
      EXPECT_EQ(one.order, other.order);
    }
  }
}

// Build is a function of a mesh, a number of threads and a watch.
template <class Build>
void expect_watched_builds(Build build, u32 n = 40000) {
  const Mesh mesh = generate::sphere(1, n);
  const Topology unwatched = build(mesh, 1u, BuildWatch{}).value();
  expect_watched([&](u32 threads, const BuildWatch& watch) { return build(mesh, threads, watch); },
                 [&](const Topology& t) {
                   EXPECT_EQ(t.nodes, unwatched.nodes);
                   EXPECT_EQ(t.order, unwatched.order);
                 });
  // Too small for many steps, but not for a last one.
  double last = -1;
  EXPECT_TRUE(build(triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), 1u, BuildWatch{[&](double share) {
                      last = share;
                      return true;
                    }})
                  .ok());
  EXPECT_EQ(last, 1);
  EXPECT_TRUE(build(Mesh{}, 1u, BuildWatch{[](double) { return false; }}).ok());  // nothing to stop
}

}  // namespace apart::testing
