// Near pairs of boxes against all pairs, and the boxes of parts against their vertices.
#include <algorithm>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/scene/assembly.hpp>
#include <apart/scene/near_pairs.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace near_pairs_test {

std::vector<NearPair> all_near(std::span<const Bounds> boxes, std::span<const double> reaches) {
  std::vector<NearPair> out;
  for (u32 i = 0; i < boxes.size(); ++i)
    for (u32 j = i + 1; j < boxes.size(); ++j) {
      if (boxes[i].empty() || boxes[j].empty()) continue;
      const double apart = box_gap(boxes[i], boxes[j]);
      if (apart <= lesser(reaches[i], reaches[j])) out.push_back({i, j, apart});
    }
  return out;
}

// By asking for each box alone, in the dynamic tree.
std::vector<NearPair> near_each(const NearBoxes& boxes, u32 count) {
  std::vector<NearPair> out;
  for (u32 i = 0; i < count; ++i)
    boxes.near(i, [&](u32 j, double apart) {
      if (i < j) out.push_back({i, j, apart});
    });
  std::sort(out.begin(), out.end(),
            [](const NearPair& x, const NearPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return out;
}

TEST(NearPairs, AreThoseOfAllPairs) {
  Random random(1);
  testing::Outcomes near("boxes that are near another");
  for (int round = 0; round < testing::cases(60, 600); ++round) {
    const double scale = round % 3 == 0 ? 1 : round % 3 == 1 ? 1e-9 : 1e9;
    const Vec3d off = round % 2 ? Vec3d{} : 1e6 * scale * Vec3d{1, -2, 3};
    std::vector<Bounds> boxes;
    std::vector<double> reaches;
    const u32 n = random.below(120);
    for (u32 i = 0; i < n; ++i) {
      Bounds box;
      if (!random.chance(0.05)) {  // some are empty, some on a grid, so that they touch exactly
        const Vec3d at =
            random.chance(0.3) ? Vec3d{double(random.below(4)), double(random.below(4)), 0} : 3 * random.in_ball();
        box.add(off + scale * at);
        box.add(off + scale * (at + (random.chance(0.3) ? Vec3d{1, 1, 1} : abs(random.in_box(2)))));
      }
      boxes.push_back(box);
      reaches.push_back(random.chance(0.3) ? 0 : scale * random.uniform(0, 2.5));
      if (round % 5 == 0 && random.chance(0.2)) reaches.back() = Bounds::kInfinity;
    }
    NearBoxes field(boxes, reaches);
    const std::vector<NearPair> truth = all_near(boxes, reaches);
    ASSERT_EQ(field.pairs(), truth);
    ASSERT_EQ(near_each(field, n), truth);
    for (u32 i = 0; i < n; ++i) {  // some move
      if (boxes[i].empty() || random.chance(0.7)) continue;
      const Vec3d by = scale * random.in_box(2);
      boxes[i] = {boxes[i].low + by, boxes[i].high + by};
      field.move(i, boxes[i]);
    }
    ASSERT_EQ(field.pairs(), all_near(boxes, reaches));
    ASSERT_EQ(near_each(field, n), all_near(boxes, reaches));
    for (const NearPair& p : truth) ASSERT_LT(p.a, p.b);
    for (u32 i = 0; i < n; ++i)
      for (u32 j = i + 1; j < n; ++j) near.saw(box_gap(boxes[i], boxes[j]) <= lesser(reaches[i], reaches[j]));
  }
  EXPECT_TRUE(near_pairs({}).empty());
}

TEST(NearPairs, AGapIsNoMoreThanTheDistance) {
  const Bounds a{{0, 0, 0}, {1, 1, 1}}, b{{4, 5, 0}, {6, 6, 1}}, c{{1, 1, 1}, {2, 2, 2}};
  EXPECT_LE(box_gap(a, b), 5);
  EXPECT_NEAR(box_gap(a, b), 5, 1e-11);
  EXPECT_EQ(box_gap(a, c), 0);
  EXPECT_EQ(box_gap(a, a), 0);
}

TEST(WorldBox, HoldsAllVerticesAndIsTight) {
  Random random(2);
  const Mesh meshes[] = {generate::torus(1, 0.3, 40, 20), generate::box({1, 2, 3}), generate::soup(random, 600),
                         placed(generate::sphere(1e-3, 900), Pose::shift({1e6, 0, -1e6}))};
  for (const Mesh& mesh : meshes) {
    const Model model = Model::make(mesh).value();
    for (int k = 0; k < 20; ++k) {
      const Pose pose = k == 0 ? Pose{} : Pose{random.rotation(), (k % 2 ? 1 : 1e4) * random.in_box(1)};
      Bounds truth;
      for (const Face& f : mesh.faces())
        for (u32 v : f) truth.add(pose * mesh.vertices()[v]);
      const Bounds box = world_box(model, pose);
      const double room = 1e-14 * 4 * (largest(abs(model.tree().frame.centre)) + 1 + largest(abs(pose.translation)));
      for (int i = 0; i < 3; ++i) {
        EXPECT_LE(box.low[i], truth.low[i]);
        EXPECT_GE(box.high[i], truth.high[i]);
        EXPECT_GE(box.low[i], truth.low[i] - room);
        EXPECT_LE(box.high[i], truth.high[i] + room);
      }
    }
  }
  EXPECT_TRUE(world_box(Model::make(Mesh{}).value(), {}).empty());
}

}  // namespace near_pairs_test
}  // namespace apart
