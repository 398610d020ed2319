// --baseline old.json: which findings are new, unchanged or resolved?
#pragma once
#include <apart/scene/check.hpp>

namespace apart::cli {

struct Report;

struct Baseline {
  // A finding of the old report.
  struct Old {
    std::string id, a, b, state;  // a and b are the bodies' names
    std::string id_a, id_b;
    double clearance = 0;  // that was required
    bool in_motion = false;
    std::string because{};  // why it was not compared
  };
  std::string file;
  std::vector<Old> findings;
  // By compare(). Resolved are those that were tested as before and are found no more.
  std::vector<Old> resolved{}, not_compared{};
  // For each pair of the new report its old state; empty if it was no finding.
  std::vector<std::string> was{};
  std::size_t added = 0, unchanged = 0;
};

// Reads the output of `apart check --json`. Throws BadInput.
Baseline read_baseline(const std::string& file);

void compare(Baseline& baseline, const Report& report);

}  // namespace apart::cli
