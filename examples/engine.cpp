// The engine in parts: one builder, three bounding volumes, a query of one's own, and a probe that counts the tests.
// Each room of the engine is a namespace.
#include <apart/engine.hpp>
#include <cstdio>
#include <limits>
#include <samples/generate.hpp>

using apart::traversal::Found;

// The least distance of two meshes. A traversal drops pairs of nodes whose bound exceeds reach().
struct Nearest {
  using Measure = apart::traversal::Nearness;  // bounds by the gap of two volumes
  const apart::Mesh& a;
  apart::Pose b_in_a;
  const apart::Mesh& b;
  double squared = std::numeric_limits<double>::infinity();

  double reach() const { return std::sqrt(squared); }
  Found primitives(apart::u32 i, apart::u32 j) {
    const auto gap = apart::triangles::distance(a.triangle(i), b_in_a * b.triangle(j));
    if (gap.squared >= squared) return Found::nothing;
    squared = gap.squared;
    return squared > 0 ? Found::contact : Found::enough;  // no two triangles are nearer than 0
  }
};

// Pairs are processed nearest first; all else as by default.
struct NearestFirst : apart::traversal::DefaultPolicy {
  using Order = apart::traversal::BestFirst;
};

template <class Volume>
void compare(const char* name, const apart::Mesh& a, const apart::Pose& b_in_a, const apart::Mesh& b) {
  const apart::hierarchy::TopDown<> how{.leaf_size = 2};  // a builder: the surface area heuristic, from the root down
  const auto tree_a = apart::hierarchy::fit_tree<Volume>(apart::hierarchy::build(a, how), a);
  const auto tree_b = apart::hierarchy::fit_tree<Volume>(apart::hierarchy::build(b, how), b);

  Nearest query{.a = a, .b_in_a = b_in_a, .b = b};
  apart::traversal::Count count;  // a probe
  apart::traversal::walk<NearestFirst>(tree_a, b_in_a, tree_b, query, count);
  std::printf("%-10s %3zu bytes  distance %.6f  %5llu volume tests  %4llu triangle tests\n", name, sizeof(Volume),
              query.reach(), static_cast<unsigned long long>(count.volume_tests()),
              static_cast<unsigned long long>(count.primitive_tests()));
}

int main() {
  const apart::Mesh a = apart::generate::torus(2, 0.5, 64, 32), b = apart::generate::sphere(1, 2000);
  const apart::Pose at = apart::Pose::shift({0.2, 0.1, 1});
  compare<apart::volumes::Sphere<float>>("Sphere", a, at, b);
  compare<apart::volumes::Aabb<float>>("Aabb", a, at, b);
  compare<apart::volumes::Obb<float>>("Obb", a, at, b);
}
