// Builders that are there for comparison: valid trees of bounded depth, and each does what it is named after.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/grouping.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/obb_merging.hpp>

#include "tests/hierarchy/builders.hpp"

namespace apart {
namespace published_builders_test {

struct Named {
  const char* name;
  Topology (*build)(const Mesh& mesh, u32 leaf);
};
Topology by_cost(const Mesh& mesh, u32 leaf, GroupByCost::Chance chance) {
  return build(mesh, Grouping{GroupByCost{chance, 1, 1, leaf}, leaf, true});
}
constexpr Named kBuilders[] = {
    {"centroids",
     [](const Mesh& m, u32 n) {
       return build(m, Grouping{group_by_centroids, n});
     }},
    {"obb side",
     [](const Mesh& m, u32 n) {
       return build(m, Grouping{group_by_obb_side, n});
     }},
    {"octants",
     [](const Mesh& m, u32 n) {
       return build(m, Grouping{group_by_octants, n});
     }},
    {"area", [](const Mesh& m, u32 n) { return by_cost(m, n, GroupByCost::Chance::area); }},
    {"volume", [](const Mesh& m, u32 n) { return by_cost(m, n, GroupByCost::Chance::volume); }},
    {"minkowski", [](const Mesh& m, u32 n) { return by_cost(m, n, GroupByCost::Chance::minkowski); }},
    {"descending", [](const Mesh& m, u32 n) { return build(m, DescendingInsertion{n}); }},
    {"obb area",
     [](const Mesh& m, u32 n) {
       return build(m, ObbMerging{ObbMerging::Least::area, n});
     }},
    {"obb hausdorff", [](const Mesh& m, u32 n) {
       return build(m, ObbMerging{ObbMerging::Least::hausdorff, n});
     }}};

TEST(PublishedBuilders, ValidTrees) {
  for (const Named& named : kBuilders) {
    SCOPED_TRACE(named.name);
    testing::expect_valid_trees(named.build);
  }
}

TEST(PublishedBuilders, BoundedDepth) {
  for (const Named& named : kBuilders) {
    SCOPED_TRACE(named.name);
    testing::expect_bounded_depth(300, [&](const Mesh& mesh) { return named.build(mesh, 1); });
  }
}

// The triangles below a child of the root.
std::vector<u32> below(const Topology& t, u32 child) {
  std::vector<u32> out;
  const auto visit = [&](auto again, u32 node) -> void {
    const Ref ref = t.nodes[node];
    if (ref.is_leaf())
      for_each_primitive(t.order, ref, [&](u32 i) {
        out.push_back(i);
        return true;
      });
    else
      for_each_child(t.nodes, ref, [&](u32 c) { again(again, c); });
  };
  visit(visit, child);
  std::sort(out.begin(), out.end());
  return out;
}

Vec3d middle_of(const Triangle& t) { return (t.a + t.b + t.c) / 3.0; }

TEST(PublishedBuilders, ATriangleBelongsToTheSideOfItsCentroid) {
  // A row along x, cut at its mean; the last but one is a long triangle whose box reaches far, and whose centroid does
  // not.
  std::vector<Vec3d> corners;
  for (int i = 0; i < 10; ++i) corners.insert(corners.end(), {{i + 0., 0, 0}, {i + 1., 0, 0}, {i + 0., 0.1, 0}});
  const Mesh mesh = testing::triangles(corners);
  const Topology t = build(mesh, Grouping{group_by_centroids, 1});
  double area = 0;
  Vec3d mean{};
  for (u32 i = 0; i < mesh.size(); ++i) mean += middle_of(mesh.triangle(i)), area += 1;
  mean = mean / area;
  const std::vector<u32> first = below(t, t.nodes[0].first());
  for (u32 i = 0; i < mesh.size(); ++i) {
    const bool before = middle_of(mesh.triangle(i)).x < mean.x;
    const bool in_first = std::binary_search(first.begin(), first.end(), i);
    EXPECT_EQ(before == (middle_of(mesh.triangle(first[0])).x < mean.x), in_first) << i;
  }
}

TEST(PublishedBuilders, TheObbIsHalvedAcrossItsLongestSide) {
  // A bar that lies askew: the longest side of its oriented box is none of the axes.
  const Pose askew = Pose::from_quaternion(1, 0.3, -0.2, 0.4, {}).value();
  Random random(4);
  std::vector<Vec3d> corners;
  for (int i = 0; i < 300; ++i)
    corners.push_back(askew * Vec3d{random.uniform(-5, 5), random.uniform(-0.5, 0.5), random.uniform(-0.3, 0.3)});
  const Mesh mesh = testing::triangles(corners);
  const Topology t = build(mesh, Grouping{group_by_obb_side, 1});
  const std::vector<u32> first = below(t, t.nodes[0].first());
  double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
  for (u32 i = 0; i < mesh.size(); ++i) {
    const double along = dot(askew.rotation.column(0), middle_of(mesh.triangle(i)));
    const bool side = std::binary_search(first.begin(), first.end(), i);
    low[side] = std::min(low[side], along), high[side] = std::max(high[side], along);
  }
  EXPECT_TRUE(high[0] < low[1] + 0.3 || high[1] < low[0] + 0.3) << "not cut across the bar";
  EXPECT_NEAR(std::max(low[0], low[1]), 0, 0.5);
}

TEST(PublishedBuilders, OctantsAreEightAndHoldTheirCentroids) {
  const Mesh mesh = generate::sphere(1, 2000);
  const Topology t = build(mesh, Grouping{group_by_octants, 1});
  EXPECT_EQ(count_children(t.nodes, t.nodes[0]), 8u);
  u32 octants = 0;
  for_each_child(t.nodes, t.nodes[0], [&](u32 child) {
    Vec3d sign{};
    for (u32 i : below(t, child)) {
      const Vec3d c = middle_of(mesh.triangle(i));
      for (int k = 0; k < 3; ++k) {
        if (std::abs(c[k]) < 1e-3) continue;
        if (sign[k] == 0) sign[k] = c[k] < 0 ? -1 : 1;
        EXPECT_GT(sign[k] * c[k], 0);
      }
    }
    ++octants;
  });
  EXPECT_EQ(octants, 8u);
}

// The slow twin: every cut of the root along every axis, evaluated from scratch.
TEST(PublishedBuilders, TheCheapestCutIsCheapest) {
  Random random(7);
  for (int k = 0; k < 30; ++k) {
    const Mesh mesh = generate::soup(random, 40);
    const std::vector<Triangle> triangles = unit_triangles(mesh);
    for (const auto chance : {GroupByCost::Chance::area, GroupByCost::Chance::volume, GroupByCost::Chance::minkowski}) {
      Bounds all;
      for (const Triangle& t : triangles)
        for (int c = 0; c < 3; ++c) all.add(t[c]);
      const double mean = (all.size().x + all.size().y + all.size().z) / 3;
      const auto cost = [&](std::span<const u32> of) {
        Bounds box;
        for (u32 i : of)
          for (int c = 0; c < 3; ++c) box.add(triangles[i][c]);
        Vec3d s = box.size();
        if (chance == GroupByCost::Chance::volume) return double(of.size()) * s.x * s.y * s.z;
        if (chance == GroupByCost::Chance::minkowski) s += Vec3d{mean, mean, mean};
        return double(of.size()) * (s.x * s.y + s.y * s.z + s.z * s.x);
      };
      std::vector<u32> some(mesh.size());
      for (u32 i = 0; i < some.size(); ++i) some[i] = i;
      double least = 1e9;
      for (int axis = 0; axis < 3; ++axis) {
        std::vector<u32> sorted = some;
        std::sort(sorted.begin(), sorted.end(),
                  [&](u32 i, u32 j) { return middle_of(triangles[i])[axis] < middle_of(triangles[j])[axis]; });
        for (std::size_t at = 1; at < sorted.size(); ++at)
          least = std::min(least, cost(std::span(sorted).first(at)) + cost(std::span(sorted).subspan(at)));
      }
      const std::vector<u32> ends = GroupByCost{chance}(triangles, some);
      ASSERT_EQ(ends.size(), 2u);
      EXPECT_NEAR(cost(std::span(some).first(ends[0])) + cost(std::span(some).subspan(ends[0])), least, 1e-12 * least);
      // Dear nodes leave leaves, cheap ones do not.
      EXPECT_EQ((GroupByCost{chance, 1e6, 1, 128}(triangles, some).size()), 1u);
      EXPECT_EQ((GroupByCost{chance, 1e-6, 1, 128}(triangles, some).size()), 2u);
    }
  }
}

TEST(PublishedBuilders, GoodTreesOfASphere) {
  const Mesh mesh = generate::sphere(1, 2000);
  const double reference = testing::boxes_met(build(mesh), mesh);
  for (const Named& named : kBuilders)
    EXPECT_LT(testing::boxes_met(named.build(mesh, 1), mesh), 2 * reference) << named.name;
}

}  // namespace published_builders_test
}  // namespace apart
