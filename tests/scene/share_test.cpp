// A check that is shared by ranks: each pair is one rank's, and all of them together have those of a single one.
#include <apart/scene/checker.hpp>
#include <samples/plant.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace share_test {

std::vector<AssemblyPart> parts_of(const generate::PlantBodies& plant) {
  std::vector<AssemblyPart> parts;
  for (std::size_t i = 0; i < plant.bodies.size(); ++i)
    parts.push_back(
        {plant.bodies[i].name, plant.groups[i], Model::make(plant.bodies[i].mesh).value(), plant.bodies[i].pose});
  return parts;
}

TEST(Share, RanksArePiecesOfACurveOfEqualWeight) {
  std::vector<Bounds> boxes;
  std::vector<double> weights;
  for (int k = 0; k < 1000; ++k) {
    boxes.push_back({{k * 1.0, 0, 0}, {k + 0.5, 1, 1}});
    weights.push_back(k < 500 ? 1 : 3);
  }
  for (const u32 ranks : {1u, 2u, 7u, 64u, 2000u}) {
    const std::vector<u32> rank = scene::ranks_along_curve(boxes, weights, ranks);
    std::vector<double> load(ranks, 0.0);
    for (std::size_t i = 0; i < rank.size(); ++i) {
      ASSERT_LT(rank[i], ranks);
      load[rank[i]] += weights[i];
      if (i > 0) {
        EXPECT_GE(rank[i], rank[i - 1]);  // along a line the curve is the line
      }
    }
    for (double one : load) EXPECT_LE(one, 2000.0 / ranks + 3);
  }
  EXPECT_EQ(scene::ranks_along_curve(std::vector<Bounds>(3), std::vector<double>(3, 0.0), 5),
            (std::vector<u32>{0, 0, 0}));
}

TEST(Share, TogetherTheyHaveThePairsOfOne) {
  const std::vector<AssemblyPart> parts = parts_of(generate::plant({.bodies = 300, .triangles = 12000, .faults = 0.5}));
  CheckRules rules{.clearance = 200, .self = true};
  rules.ignore.push_back({.pair = {{.name = "pipe A*"}, {.name = "column*"}}});
  const CheckWatch watch;
  const Motion motion;
  using Pairs = std::set<std::pair<u32, u32>>;
  const auto pairs_of = [](const std::vector<scene::CheckTask>& tasks) {
    Pairs out;
    for (const scene::CheckTask& task : tasks) EXPECT_TRUE(out.emplace(task.a, task.b).second);
    return out;
  };
  scene::Checker one(parts, motion, rules, watch);
  CheckReport expected = one.begin();
  const Pairs all = pairs_of(one.tasks(expected));
  EXPECT_GT(all.size(), 500u);
  EXPECT_GT(expected.ignored, 0u);
  for (const u32 ranks : {2u, 3u, 8u, 64u}) {
    Pairs together;
    u64 ignored = 0;
    std::size_t largest = 0;
    const std::vector<double> weights(parts.size(), 1);
    scene::Share share{scene::ranks_along_curve(one.boxes(), weights, ranks), ranks, 0};
    for (share.mine = 0; share.mine < ranks; ++share.mine) {
      scene::Checker checker(parts, motion, rules, watch);
      CheckReport report = checker.begin();
      const Pairs some = pairs_of(checker.tasks(report, &share));
      largest = std::max(largest, some.size());
      for (const auto& pair : some) EXPECT_TRUE(together.insert(pair).second);
      ignored += report.ignored;
    }
    EXPECT_EQ(together, all) << ranks;
    EXPECT_EQ(ignored, expected.ignored);
    EXPECT_LT(double(largest), 3.0 * double(all.size()) / ranks + 10) << ranks;
  }
}

}  // namespace share_test
}  // namespace apart
