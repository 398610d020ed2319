// Several processes by MPI: who they are, and that they see the same.
#include <fmt/format.h>
#include <unistd.h>
#include <cstdio>

#include "cli/check/ranks.hpp"
#include "cli/check/ranks/shared_check.hpp"
#include "cli/command.hpp"

namespace apart::cli {

struct Ranks::State {
  State() {
    if (started_by_mpirun() == 0) return;
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    if (given < MPI_THREAD_FUNNELED) throw BadInput("this MPI does not allow threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    on = true;
  }
  ~State() {
    if (on) MPI_Finalize();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool on = false, agreed = false;
  int rank = 0, size = 1;
  std::vector<RankWork> works{};  // of all ranks, on the first
};

Ranks::Ranks() : state_(std::make_unique<State>()) {}
Ranks::~Ranks() = default;
u32 Ranks::size() const { return static_cast<u32>(state_->size); }
bool Ranks::first() const { return state_->rank == 0; }
bool Ranks::agreed() const { return state_->agreed; }

void Ranks::agree(u64 fingerprint, const std::string& problem) {
  state_->agreed = true;
  if (size() == 1) {
    if (!problem.empty()) throw BadInput(problem);
    return;
  }
  struct Seen {
    u64 fingerprint;
    char problem[500];
  } mine{fingerprint, ""};
  problem.copy(mine.problem, sizeof mine.problem - 1);
  std::vector<Seen> all(size());
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
  std::string wrong;
  for (u32 r = 0; wrong.empty() && r < size(); ++r)  // what is wrong everywhere is not said to be one rank's
    if (*all[r].problem) wrong = (r > 0 ? fmt::format("rank {}: ", r) : "") + all[r].problem;
  for (u32 r = 0; wrong.empty() && r < size(); ++r)
    if (all[r].fingerprint != all[0].fingerprint)
      wrong = fmt::format("rank {} sees other files or options than rank 0; all ranks need the same", r);
  if (wrong.empty()) return;
  if (!first()) throw SaidByFirstRank{};
  throw BadInput(wrong);
}

void Ranks::abandon(const std::string& problem) const {
  if (size() == 1) throw BadInput(problem);
  std::fputs(fmt::format("apart: rank {}: {}\n", state_->rank, problem).c_str(), stderr);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, bad_input);
  ::_exit(bad_input);
}

std::optional<CheckReport> Ranks::check(const Report& report, const CheckWatch& watch,
                                        const std::vector<std::pair<u32, u32>>& known) {
  if (size() == 1) return apart::check(report.parts, report.motion, report.rules, watch);
  SharedCheck shared(report, watch, known);
  std::optional<CheckReport> out = shared.run();
  state_->works = shared.works();
  return out;
}

std::string Ranks::timing() const { return timing_table(state_->works); }

}  // namespace apart::cli
