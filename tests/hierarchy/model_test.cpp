// A model is the same for any number of threads, and answers alike for any leaf size.
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/distance.hpp>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/hierarchy/watched.hpp"

namespace apart {
namespace model_test {

TEST(Model, IsTheSameForAnyNumberOfThreads) {
  const Mesh mesh = generate::sphere(1, 9000);
  const Model one = Model::make(mesh, {.leaf_size = 3}).value(),
              many = Model::make(mesh, {.leaf_size = 3, .threads = 8}).value();
  const ModelTree &a = one.tree(), &b = many.tree();
  ASSERT_TRUE(std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end()));
  ASSERT_TRUE(std::equal(a.order.begin(), a.order.end(), b.order.begin(), b.order.end()));
  EXPECT_EQ(std::memcmp(a.volumes.data(), b.volumes.data(), a.volumes.size_bytes()), 0);
}

// How often each triangle has a place in a leaf below a slot; it must lie in the boxes of all slots above it, and in
// the block of its leaf.
void count_places(const BoxTree& tree, u32 slot, const Mesh& mesh, std::vector<Aabb<float>> above,
                  std::vector<u32>& places) {
  above.push_back(tree.volume(slot));
  const Ref ref = tree.ref(slot);
  if (!ref.is_leaf()) {
    for_each_child(tree, slot, ref, [&](u32 child) { count_places(tree, child, mesh, above, places); });
    return;
  }
  ASSERT_EQ(ref.first() % TriangleBlock::kLanes, 0u);
  for (u32 at = ref.first();; ++at) {
    const Item item = tree.order[at];
    const TriangleBlock& block = tree.blocks[at / TriangleBlock::kLanes];
    const Triangle t = mesh.triangle(item.primitive());
    for (int n = 0; n < 9; ++n) ASSERT_EQ(block.at[n][at % TriangleBlock::kLanes], t[n / 3][n % 3]);
    for (const Aabb<float>& box : above)
      for (int k = 0; k < 3; ++k) ASSERT_TRUE(contains(box, t[k] - tree.frame.centre));
    ++places[item.primitive()];
    if (item.last()) return;
  }
}

TEST(Model, HasATreeOfBoxes) {
  Random random(1);
  EXPECT_TRUE(Model::make(Mesh{}).value().boxes().empty());
  for (const u32 size : {1u, 2u, 5u, 40u, 3000u}) {
    const Model model = Model::make(generate::soup(random, size)).value();
    std::vector<u32> places(size, 0);
    count_places(model.boxes(), model.boxes().root(), model.mesh(), {}, places);
    EXPECT_EQ(places, std::vector<u32>(size, 1));
    EXPECT_EQ(&model.boxes(), &Model(model).boxes());  // computed once, shared by copies
  }
}

TEST(Model, CanBeWatchedAndStopped) {
  const Mesh mesh = generate::sphere(1, 20000);
  const Model unwatched = Model::make(mesh).value();
  testing::expect_watched(
      [&](u32 threads, const BuildWatch& watch) {
        return Model::make(mesh, {.threads = threads, .progress = watch.progress});
      },
      [&](const Model& model) {
        const auto a = unwatched.tree().volumes, b = model.tree().volumes;
        ASSERT_EQ(a.size(), b.size());
        EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0);
      });
}

TEST(Model, AnswersAlikeForAnyLeafSize) {
  Random random(1);
  const Mesh a = generate::torus(1, 0.3, 30, 15), b = generate::sphere(0.5, 500);
  const Model plain_a = Model::make(a).value(), plain_b = Model::make(b).value();
  for (u32 leaf_size : {2u, 4u, 128u}) {
    const Model full_a = Model::make(a, {.leaf_size = leaf_size}).value();
    const Model full_b = Model::make(b, {.leaf_size = leaf_size}).value();
    for (int k = 0; k < 20; ++k) {
      const Pose at{random.rotation(), random.uniform(0, 3) * random.direction()};
      ASSERT_EQ(distance(full_a, at, full_b).distance, distance(plain_a, at, plain_b).distance);
    }
  }
  EXPECT_LE(memory_bytes(Model::make(a, {.leaf_size = 4}).value().tree()), 64 * std::size_t(a.size()));
}

}  // namespace model_test
}  // namespace apart
