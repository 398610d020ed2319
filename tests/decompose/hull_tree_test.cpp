// Trees of hulls: all invariants, by exact signs, of models of every size and kind.
#include <apart/base/random.hpp>
#include <apart/decompose/hull_arrays.hpp>
#include <apart/decompose/hull_bytes.hpp>
#include <apart/decompose/hull_tree.hpp>
#include <apart/io/byte_file.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <apart/shapes/hull.hpp>
#include <cstring>
#include <filesystem>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace hull_tree_test {

HullTree tree_of(const Mesh& mesh, const HullTreeOptions& options = {}) {
  return HullTree::make(Model::make(mesh).value(), options).value();
}

TEST(HullTree, InvariantsOfGeneratedModels) {
  const std::pair<const char*, Mesh> models[] = {{"wrinkled torus", generate::wrinkled_torus(800)},
                                                 {"bent torus", generate::bent_torus(800)},
                                                 {"peg", generate::spiral_peg(600)},
                                                 {"cup", generate::cup(500)},
                                                 {"spoon", generate::spoon()},
                                                 {"teeth", generate::teeth(generate::Jaw::lower, 900)}};
  for (const auto& [name, mesh] : models)
    for (const HullSplit split : kHullSplits) {
      const HullTree tree = tree_of(mesh, {.split = split});
      EXPECT_EQ(problem(tree), "") << name << ", " << to_string(split);
    }
}

// Prefixes of a mesh are open surfaces, often of several parts, down to a single triangle.
TEST(HullTree, InvariantsOfSmallModels) {
  const Mesh torus = generate::wrinkled_torus(400), box = generate::box({1, 2, 3});
  for (u32 size = 1; size <= 100; ++size) {
    const std::vector<Vec3d> at(torus.vertices().begin(), torus.vertices().end());
    const std::vector<Face> faces(torus.faces().begin(), torus.faces().begin() + size);
    const HullTree tree = tree_of(Mesh::make(at, faces).value(), {.split = kHullSplits[size % 4]});
    ASSERT_EQ(problem(tree), "") << size << " triangles";
  }
  EXPECT_EQ(problem(tree_of(box)), "");
  EXPECT_EQ(tree_of(box).size(), 1u) << "a convex body is one piece";
}

// Flat, collinear and coincident triangles; random coordinates of few bits, so that many points are coplanar.
TEST(HullTree, InvariantsOfDegenerateModels) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const u32 count = 1 + random.below(12), grid = 2 + random.below(3);
    const bool flat = round % 3 == 0;
    std::vector<Vec3d> at;
    std::vector<Face> faces;
    for (u32 k = 0; k < 3 * count; ++k)
      at.push_back({double(random.below(grid)), double(random.below(grid)), flat ? 0 : double(random.below(grid))});
    for (u32 k = 0; k < count; ++k) faces.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    const Result<Model> model = Model::make(Mesh::make(at, faces).value());
    ASSERT_TRUE(model);
    ASSERT_EQ(problem(HullTree::make(*model, {.split = kHullSplits[round % 4]}).value()), "") << "round " << round;
  }
}

TEST(HullTree, KindsOfFaces) {
  // A closed body has faces of all kinds; the leaves of an open one none that are contained.
  const auto count = [](const HullTree& tree, HullFaceKind kind) {
    u32 out = 0;
    for (u32 node = 0; node < tree.size(); ++node)
      for (u32 k = 0; k < tree.face_count(node); ++k) out += tree.face(node, k).kind == kind;
    return out;
  };
  const HullTree closed = tree_of(generate::bent_torus(400));
  for (const HullFaceKind kind : {HullFaceKind::original, HullFaceKind::contained, HullFaceKind::free})
    EXPECT_GT(count(closed, kind), 100u);
  const Mesh torus = generate::bent_torus(400);
  const std::vector<Vec3d> at(torus.vertices().begin(), torus.vertices().end());
  const std::vector<Face> faces(torus.faces().begin() + 1, torus.faces().end());
  const HullTree open = tree_of(Mesh::make(at, faces).value());
  EXPECT_EQ(problem(open), "");
  EXPECT_EQ(count(open, HullFaceKind::contained), 0u);
  std::vector<Face> turned;
  for (const Face& f : torus.faces()) turned.push_back({f[0], f[2], f[1]});
  const HullTree inside_out = tree_of(Mesh::make(at, turned).value());
  EXPECT_EQ(problem(inside_out), "");
  // What is contained is the back of flat pieces alone.
  for (u32 node = 0; node < inside_out.size(); ++node) {
    u32 contained = 0, original = 0;
    for (u32 k = 0; k < inside_out.face_count(node); ++k) {
      contained += inside_out.face(node, k).kind == HullFaceKind::contained;
      original += inside_out.face(node, k).kind == HullFaceKind::original;
    }
    EXPECT_TRUE(!inside_out.is_leaf(node) || contained == 0 || contained == original);
  }
}

TEST(HullTree, StopsWhenTold) {
  const Model model = Model::make(generate::bent_torus(800)).value();
  for (const double share : {0.0, 0.5, 0.9}) {
    const Result<HullTree> tree = HullTree::make(model, {.progress = [&](double done) { return done <= share; }});
    EXPECT_FALSE(tree);
  }
  double last = 0;
  EXPECT_TRUE(HullTree::make(model, {.progress = [&](double done) { return last = done, true; }}));
  EXPECT_DOUBLE_EQ(last, 1);
}

// Hulls whose edges 16 bits are too few to number, and whose children's vertices are.
TEST(HullTree, LargeHulls) {
  Random random(5);
  std::vector<Mesh> balls;
  for (const double size : {1.0, 0.5}) {
    std::vector<Vec3d> points;
    while (points.size() < (size == 1 ? 12000 : 3000)) {
      const Vec3d p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      if (const double d = length(p); d > 0.1 && d < 1) points.push_back((size / d) * p + Vec3d{3 * size, 0, 0});
    }
    const Hull hull = convex_hull(points);
    balls.push_back(Mesh::make(hull.vertices, hull.faces).value());
  }
  const Model model = Model::make(joined(balls)).value(), other = Model::make(generate::spoon()).value();
  const HullTree tree = HullTree::make(model).value();
  u32 large = 0;
  for (u32 node = 0; node < tree.size(); ++node) large += 3 * tree.face_count(node) > 0xffff;
  EXPECT_GE(large, 1u);
  EXPECT_GT(tree.arrays().wide.size(), 0u);
  EXPECT_EQ(decomposition::problem_of_links(tree), "");
  const HullTree spoon = HullTree::make(other).value();
  for (int k = 0; k < 20; ++k) {
    const Pose pose = Pose::from_quaternion(random.uniform(), random.uniform(-1, 1), random.uniform(-1, 1), 0.1,
                                            {random.uniform(-5, 8), random.uniform(-5, 5), random.uniform(-5, 5)})
                          .value();
    EXPECT_NEAR(distance(tree, pose, spoon).distance,
                collide(tree, pose, spoon).colliding ? 0 : distance(model, pose, other).distance, 1e-9);
  }
}

TEST(HullTree, SavedAndMapped) {
  const Model model = Model::make(generate::cup(500)).value();
  const HullTree tree = HullTree::make(model).value();
  const std::string path = (std::filesystem::temp_directory_path() / "apart_hull_tree_test.hulls").string();
  const auto saved = save_bytes(path, [&](const PutBytes& put) { return decomposition::put_hull_tree(tree, put); });
  ASSERT_TRUE(saved) << saved.error();
  const MappedBytes mapped = map_bytes(path).value();
  std::filesystem::remove(path);
  const HullTree again = decomposition::hull_tree_in(mapped.bytes, model, mapped.keep).value();
  EXPECT_EQ(problem(again), "");
  EXPECT_EQ(again.bytes(), tree.bytes());
  // Of another model; then damaged anywhere: refused, or, where a checksum is forged, still safe to validate.
  EXPECT_FALSE(decomposition::hull_tree_in(mapped.bytes, Model::make(generate::spoon()).value(), mapped.keep));
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  const auto copy = std::make_shared<std::vector<Line>>((mapped.bytes.size() + 63) / 64);
  std::memcpy(copy->data(), mapped.bytes.data(), mapped.bytes.size());
  const std::span<std::byte> bytes(copy->data()->bytes, mapped.bytes.size());
  ASSERT_TRUE(decomposition::hull_tree_in(bytes, model, copy));
  Random random(3);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::byte& at = bytes[random.below(static_cast<u32>(bytes.size()))];
    const std::byte before = at;
    at ^= std::byte(1 + random.below(255));
    refused += !decomposition::hull_tree_in(bytes, model, copy);
    at = before;
  }
  EXPECT_EQ(refused, 300);
  EXPECT_FALSE(decomposition::hull_tree_in(bytes.first(bytes.size() - 64), model, copy));
}

}  // namespace hull_tree_test
}  // namespace apart
