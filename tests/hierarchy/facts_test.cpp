// Tree statistics add up, and oriented boxes converge as published.
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace facts_test {

// How much thickness and diameter fall in two levels: from the slope of the line nearest to their logarithms, over
// the levels whose boxes are neither so large that the sphere is not nearly flat in them nor single triangles.
struct Fall {
  double thickness, diameter;
};
Fall fall_in_two_levels(const TreeFacts& f, std::size_t from, std::size_t to) {
  const auto slope = [&](auto value) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t k = from; k <= to; ++k) {
      const double a = double(k), b = std::log2(value(f.levels[k]));
      n += 1, x += a, y += b, xx += a * a, xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
  };
  return {std::exp2(-2 * slope([](const LevelFacts& l) { return l.mean_thickness; })),
          std::exp2(-2 * slope([](const LevelFacts& l) { return l.mean_diameter; }))};
}

// Gottschalk 2000, section 5.4.
TEST(Facts, TurnedBoxesConvergeQuadratically) {
  const Mesh mesh = generate::sphere(1, 40000);
  const Topology topology = build(mesh);
  const auto fall = [&](const TreeFacts& f) { return fall_in_two_levels(f, 3, 10); };
  const Fall obb = fall(facts(fit_tree<Obb<float>>(topology, mesh)));
  const Fall aabb = fall(facts(fit_tree<Aabb<float>>(topology, mesh)));
  const Fall ball = fall(facts(fit_tree<Sphere<float>>(topology, mesh)));
  std::printf(
      "[ saw      ] in two levels thickness and diameter fall by %.2f and %.2f (Obb), %.2f and %.2f (Aabb), "
      "%.2f and %.2f (Sphere)\n",
      obb.thickness, obb.diameter, aabb.thickness, aabb.diameter, ball.thickness, ball.diameter);
  EXPECT_NEAR(obb.thickness, 4, 0.4);
  for (const Fall& f : {obb, aabb, ball}) EXPECT_NEAR(f.diameter, 2, 0.2);
  for (const Fall& f : {aabb, ball}) EXPECT_NEAR(f.thickness, 2, 0.3);
}

TEST(Facts, AddUp) {
  for (u32 leaf_size : {1u, 4u}) {
    const Mesh mesh = generate::torus(2, 0.5, 40, 20);
    const Tree<Aabb<float>> tree = fit_tree<Aabb<float>>(build(mesh, TopDown<>{.leaf_size = leaf_size}), mesh);
    const TreeFacts f = facts(tree);
    const LevelFacts all = f.all();
    EXPECT_EQ(all.nodes, tree.nodes.size());
    EXPECT_EQ(all.leaves, tree.nodes.size() / 2 + 1);
    EXPECT_EQ(all.primitives, mesh.size());
    EXPECT_LE(all.most, leaf_size);
    EXPECT_LE(all.fill(), leaf_size);
    EXPECT_EQ(f.levels[0].nodes, 1u);
    EXPECT_EQ(f.levels[0].max_diameter, double(diameter(tree.volumes[0])));
    EXPECT_EQ(f.bytes, 28 * tree.nodes.size() + 4 * mesh.size());
    for (const LevelFacts& level : f.levels) {
      EXPECT_LE(level.mean_thickness, level.max_thickness);
      EXPECT_LE(level.mean_diameter, level.max_diameter);
      EXPECT_LE(level.max_diameter, f.levels[0].max_diameter);
    }
    // The cost by its definition, node by node.
    double volumes = 1, primitives = 0;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
      const double hit = double(area(tree.volumes[n])) / double(area(tree.volumes[0]));
      if (!tree.nodes[n].is_leaf())
        volumes += 2 * hit;
      else
        for_each_primitive(tree.order, tree.nodes[n], [&](u32) { return primitives += hit, true; });
    }
    EXPECT_NEAR(f.cost.volumes, volumes, 1e-9 * volumes);
    EXPECT_NEAR(f.cost.primitives, primitives, 1e-9 * primitives);
  }
}

TEST(Facts, OfNothingAndOfPoints) {
  const TreeFacts none = facts(Tree<Obb<float>>{});
  EXPECT_EQ(none.depth(), 0u);
  EXPECT_EQ(none.cost.total(), 0);
  EXPECT_EQ(none.all().fill(), 0);
  const std::vector<Face> faces(5, Face{0, 0, 0});
  const Mesh points = Mesh::make({{1, 2, 3}}, faces).value();
  const TreeFacts f = facts(fit_tree<Obb<float>>(build(points), points));
  EXPECT_EQ(f.all().primitives, 5u);
  EXPECT_TRUE(std::isfinite(f.cost.total()));
}

TEST(Facts, ThicknessOfEveryVolume) {
  const Mesh mesh = generate::box({1, 2, 3});
  const auto of = [&]<class V>(V) {
    const V v = Fit<V>::of(mesh.vertices());
    EXPECT_EQ(thickness(V::nothing()), 0);
    EXPECT_LE(thickness(v), double(diameter(v)));
    return thickness(v);
  };
  EXPECT_NEAR(of(Obb<float>{}), 1, 1e-5);
  EXPECT_NEAR(of(Aabb<float>{}), 1, 1e-5);
  EXPECT_NEAR(of(HullVolume<float>{}), 1, 1e-5);
  EXPECT_NEAR(of(Dual<float>{}), 1, 1e-5);
  EXPECT_NEAR(of(Kdop<float, 18>{}), 1, 1e-5);
  EXPECT_NEAR(of(Kdop<float, 8>{}), 6 / std::sqrt(3.0), 1e-5);
  EXPECT_NEAR(of(Sphere<float>{}), std::sqrt(14.0), 1e-5);
  EXPECT_NEAR(of(CylinderVolume<float>{}), std::sqrt(5.0), 1e-5);
  EXPECT_NEAR(of(EllipsoidVolume<float>{}), std::sqrt(3.0), 1e-4);
  EXPECT_GE(of(CapsuleVolume<float>{}), std::sqrt(5.0) * 0.999);
  EXPECT_GE(of(Lozenge<float>{}), 1);
}

}  // namespace facts_test
}  // namespace apart
