// The walks of gpu::Models by a stand-in of one warp, on the CPU: answers, and what was left open.
#pragma once
#include <apart/base/random.hpp>
#include <apart/gpu/build_trees.hpp>
#include <apart/gpu/distance_walk.hpp>
#include <apart/gpu/pose_record.hpp>
#include <apart/gpu/yes_no_walk.hpp>
#include <memory>

namespace apart::gpu::testing {

class StandIn {
 public:
  StandIn(std::span<const Model> models, std::span<const ModelPair> of) : trees_(build_trees(models, 1).value()) {
    for (const ModelPair& pair : of) pairs_.push_back(trees_.roots.pair(pair.a, pair.b));
  }
  const HostTrees& trees() const { return trees_; }

  std::vector<unsigned char> collide(const std::vector<Pose>& poses, std::span<const u32> pair_of = {}) {
    return yes_no(poses, pair_of, TouchQuestion{});
  }
  std::vector<unsigned char> within(const std::vector<Pose>& poses, double tolerance,
                                    std::span<const u32> pair_of = {}) {
    const float scaled = static_cast<float>(trees_.roots.scale * tolerance);
    return yes_no(poses, pair_of,
                  WithinQuestion{tolerance, scaled * (1 - 4 * kUnitFloat), scaled * (1 + 4 * kUnitFloat)});
  }
  enum class By { warps, teams };
  std::vector<NearestRecord> distance(const std::vector<Pose>& poses, std::span<const u32> pair_of = {},
                                      By by = By::warps) {
    std::vector<NearestRecord> out(poses.size());
    const auto active = prepare(poses, pair_of);
    for (std::size_t i = 0; i < poses.size(); ++i) out[i].status = active[i] ? 0 : kOpen;
    std::vector<BoundItem> slow(slow_size());
    const auto memory = std::make_unique<DistanceMemory>();
    u32 next = 0, listed = 0, again_count = 0;
    // Room for some of the poses: the others are walked again.
    std::vector<Candidate> list(8 * poses.size());
    std::vector<u32> again(poses.size());
    const auto size = static_cast<u32>(list.size());
    const DistanceArgs args{trees_.view(), records_.data(), poses.data(), pairs_.data(), static_cast<u32>(poses.size()),
                            out.data(),    &next,           slow.data(),  slow_size(),   12,
                            list.data(),   &listed,         size,         again.data(),  &again_count};
    if (by == By::teams)
      walk_by_teams(args);
    else
      DistanceWalk<HostWarp, Poses::alone>(HostWarp{}, args, *memory, 0).run();
    std::vector<double> squared(size);
    std::vector<u64> least(poses.size(), ~u64(0)), lowest(poses.size(), ~u64(0));
    const CandidateArgs after{trees_.view(),  poses.data(), list.data(),   &listed,   size,
                              squared.data(), least.data(), lowest.data(), out.data()};
    for (const auto pass : {measure_candidate, number_candidate, answer_candidate})
      for (u32 i = 0; i < after.count(); ++i) pass(after, i);
    next = 0;
    DistanceWalk<HostWarp, Poses::again>(HostWarp{}, args, *memory, 0).run();
    listed_all_ = again_count == 0;
    return out;
  }

  bool listed_all() const { return listed_all_; }  // of the last distances: no pose was walked again
  u32 given() const { return given_; }             // how often a warp of a team was given something to do

 private:
  // The warps of a team in turns, now this one and now that.
  void walk_by_teams(const DistanceArgs& args) {
    using Walk = DistanceWalk<HostWarp, Poses::by_team>;
    constexpr u32 warps = DistanceTeam::kWarps;
    const auto memory = std::make_unique<DistanceMemory[]>(warps);
    std::vector<BoundItem> slow(u64(warps) * args.slow_size);
    DistanceArgs own = args;
    own.slow = slow.data();
    DistanceTeam team;
    std::vector<Walk> walks;
    for (u32 k = 0; k < warps; ++k) walks.emplace_back(HostWarp{}, own, memory[k], k, &team, k);
    Random random(12);
    for (u32 pose = 0; pose < args.count; ++pose) {
      team.begin(pose);
      std::vector<u32> going;
      for (u32 k = 0; k < warps; ++k)
        if (walks[k].begin(pose)) going.push_back(k);
      if (going.empty()) continue;
      while (!going.empty()) {
        const u32 which = random.below(static_cast<u32>(going.size())), k = going[which];
        const bool waited = team.state[k] > DistanceTeam::kWaits;
        if (!walks[k].go_on()) {
          walks[k].end();
          going.erase(going.begin() + which);
        }
        given_ += waited && team.state[k] == DistanceTeam::kHasWork;
      }
      for (Walk& walk : walks) walk.number();
      for (Walk& walk : walks) walk.answer();
    }
  }

  u32 slow_size() const { return most_open(trees_.roots.deepest(), trees_.roots.deepest()); }

  std::vector<bool> prepare(const std::vector<Pose>& poses, std::span<const u32> pair_of) {
    records_.assign(poses.size() * kRecord, {});
    std::vector<bool> active;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const u32 pair = pair_of.empty() ? 0 : pair_of[i];
      active.push_back(write_record(poses[i], pairs_[pair], pair, records_.data() + i * kRecord));
    }
    return active;
  }

  template <class Question>
  std::vector<unsigned char> yes_no(const std::vector<Pose>& poses, std::span<const u32> pair_of,
                                    const Question& question) {
    const auto active = prepare(poses, pair_of);
    std::vector<unsigned char> out;
    for (const bool on : active) out.push_back(on ? 0 : kOpen);
    std::vector<BoxItem> slow(slow_size());
    const auto memory = std::make_unique<YesNoMemory>();
    u32 next = 0;
    const YesNoArgs args{trees_.view(),
                         records_.data(),
                         poses.data(),
                         pairs_.data(),
                         static_cast<u32>(poses.size()),
                         out.data(),
                         &next,
                         slow.data(),
                         slow_size(),
                         12,
                         kLanes,
                         8,
                         kLanes};
    walk_yes_no(HostWarp{}, args, question, *memory, 0);
    return out;
  }

  HostTrees trees_;
  std::vector<PairRoots> pairs_;
  std::vector<Float4> records_;
  bool listed_all_ = false;
  u32 given_ = 0;
};

}  // namespace apart::gpu::testing
