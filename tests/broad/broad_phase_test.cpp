// Every broad phase against all pairs: boxes of every kind, from scratch and over frames of adding, moving and
// removing.
#include <apart/base/lane_width.hpp>
#include <apart/broad/broad_phase.hpp>
#include <apart/broad/methods.hpp>
#include <apart/broad/sweep_and_prune.hpp>
#include <limits>

#include "tests/broad/box_sets.hpp"
#include "tests/support.hpp"

namespace apart {
namespace broad_phase_test {

using testing::BoxSet;
using testing::kBoxSets;
using testing::random_box;
using testing::random_boxes;

bool meet(const Bounds& a, const Bounds& b) {
  for (int k = 0; k < 3; ++k)
    if (!(a.low[k] <= a.high[k] && b.low[k] <= b.high[k] && a.low[k] <= b.high[k] && b.low[k] <= a.high[k]))
      return false;
  return true;
}

std::vector<BoxPair> all_pairs(std::span<const Bounds> boxes) {
  std::vector<BoxPair> out;
  for (u32 i = 0; i < boxes.size(); ++i)
    for (u32 j = i + 1; j < boxes.size(); ++j)
      if (meet(boxes[i], boxes[j])) out.push_back({i, j});
  return out;
}

std::string name_of(BroadMethod method) { return std::string(to_string(method)); }

TEST(BroadPhase, EveryMethodIsBruteForce) {
  Random random(1);
  testing::Outcomes pairs("boxes that overlap", 0.02);
  for (BoxSet kind : kBoxSets)
    for (int round = 0; round < testing::cases(8, 80); ++round) {
      const u32 n = round == 0 ? 0 : round == 1 ? 1 : round == 2 ? 700 : random.below(200);
      const std::vector<Bounds> boxes = random_boxes(kind, n, random, round % 2 ? 0.1 : 0.4);
      const std::vector<BoxPair> truth = all_pairs(boxes);
      for (BroadMethod method : broad_methods()) {
        EXPECT_EQ(box_pairs(boxes, {.method = method}), truth) << name_of(method) << ", set " << int(kind);
        if (round == 2) {
          EXPECT_EQ(box_pairs(boxes, {.method = method, .threads = 3}), truth) << name_of(method);
        }
      }
      if (n == 700) continue;
      for (u32 i = 0; i < n; ++i)
        for (u32 j = i + 1; j < n; ++j) pairs.saw(meet(boxes[i], boxes[j]));
    }
}

TEST(BroadPhase, LanesAreTheSame) {
  Random random(2);
  for (BoxSet kind : kBoxSets) {
    const std::vector<Bounds> boxes = random_boxes(kind, 500, random);
    const std::vector<BoxPair> truth = all_pairs(boxes);
    for (LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      for (BroadMethod method : {BroadMethod::columns, BroadMethod::tree})
        EXPECT_EQ(box_pairs(boxes, {.method = method}), truth) << name_of(method) << ", set " << int(kind);
    }
    use_lanes({});
  }
}

TEST(BroadPhase, FramesOfAddingMovingAndRemoving) {
  for (BroadMethod method : broad_methods()) {
    Random random(3);
    for (int run = 0; run < testing::cases(5, 20); ++run) {
      const BoxSet kind = kBoxSets[(u32(run) * 3) % std::size(kBoxSets)];
      BroadPhase broad({.method = method});
      std::vector<Bounds> mirror;
      std::vector<char> there, fixed;
      const auto add = [&] {
        const Bounds box = random_box(kind, random, 0.3);
        const bool stays = random.chance(0.2);
        const u32 id = broad.add(box, stays);
        if (id >= mirror.size()) mirror.resize(id + 1), there.resize(id + 1, 0), fixed.resize(id + 1, 0);
        ASSERT_FALSE(there[id]);
        for (u32 i = 0; i < id; ++i) ASSERT_TRUE(there[i]) << "not the lowest free index";
        mirror[id] = box, there[id] = 1, fixed[id] = stays;
      };
      for (int i = 0; i < 60; ++i) add();
      for (int frame = 0; frame < 200; ++frame) {
        for (u32 k = random.below(4); k > 0; --k) add();
        const double share = frame % 20 == 0 ? 1 : frame % 3 == 0 ? 0 : 0.05;
        for (u32 i = 0; i < mirror.size(); ++i) {
          if (!there[i]) continue;
          if (random.chance(share)) {
            if (random.chance(0.5)) {
              mirror[i] = random_box(kind, random, 0.3);
            } else {
              const Vec3d by = random.in_box(0.05);
              mirror[i] = {mirror[i].low + by, mirror[i].high + by};
            }
            broad.move(i, mirror[i]);
          } else if (random.chance(0.02)) {
            broad.remove(i);
            mirror[i] = {}, there[i] = 0;
          }
        }
        std::vector<BoxPair> truth = all_pairs(mirror);
        std::erase_if(truth, [&](const BoxPair& p) { return fixed[p.a] && fixed[p.b]; });
        ASSERT_EQ(broad.pairs(), truth) << name_of(method) << ", frame " << frame << " of set " << int(kind);
        ASSERT_EQ(broad.pairs(), truth);
        if (frame % 10 == 0) {
          const Bounds box = random_box(kind, random, 0.5);
          std::vector<u32> hits;
          for (u32 i = 0; i < mirror.size(); ++i)
            if (there[i] && meet(mirror[i], box)) hits.push_back(i);
          ASSERT_EQ(broad.overlapping(box), hits) << name_of(method);
        }
      }
      ASSERT_EQ(broad.size(), u32(std::count(there.begin(), there.end(), 1)));
    }
  }
}

TEST(BroadPhase, ManyBoxesThatMove) {
  Random random(4);
  const u32 n = u32(testing::cases(3000, 20000));
  std::vector<Bounds> boxes = random_boxes(BoxSet::uniform, n, random, 0.08);
  BroadPhase one, many({.threads = 4}), tree({.method = BroadMethod::kept_tree});
  for (BroadPhase* broad : {&one, &many, &tree}) broad->add(boxes);
  for (int frame = 0; frame < 30; ++frame) {
    for (u32 k = 0; k < (frame == 20 ? n : n / 100); ++k) {
      const u32 i = random.below(n);
      const Vec3d by = random.in_box(0.05);
      boxes[i] = {boxes[i].low + by, boxes[i].high + by};
      for (BroadPhase* broad : {&one, &many, &tree}) broad->move(i, boxes[i]);
    }
    const std::vector<BoxPair> truth = box_pairs(boxes, {.method = BroadMethod::sweep});
    ASSERT_GT(truth.size(), n / 10);
    for (BroadPhase* broad : {&one, &many, &tree}) ASSERT_EQ(broad->pairs(), truth) << frame;
  }
}

// As many as the methods are made for: columns that are cut into slabs, that are sorted, and of several levels.
TEST(BroadPhase, ManyBoxesOfEveryKind) {
  Random random(8);
  const u32 most = u32(testing::cases(4000, 30000));
  for (BoxSet kind : kBoxSets) {
    const bool crowd = kind == BoxSet::equal || kind == BoxSet::nested || kind == BoxSet::degenerate ||
                       kind == BoxSet::lattice || kind == BoxSet::far;  // nearly all overlap
    const u32 n = crowd ? 1000 : most;
    const std::vector<Bounds> boxes = random_boxes(kind, n, random, 0.8 / std::cbrt(double(n)));
    const std::vector<BoxPair> truth = box_pairs(boxes, {.method = BroadMethod::sweep});
    ASSERT_GT(truth.size(), n / 10) << int(kind);
    for (LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      for (BroadMethod method : {BroadMethod::automatic, BroadMethod::columns, BroadMethod::tree})
        for (u32 threads : {1u, 4u})
          EXPECT_TRUE(box_pairs(boxes, {.method = method, .threads = threads}) == truth)
              << name_of(method) << ", set " << int(kind) << ", " << threads << " threads, lanes " << int(width);
      BroadPhase broad;
      broad.add(boxes);
      for (int i = 0; i < 50; ++i) {
        const Bounds& box = boxes[random.below(n)];
        std::vector<u32> hits;
        for (u32 k = 0; k < n; ++k)
          if (meet(boxes[k], box)) hits.push_back(k);
        EXPECT_EQ(broad.overlapping(box), hits) << int(kind);
      }
    }
    use_lanes({});
  }
}

TEST(BroadPhase, MovingAndFixed) {
  Random random(5);
  for (BoxSet kind : kBoxSets) {
    const std::vector<Bounds> moving = random_boxes(kind, 100, random, 0.3),
                              fixed = random_boxes(kind, 300, random, 0.3);
    std::vector<BoxPair> truth;
    for (u32 i = 0; i < moving.size(); ++i)
      for (u32 j = 0; j < fixed.size(); ++j)
        if (meet(moving[i], fixed[j])) truth.push_back({i, j});
    EXPECT_EQ(box_pairs_between(moving, fixed), truth);
    EXPECT_EQ(box_pairs_between(moving, fixed, {.threads = 3}), truth);
    EXPECT_FALSE(truth.empty()) << int(kind);
  }
}

TEST(BroadPhase, SweepAndPruneWithoutAnAxis) {
  Random random(6);
  for (int skipped = 0; skipped < 3; ++skipped) {
    broad::SweepAndPrune lists(skipped);
    std::vector<Bounds> boxes = random_boxes(BoxSet::uniform, 150, random, 0.3);
    for (int frame = 0; frame < 100; ++frame) {
      for (u32 i = 0; i < boxes.size(); ++i) {
        const Vec3d by = random.in_box(0.02);
        boxes[i] = {boxes[i].low + by, boxes[i].high + by};
        lists.set(i, boxes[i]);
      }
      ASSERT_EQ(broad::sorted_pairs(lists.pairs(), boxes.size()), all_pairs(boxes));
    }
  }
}

// ODE's hash space misses pairs of mixed sizes that overlap by 0.39 of a box.
TEST(BroadPhase, MixedSizesMissNothing) {
  Random random(7);
  std::vector<Bounds> boxes;
  for (int i = 0; i < 2000; ++i) {
    double side = 1;
    for (u32 k = random.below(9); k > 0; --k) side *= 0.39;
    boxes.push_back(testing::box_at(random.in_box(6), {side, side, side}));
  }
  const std::vector<BoxPair> truth = all_pairs(boxes);
  ASSERT_GT(truth.size(), 100u);
  for (BroadMethod method : broad_methods()) EXPECT_EQ(box_pairs(boxes, {.method = method}), truth) << name_of(method);
}

TEST(BroadPhase, BadBoxesAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Bounds> boxes{{{0, 0, 0}, {1, 1, 1}}, {{0, nan, 0}, {1, 1, 1}}};
  EXPECT_THROW(box_pairs(boxes), UsageError);
  BroadPhase broad;
  EXPECT_THROW(broad.add(boxes[1]), UsageError);
  EXPECT_THROW(broad.move(0, boxes[0]), UsageError);
  EXPECT_THROW(broad.remove(0), UsageError);
  EXPECT_EQ(broad.add(boxes[0]), 0u);
  EXPECT_THROW(broad.move(0, boxes[1]), UsageError);
  EXPECT_TRUE(broad.pairs().empty());
  for (BroadMethod method : broad_methods()) EXPECT_EQ(broad_method(to_string(method)), method);
  EXPECT_FALSE(broad_method("octtree"));
}

}  // namespace broad_phase_test
}  // namespace apart
