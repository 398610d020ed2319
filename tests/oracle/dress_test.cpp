// Do the boxes of a tree hold all its vertices in exact arithmetic?
#include <apart/hierarchy/build.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/shapes/generate.hpp>

#include "tests/oracle/exact.hpp"
#include "tests/support.hpp"

namespace apart {
namespace {

TEST(Dress, HoldsItsVerticesExactly) {
  Random random(1);
  for (int k = 0; k < testing::cases(40, 2000); ++k) {
    const double scale = std::pow(10, random.uniform(-9, 9));
    const Mesh soup = generate::soup(random, 1 + random.below(k % 4 == 0 ? 600 : 60));
    const Mesh mesh = placed(scaled(soup, scale), Posed::shift(scale * random.in_box(k % 2 == 0 ? 1 : 1e3)));
    const Tree<Obb<float>> tree = dress<Obb<float>>(build(mesh, TopDown<>{.leaf_size = 1 + random.below(5)}), mesh);
    const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
      for (u32 i = ranges[n].begin; i < ranges[n].end; ++i) {
        const Triangled t = mesh.triangle(tree.order[i].primitive());
        for (int c = 0; c < 3; ++c)
          ASSERT_TRUE(oracle::holds(tree.volumes[n], oracle::exact(t[c] - tree.frame.centre))) << k;
      }
  }
}

}  // namespace
}  // namespace apart
