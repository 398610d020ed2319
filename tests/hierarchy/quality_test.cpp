// When has a tree degraded, and does rebuilding parts of it repair it?
#include <apart/hierarchy/analysis/quality.hpp>
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/rebuild.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace quality_test {

using Boxes = Tree<Obb<float>>;
const auto kBuild = [](const Mesh& mesh) { return build(mesh, TopDown<>{.leaf_size = 4}); };

template <class F>
Mesh deformed(const Mesh& mesh, F f) {
  std::vector<Vec3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.push_back(f(v));
  return Mesh::make(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}).value();
}

TEST(Quality, IsKeptByMotionAndGrowth) {
  Random random(1);
  const Mesh mesh = generate::torus(2, 0.5, 40, 20);
  Boxes tree = fit_tree<Obb<float>>(kBuild(mesh), mesh);
  const Quality before = quality(tree, mesh);
  for (const Mesh& now : {placed(mesh, Pose::shift({1e3, 2, 3})), scaled(mesh, 1e-3), scaled(mesh, 1e6)}) {
    Boxes moved = tree;
    refit(moved, now);
    const Quality loose = quality(moved, now);
    EXPECT_FALSE(needs_rebuild(before, loose));
    EXPECT_TRUE(decayed_subtrees(tree.nodes, before, loose).empty());
    refit(moved, now, {.tight = true});
    const Quality after = quality(moved, now);
    for (u32 n = 0; n < tree.nodes.size(); ++n) ASSERT_NEAR(after.cost(n), before.cost(n), 1e-2 * before.cost(n)) << n;
    EXPECT_FALSE(needs_rebuild(before, after));
    EXPECT_TRUE(decayed_subtrees(tree.nodes, before, after).empty());
  }
}

// Every triangle moves elsewhere: nothing that was near stays near, and rebuilding repairs it.
TEST(Quality, SeesChaos) {
  Random random(2);
  std::vector<Vec3d> vertices, later;
  std::vector<Face> faces;
  for (u32 i = 0; i < 1000; ++i) {
    const Vec3d here = random.in_box(1), there = random.in_box(1);
    for (int k = 0; k < 3; ++k) {
      const Vec3d corner = 0.05 * random.in_ball();
      vertices.push_back(here + corner), later.push_back(there + corner);
    }
    faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Mesh mesh = Mesh::make(vertices, faces).value(), now = Mesh::make(later, faces).value();
  Boxes tree = fit_tree<Obb<float>>(kBuild(mesh), mesh);
  const Quality before = quality(tree, mesh);
  refit(tree, now);
  const Quality after = quality(tree, now);
  EXPECT_TRUE(needs_rebuild(before, after));
  EXPECT_FALSE(decayed_subtrees(tree.nodes, before, after).empty());
  const Quality anew = quality(fit_tree<Obb<float>>(kBuild(now), now), now);
  EXPECT_NEAR(anew.cost(0), before.cost(0), 0.1 * before.cost(0));
}

// Two spheres far apart; one of them is turned inside a few of its parts. Only that one is built anew.
TEST(Rebuild, MendsWhatDecayedAndKeepsTheRest) {
  Random random(3);
  const Mesh one = generate::sphere(1, 2000);
  const Mesh parts[] = {one, placed(one, Pose::shift({10, 0, 0}))};
  const Mesh mesh = joined(parts);
  const Boxes built = fit_tree<Obb<float>>(kBuild(mesh), mesh);
  const Quality before = quality(built, mesh);
  // The right one is wrung: rings of it turn against each other, so that what was near along them is strewn.
  const Mesh now = deformed(mesh, [](Vec3d p) {
    if (p.x < 5) return p;
    const double a = 40 * p.z, c = std::cos(a), s = std::sin(a), x = p.x - 10;
    return Vec3d{10 + c * x - s * p.y, s * x + c * p.y, p.z};
  });
  Boxes tree = built;
  refit(tree, now);
  const Quality after = quality(tree, now);
  const std::vector<u32> where = decayed_subtrees(tree.nodes, before, after);
  ASSERT_FALSE(where.empty());
  const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
  for (u32 n : where)
    for (u32 i = ranges[n].begin; i < ranges[n].end; ++i) ASSERT_GE(tree.order[i].primitive(), one.size());
  const Boxes mended = rebuilt(tree, now, where, kBuild);
  ASSERT_EQ(problem(mended, now), "");
  EXPECT_LT(quality(mended, now).cost(0), after.cost(0));
  // The primitives of the untouched sphere lie as they did.
  for (std::size_t i = 0; i < tree.order.size(); ++i)
    if (tree.order[i].primitive() < one.size()) {
      ASSERT_EQ(mended.order[i], tree.order[i]);
    }
}

TEST(Rebuild, AnySubtreesGiveAValidTree) {
  Random random(4);
  for (u32 n : {1u, 2u, 3u, 10u, 100u, 700u}) {
    const Mesh mesh = generate::soup(random, n);
    const Boxes tree = fit_tree<Obb<float>>(kBuild(mesh), mesh);
    const Tree<Aabb<float>> aligned = fit_tree<Aabb<float>>(kBuild(mesh), mesh);
    for (int k = 0; k < 10; ++k) {
      // Some that do not contain each other.
      std::vector<u32> where, open{0};
      while (!open.empty()) {
        const u32 at = open.back();
        open.pop_back();
        if (random.chance(0.3) || (k == 0 && at == 0))
          where.push_back(at);
        else if (!tree.nodes[at].is_leaf())
          for_each_child(tree.nodes, tree.nodes[at], [&](u32 child) { open.push_back(child); });
      }
      const auto other = [](const Mesh& part) { return build(part, TopDown<MedianSplit>{.leaf_size = 1}); };
      ASSERT_EQ(problem(rebuilt(tree, mesh, where, other, {.threads = 2}), mesh), "") << n;
      ASSERT_EQ(problem(rebuilt(aligned, mesh, where, other), mesh), "") << n;
    }
    // The same builder gives the same quality.
    const std::vector<u32> all{0};
    EXPECT_NEAR(quality(rebuilt(tree, mesh, all, kBuild), mesh).cost(0), quality(tree, mesh).cost(0),
                0.1 * quality(tree, mesh).cost(0));
  }
}

}  // namespace quality_test
}  // namespace apart
