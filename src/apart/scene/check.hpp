// What in an assembly clashes, touches, or comes closer than it may?
#pragma once
#include <apart/scene/pair_report.hpp>
#include <functional>

namespace apart {

struct CheckProgress {
  double share = 0;  // of the work, as estimated beforehand by how near and how large things are: not of the pairs
  std::optional<double> seconds_left{};  // by the time the share took so far; none before anything is done
  u64 pairs_done = 0, pairs = 0;
};

struct CheckWatch {
  u32 threads = 0;  // 0: as many as the machine has; the report is the same for any number
  // Told after each pair and, of things that move, each frame, by one thread at a time; when it says false, what was
  // begun is finished, a pair or a frame of one, and no more is.
  std::function<bool(const CheckProgress&)> progress{};
};

// Where some parts stand in each frame; all others stay where they are.
struct Motion {
  std::vector<u32> parts;                 // numbers of those that move
  std::vector<std::vector<Pose>> frames;  // a pose for each of them
};

struct CheckReport {
  // Pairs whose boxes are within the clearance (with CheckRules::all_pairs: all), but for those ignored without a
  // reason; the worst first. All other pairs are clear by their boxes alone. A clash of a part with itself stands here
  // too, when that was asked.
  std::vector<PairReport> pairs;
  std::vector<std::pair<u32, u32>> unfinished;  // not asked, or not in all frames, since it was stopped
  u64 all_pairs = 0;                            // of the assembly: n · (n − 1) / 2
  u64 ignored = 0;                              // near pairs that were not asked
  // Of each rule of CheckRules::ignore: how many pairs it left out or excused, of those that are listed or near.
  std::vector<u64> ignored_by;
  double seconds = 0;

  bool finished() const { return unfinished.empty(); }
  u64 how_many(PairState state) const;  // ignored ones left out
  bool bad() const;                     // is there a problem?
};

// The same bits whatever the number of threads. With the parts in another order, the same report but for their numbers:
// of a pair, a is the one whose name comes first.
CheckReport check(std::span<const AssemblyPart> parts, const CheckRules& rules = {}, const CheckWatch& watch = {});
// In all frames of a motion; a pair is in the report once, as it is in its worst frame.
CheckReport check(std::span<const AssemblyPart> parts, const Motion& motion, const CheckRules& rules,
                  const CheckWatch& watch = {});

}  // namespace apart
