// One process: a build without MPI.
#include <fmt/format.h>
#include <cstdlib>

#include "cli/check/ranks.hpp"
#include "cli/command.hpp"

namespace apart::cli {

struct Ranks::State {};

Ranks::Ranks() {
  const u32 started = started_by_mpirun();
  if (started < 2) return;
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char* value = std::getenv(name); value && std::string_view(value) != "0") std::_Exit(bad_input);
  throw BadInput(
      fmt::format("mpirun started {} processes, but this program was built without MPI: each would do all of the work; "
                  "configure with -DAPART_WITH_MPI=ON (Debian: libopenmpi-dev)",
                  started));
}
Ranks::~Ranks() = default;
u32 Ranks::size() const { return 1; }
bool Ranks::first() const { return true; }
void Ranks::agree(u64, const std::string& problem) {
  if (!problem.empty()) throw BadInput(problem);
}
bool Ranks::agreed() const { return true; }
void Ranks::abandon(const std::string& problem) const { throw BadInput(problem); }
std::optional<CheckReport> Ranks::check(const Report& report, const CheckWatch& watch,
                                        const std::vector<std::pair<u32, u32>>&) {
  return apart::check(report.parts, report.motion, report.rules, watch);
}
std::string Ranks::timing() const { return {}; }

}  // namespace apart::cli
