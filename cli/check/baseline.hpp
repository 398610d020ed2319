// --baseline old.json: what is new since then, what is still there, what is gone?
#pragma once
#include <apart/scene/check.hpp>

namespace apart::cli {

struct Baseline {
  struct Old {
    std::string id, a, b, state;
  };
  std::string file;
  std::vector<Old> findings;  // of the old report; once compared, those that are gone
  // Of each pair of the new report: what it was; empty: it was no finding.
  std::vector<std::string> was{};
  std::size_t added = 0, unchanged = 0;
};

// What `apart check --json` printed. Throws BadInput.
Baseline read_baseline(const std::string& file);

// A pair that was not asked, since the check was stopped, is not gone.
void compare(Baseline& baseline, std::span<const PairReport> pairs, std::span<const std::string> ids,
             std::span<const std::string> unfinished);

}  // namespace apart::cli
