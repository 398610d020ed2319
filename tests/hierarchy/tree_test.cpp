// Every builder, fitted with every volume, is a valid tree of bounded depth.
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace tree_test {

template <class F>
void for_each_builder(F f) {
  for (u32 leaf : {1u, 2u, 5u, 128u}) {
    f(TopDown<>{.leaf_size = leaf});
    f(TopDown<CovarianceMean>{.leaf_size = leaf});
    f(TopDown<MedianSplit>{.leaf_size = leaf});
  }
}

template <class V>
class Trees : public ::testing::Test {};
using Types =
    ::testing::Types<Sphere<float>, Aabb<float>, Obb<float>, Sphere<double>, Aabb<double>, Obb<double>, Dual<float>>;
TYPED_TEST_SUITE(Trees, Types);

TYPED_TEST(Trees, OfAllSmallSizesAreValid) {
  Random random(1);
  for (u32 n = 0; n <= 100; ++n) {
    const Mesh mesh = generate::soup(random, n);
    for_each_builder([&](const auto& how) {
      const Tree<TypeParam> tree = fit_tree<TypeParam>(build(mesh, how), mesh);
      ASSERT_EQ(problem(tree, mesh), "") << n << " triangles, leaves of " << how.leaf_size;
      ASSERT_LE(tree.nodes.size(), n == 0 ? 0 : 2 * n - 1);
    });
  }
}

TYPED_TEST(Trees, OfModelsAreValid) {
  for (const Mesh& mesh : {generate::sphere(1, 2000), generate::torus(2, 0.5, 40, 20), generate::box({1, 2, 3})}) {
    for (Vec3d shift : {Vec3d{}, Vec3d{1e6, -2e6, 3e5}}) {
      const Mesh there = placed(mesh, Pose::shift(shift));
      ASSERT_EQ(problem(fit_tree<TypeParam>(build(there), there), there), "");
    }
  }
}

TEST(Hulls, DressTrees) {  // of any size, but slowly
  Random random(2);
  for (u32 n : {0u, 1u, 2u, 17u, 100u}) {
    const Mesh mesh = generate::soup(random, n);
    ASSERT_EQ(problem(fit_tree<HullVolume<float>>(build(mesh), mesh), mesh), "") << n << " triangles";
  }
  const Mesh torus = placed(generate::torus(2, 0.5, 20, 10), Pose::shift({1e6, -2e6, 3e5}));
  ASSERT_EQ(problem(fit_tree<HullVolume<float>>(build(torus), torus), torus), "");
}

TEST(Build, TheSameTreeEveryTime) {
  const Mesh mesh = generate::torus(2, 0.5, 40, 20);
  const Topology one = build(mesh), two = build(mesh);
  EXPECT_EQ(one.nodes, two.nodes);
  EXPECT_EQ(one.order, two.order);
}

TEST(Validate, FindsWhatIsWrong) {
  const Mesh mesh = generate::box({1, 1, 1});
  const Tree<Obb<float>> good = fit_tree<Obb<float>>(build(mesh), mesh);
  ASSERT_EQ(problem(good, mesh), "");
  auto bad = good;
  bad.volumes[3].half.z *= 0.9f;  // the longest side
  EXPECT_NE(problem(bad, mesh), "");
  bad = good;
  std::swap(bad.order[0], bad.order[5]);
  EXPECT_NE(problem(bad, mesh), "");  // a triangle in a leaf that does not hold it
  bad = good;
  bad.order[0] = bad.order[1];
  EXPECT_NE(problem(bad, mesh), "");
  bad = good;
  bad.nodes[0] = Ref::inner(7, true);
  EXPECT_NE(problem(bad, mesh), "");
  bad = good;
  bad.nodes[0] = Ref::inner(1000, true);
  EXPECT_NE(problem(bad, mesh), "");
  bad = good;
  bad.nodes[0] = Ref::leaf(0, true);
  EXPECT_NE(problem(bad, mesh), "");
  bad = good;
  bad.order.back() = Item(bad.order.back().primitive(), false);
  EXPECT_NE(problem(bad, mesh), "");
}

}  // namespace tree_test
}  // namespace apart
