// --baseline old.json: which findings are new, unchanged or resolved?
#pragma once
#include <apart/scene/check.hpp>

namespace apart::cli {

struct Baseline {
  struct Old {
    std::string id, a, b, state;
  };
  std::string file;
  std::vector<Old> findings;  // of the old report; after compare(), the resolved ones only
  // For each pair of the new report its old state; empty if it was no finding.
  std::vector<std::string> was{};
  std::size_t added = 0, unchanged = 0;
};

// Reads the output of `apart check --json`. Throws BadInput.
Baseline read_baseline(const std::string& file);

// A pair that was not tested because the check was stopped does not count as resolved.
void compare(Baseline& baseline, std::span<const PairReport> pairs, std::span<const std::string> ids,
             std::span<const std::string> unfinished);

}  // namespace apart::cli
