// Hulls that are made on demand: the same as if all were made at once, in any order and by any thread.
#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/decompose/hull_arrays.hpp>
#include <apart/decompose/hull_draft.hpp>
#include <apart/decompose/hull_tree.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <cstring>
#include <samples/generate.hpp>
#include <thread>

#include "tests/support.hpp"

namespace apart {
namespace hulls_on_demand_test {

HullTree on_demand(const Model& model, HullSplit split = HullSplit::midpoint) {
  return HullTree::make(model, {.split = split, .on_demand = true}).value();
}

Mesh open_torus(u32 triangles) {
  const Mesh torus = generate::wrinkled_torus(400);
  const std::vector<Vec3d> at(torus.vertices().begin(), torus.vertices().end());
  return Mesh::make(at, {torus.faces().begin(), torus.faces().begin() + triangles}).value();
}

bool same_bits(const Distance& a, const Distance& b) {
  return std::memcmp(&a.distance, &b.distance, sizeof a.distance) == 0 && a.on_a == b.on_a && a.on_b == b.on_b &&
         a.a.triangle == b.a.triangle && a.b.triangle == b.b.triangle;
}

std::vector<Model> models() {
  std::vector<Model> out;
  for (const Mesh& mesh : {generate::bent_torus(800), generate::cup(600), generate::spoon(),
                           generate::teeth(generate::Jaw::lower, 900), generate::gear({}), open_torus(77)})
    out.push_back(Model::make(mesh).value());
  return out;
}

TEST(HullsOnDemand, InvariantsOfAllHulls) {
  for (const Model& model : models())
    for (const HullSplit split : kHullSplits) EXPECT_EQ(problem(on_demand(model, split)), "");
  for (u32 triangles = 1; triangles <= 60; ++triangles)
    EXPECT_EQ(problem(on_demand(Model::make(open_torus(triangles)).value())), "") << triangles << " triangles";
  Random random(7);  // flat, collinear and coincident triangles
  for (int round = 0; round < 100; ++round) {
    const u32 count = 1 + random.below(12), grid = 2 + random.below(3);
    std::vector<Vec3d> at;
    std::vector<Face> faces;
    for (u32 k = 0; k < 3 * count; ++k)
      at.push_back(
          {double(random.below(grid)), double(random.below(grid)), round % 3 ? double(random.below(grid)) : 0});
    for (u32 k = 0; k < count; ++k) faces.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    ASSERT_EQ(problem(on_demand(Model::make(Mesh::make(at, faces).value()).value())), "") << "round " << round;
  }
}

// The hulls have the same vertices as those that are merged, and each face is as in the complete tree.
TEST(HullsOnDemand, TheSameHulls) {
  for (const Model& model : models()) {
    const HullTree tree = on_demand(model), complete = tree.complete(), merged = HullTree::make(model).value();
    EXPECT_EQ(tree.hulls_made(), tree.pieces()) << "those of pieces alone";
    ASSERT_EQ(tree.size(), merged.size());
    for (u32 node = 0; node < tree.size(); ++node) {
      ASSERT_EQ(tree.vertex_count(node), merged.vertex_count(node));
      ASSERT_EQ(tree.face_count(node), merged.face_count(node));
      ASSERT_EQ(tree.face_count(node), complete.face_count(node));
      for (u32 k = 0; k < tree.vertex_count(node); ++k) ASSERT_EQ(tree.vertex(node, k), merged.vertex(node, k));
      for (u32 k = 0; k < tree.face_count(node); ++k) {
        const HullTree::Facet f = tree.face(node, k), g = complete.face(node, k);
        ASSERT_TRUE(f.vertices == g.vertices && f.kind == g.kind && f.shared == g.shared && f.source == g.source);
      }
    }
    EXPECT_EQ(tree.hulls_made(), tree.size());
  }
}

TEST(HullsOnDemand, TheSameAnswersWithFewHulls) {
  Random random(3);
  const std::vector<Model> all = models();
  std::size_t fewer = 0, compared = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Model &a = all[i], &b = all[(i + 1) % all.size()];
    const HullTree on_a = on_demand(a), on_b = on_demand(b), full_a = on_a.complete(), full_b = on_b.complete();
    const HullTree merged_a = HullTree::make(a).value(), merged_b = HullTree::make(b).value();
    EXPECT_LT(on_a.bytes(), merged_a.bytes());
    HullTracker moving(on_a, on_b), moving_full(full_a, full_b);
    for (int k = 0; k < 40; ++k) {
      const Pose at{random.rotation(), 4 * (1 + double(k % 4)) * random.direction()};
      const Distance d = distance(on_a, at, on_b);
      EXPECT_TRUE(same_bits(d, distance(full_a, at, full_b)));
      EXPECT_NEAR(d.distance, distance(merged_a, at, merged_b).distance, 1e-12 * (1 + d.distance));
      EXPECT_TRUE(same_bits(moving.distance(at), moving_full.distance(at)));
      EXPECT_EQ(collide(on_a, at, on_b).colliding, collide(full_a, at, full_b).colliding);
      EXPECT_EQ(contacts(on_a, at, on_b, 0.5).contacts.size(), contacts(full_a, at, full_b, 0.5).contacts.size());
      ++compared;
    }
    fewer += on_a.hulls_made() < on_a.size();
  }
  EXPECT_GT(fewer, 0u);
  EXPECT_GT(compared, 100u);
}

TEST(HullsOnDemand, ManyThreads) {
  const Model a = Model::make(generate::bent_torus(2000)).value(),
              b = Model::make(generate::wrinkled_torus(2000)).value();
  std::vector<Pose> poses;
  Random random(9);
  for (int k = 0; k < 60; ++k) poses.push_back({random.rotation(), 1.5 * random.direction()});
  const HullTree one_a = on_demand(a), one_b = on_demand(b);
  std::vector<Distance> expected;
  for (const Pose& at : poses) expected.push_back(distance(one_a, at, one_b));
  const HullTree tree_a = on_demand(a), tree_b = on_demand(b);
  std::vector<std::vector<Distance>> found(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < found.size(); ++t)
    threads.emplace_back([&, t] {
      found[t].resize(poses.size());
      for (std::size_t k = 0; k < poses.size(); ++k) {
        const std::size_t i = (k + t * 15) % poses.size();
        found[t][i] = distance(tree_a, poses[i], tree_b);
      }
    });
  for (std::thread& t : threads) t.join();
  for (const auto& all : found)
    for (std::size_t k = 0; k < poses.size(); ++k) EXPECT_TRUE(same_bits(all[k], expected[k]));
}

}  // namespace hulls_on_demand_test

namespace decomposition {
namespace hulls_on_demand_test {

// Quickhull against vertices that are added one by one.
TEST(DirectHull, TheVerticesOfTheHull) {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    const u32 count = 1 + random.below(60), grid = 2 + random.below(round % 2 ? 3 : 1000);
    std::vector<Vec3d> at;
    std::vector<u32> all;
    for (u32 k = 0; k < count; ++k) {
      Vec3d p{double(random.below(grid)), double(random.below(grid)), double(random.below(grid))};
      if (std::find(at.begin(), at.end(), p) != at.end()) continue;
      at.push_back(p), all.push_back(static_cast<u32>(all.size()));
    }
    HullDraft draft;
    DirectHull(at).draft(all, draft);
    GrowingHull slow(at);
    if (!slow.begin(all)) {
      EXPECT_LE(draft.vertices.size(), 2u);
      continue;
    }
    for (const u32 v : all) slow.add(v);
    std::vector<Face> faces;
    std::vector<u32> sources, vertices;
    slow.finish(faces, sources);
    for (const Face& f : faces) vertices.insert(vertices.end(), f.begin(), f.end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    EXPECT_EQ(draft.vertices, vertices);
    EXPECT_EQ(draft.faces.size(), faces.size());
  }
}

}  // namespace hulls_on_demand_test
}  // namespace decomposition
}  // namespace apart
