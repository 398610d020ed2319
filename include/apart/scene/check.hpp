// Checks an assembly for clashes, contacts and clearance violations.
#pragma once
#include <apart/scene/pair_report.hpp>
#include <functional>
#include <stdexcept>

namespace apart {

struct CheckProgress {
  double share = 0;                      // of the estimated work, not of the pairs
  std::optional<double> seconds_left{};  // extrapolated from the share; none at the start
  u64 pairs_done = 0, pairs = 0;
};

struct CheckWatch {
  u32 threads = 0;  // 0: all hardware threads; the report does not depend on it
  // Called after each pair, frame and step between frames, by one thread at a time; false stops after what is begun.
  std::function<bool(const CheckProgress&)> progress{};
  // Bytes that the process may keep resident, about; 0: no bound. What queries derive from models is dropped when they
  // are near it, and `release` is called, which may give mapped pages back. The report does not depend on it.
  u64 memory = 0;
  std::function<void()> release{};
  // Results of an earlier check of the same parts by the same rules, by the indices of the parts: they are not computed
  // again. Called with each result that is, by one thread at a time: `found`.
  std::function<std::optional<PairReport>(u32 a, u32 b)> known{};
  std::function<void(const PairReport&)> found{};
};

// Thrown by check() where the arrays of a part's model, which are read when they are first needed, are not valid.
struct UnreadableModel : std::runtime_error {
  UnreadableModel(u32 which, const std::string& problem) : std::runtime_error(problem), part(which) {}
  u32 part;
};

// The poses of some parts in each frame; all others do not move.
struct Motion {
  std::vector<u32> parts;                 // indices of those that move
  std::vector<std::vector<Pose>> frames;  // a pose for each of them
};

struct CheckReport {
  // Pairs whose boxes are within the clearance (with CheckRules::all_pairs: all) but those ignored without a reason,
  // and self-collisions, if enabled; the worst first. All other pairs are clear by their boxes alone.
  std::vector<PairReport> pairs;
  std::vector<std::pair<u32, u32>> unfinished;  // not tested, or not in all frames, since it was stopped
  u64 all_pairs = 0, excluded = 0;              // n · (n − 1) / 2; those that rules leave out, near or far
  u64 ignored = 0;                              // near pairs that were not tested
  std::vector<u64> ignored_by;  // for each rule of CheckRules::ignore: listed or near pairs that it left out or excused
  double seconds = 0, broad_seconds = 0;  // in all, and of these until the pairs to be tested were known

  bool finished() const { return unfinished.empty(); }
  u64 how_many(PairState state) const;  // without ignored ones
  bool bad() const;                     // is there a problem?
};

// The same bits for any number of threads. With the parts in another order, the same report up to their indices: in a
// pair, a is the one whose name comes first.
CheckReport check(std::span<const AssemblyPart> parts, const CheckRules& rules = {}, const CheckWatch& watch = {});
// For all frames of a motion and between them; a pair is reported once, with its worst time.
CheckReport check(std::span<const AssemblyPart> parts, const Motion& motion, const CheckRules& rules,
                  const CheckWatch& watch = {});

}  // namespace apart
