// The processes that share a check: this one alone, or those that mpirun started (APART_WITH_MPI).
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "cli/check/report.hpp"
#include "cli/input.hpp"

namespace apart::cli {

// Thrown on ranks other than the first where the first reports what is wrong.
struct SaidByFirstRank {};

class Ranks {
 public:
  // Throws BadInput if mpirun started several processes, and this program was built without MPI.
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  u32 size() const;
  bool first() const;  // it reads the journal, and writes the report

  // All ranks call this once they have read their input, with a hash of it and of the options; or with what is wrong.
  // If something is, or they differ, the first throws BadInput and the others SaidByFirstRank.
  void agree(u64 fingerprint, const std::string& problem = {});
  bool agreed() const;
  // Ends all ranks: what is wrong was noticed by one of them while others work.
  [[noreturn]] void abandon(const std::string& problem) const;

  // The check of all ranks: its report on the first, nothing on the others. Its bytes do not depend on their number.
  // `watch` is as of apart::check(); known, found and progress are called on the first.
  std::optional<CheckReport> check(const Report& report, const CheckWatch& watch,
                                   const std::vector<std::pair<u32, u32>>& known);
  // A table of what each rank did; on the first, after check(). Empty for one process.
  std::string timing() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// How many processes mpirun started with this one, by what it leaves in the environment; 0: it was not started so.
u32 started_by_mpirun();

}  // namespace apart::cli
