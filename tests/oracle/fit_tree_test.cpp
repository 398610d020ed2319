// Do the boxes of a tree contain all its vertices in exact arithmetic?
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <samples/generate.hpp>

#include "tests/oracle/exact.hpp"
#include "tests/support.hpp"

namespace apart {
namespace fit_tree_test {

Mesh some_mesh(Random& random, int k) {
  const double scale = std::pow(10, random.uniform(-9, 9));
  const Mesh soup = generate::soup(random, 1 + random.below(k % 4 == 0 ? 600 : 60));
  return placed(scaled(soup, scale), Pose::shift(scale * random.in_box(k % 2 == 0 ? 1 : 1e3)));
}

void expect_held(const Tree<Obb<float>>& tree, const Mesh& mesh) {
  const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    for (u32 i = ranges[n].begin; i < ranges[n].end; ++i) {
      const Triangle t = mesh.triangle(tree.order[i].primitive());
      for (int c = 0; c < 3; ++c)
        ASSERT_TRUE(oracle::holds(tree.volumes[n], oracle::exact(t[c] - tree.frame.centre))) << n;
    }
}

TEST(Dress, HoldsItsVerticesExactly) {
  Random random(1);
  for (int k = 0; k < testing::cases(40, 2000); ++k) {
    const Mesh mesh = some_mesh(random, k);
    const Tree<Obb<float>> tree = fit_tree<Obb<float>>(build(mesh, TopDown<>{.leaf_size = 1 + random.below(5)}), mesh);
    ASSERT_NO_FATAL_FAILURE(expect_held(tree, mesh)) << k;
  }
}

TEST(Refit, HoldsItsVerticesExactly) {
  Random random(2);
  for (int k = 0; k < testing::cases(40, 2000); ++k) {
    const Mesh mesh = some_mesh(random, k);
    Tree<Obb<float>> tree = fit_tree<Obb<float>>(build(mesh, TopDown<>{.leaf_size = 1 + random.below(5)}), mesh);
    // Flat, so that a missing margin shows, or anywhere.
    const Pose turn = random.pose(0);
    const double flat = k % 3 == 0 ? 0 : random.uniform(0, 1);
    std::vector<Vec3d> vertices;
    for (Vec3d v : mesh.vertices()) vertices.push_back(turn * Vec3d{v.x, v.y, flat * v.z});
    const Mesh now = Mesh::make(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}).value();
    refit(tree, now, {.tight = k % 5 == 0});
    ASSERT_NO_FATAL_FAILURE(expect_held(tree, now)) << k;
  }
}

}  // namespace fit_tree_test
}  // namespace apart
