// --fail-on: which findings make the exit status 1.
#pragma once
#include <set>

#include "cli/check/report.hpp"

namespace apart::cli {

struct FailOn {
  bool as_usual = true;  // the default: whatever counts as a problem (PairReport::bad)
  std::set<PairState> states{};
  bool fresh = false;  // problems that are not in the baseline, or are worse than there
};

// Parses "clash,near", "new" or "none"; empty: the default. Throws BadInput.
FailOn read_fail_on(const std::string& words);
bool fails(const Report& report, const FailOn& fail_on);

}  // namespace apart::cli
