// The check of a motion is that of all its frames, and stops between two of them.
#include <map>
#include <set>

#include "tests/scene/assembly_parts.hpp"
#include "tests/support.hpp"

namespace apart {
namespace check_motion_test {

using testing::cube;
using testing::part;
using testing::text;

// Each frame by itself is the reference.
TEST(Check, AMotionIsAllItsFrames) {
  const Mesh ball = generate::sphere(1, 120);
  std::vector<AssemblyPart> parts{part("ring", generate::torus(4, 0.5, 24, 10)), part("ball", ball),
                                  part("other", ball, Pose::shift({0, 0, 20})),
                                  part("touches", generate::box({1, 1, 1}), Pose::shift({0, 30, 0})),
                                  part("touched", generate::box({1, 1, 1}), Pose::shift({0, 31, 0}))};
  Motion motion{.parts = {2, 1}, .frames = {}};
  Random random(8);
  for (int k = 0; k < 40; ++k) {
    const double t = k < 20 ? k : 20;  // then it rests
    motion.frames.push_back(
        {Pose{random.rotation(), {0.1 * k, 0, 3 + 0.3 * k}}, Pose::shift({-1 + 0.3 * t, 0.2, 0.03 * t})});
  }
  const CheckRules rules{.clearance = 0.5};
  const CheckReport report = check(parts, motion, rules);
  std::map<std::pair<u32, u32>, PairReport> truth;  // by brute force over frames
  for (u32 k = 0; k < motion.frames.size(); ++k) {
    for (std::size_t m = 0; m < motion.parts.size(); ++m) parts[motion.parts[m]].pose = motion.frames[k][m];
    for (PairReport r : check(parts, rules).pairs) {
      const auto [at, is_new] = truth.emplace(std::pair{r.a, r.b}, r);
      PairFrames frames = at->second.frames;
      if (is_new) frames = {};
      if (is_new || worse(r, at->second)) at->second = r, frames.worst = k;
      if (r.state != PairState::clear && frames.found++ == 0) frames.first = k;
      at->second.frames = frames;
    }
  }
  ASSERT_EQ(report.pairs.size(), truth.size());
  std::set<PairState> states;
  for (const PairReport& r : report.pairs) {
    const PairReport& t = truth.at({r.a, r.b});
    EXPECT_EQ(r.frames.found, t.frames.found);
    if (r.frames.worst_at != std::floor(r.frames.worst_at)) {  // between two frames, and worse than in any
      EXPECT_TRUE(worse(r, t));
      states.insert(r.state);
      continue;
    }
    EXPECT_EQ(r.state, t.state);
    EXPECT_EQ(r.distance, t.distance);
    EXPECT_EQ(r.frames.found, t.frames.found);
    EXPECT_EQ(r.frames.first, t.frames.first);
    EXPECT_EQ(r.frames.worst, t.frames.worst);
    EXPECT_EQ(r.triangle_pairs, t.triangle_pairs);
    EXPECT_EQ(r.curve_length, t.curve_length);
    if (r.state != PairState::clear) {
      EXPECT_EQ(r.on_a, t.on_a);
    }
    states.insert(r.state);
  }
  EXPECT_EQ(states.count(PairState::clash), 1u);
  EXPECT_EQ(states.count(PairState::touch), 1u);
  for (u32 threads : {1u, 3u})
    EXPECT_EQ(text(parts, check(parts, motion, rules, {.threads = threads})), text(parts, report));
}

TEST(Check, StopsBetweenTwoFrames) {
  const std::vector parts{cube("a", {}), cube("b", {5, 0, 0})};
  Motion motion{.parts = {1}, .frames = {}};
  for (int k = 0; k < 50; ++k) motion.frames.push_back({Pose::shift({1.5 + 0.01 * k, 0, 0})});
  const auto stopped_after = [&](u64 most, u64& told) {
    told = 0;
    return check(parts, motion, {.clearance = 2}, {.threads = 1, .progress = [&](const CheckProgress& p) {
                                                     EXPECT_EQ(p.pairs_done == p.pairs, told == 99);
                                                     return told++ < most;
                                                   }});
  };
  u64 told = 0;
  EXPECT_TRUE(stopped_after(1000, told).finished());
  EXPECT_EQ(told, 100u);  // once before anything is done; 50 frames, 49 steps between them
  const CheckReport part = stopped_after(7, told);
  EXPECT_EQ(told, 8u);
  EXPECT_TRUE(part.pairs.empty());
  EXPECT_EQ(part.unfinished.size(), 1u);
}

}  // namespace check_motion_test
}  // namespace apart
