// --fail-on: which findings make the exit status 1.
#pragma once
#include <set>

#include "cli/check/report.hpp"

namespace apart::cli {

struct FailOn {
  bool as_usual = true;  // nothing was said: whatever counts as a problem (PairReport::bad)
  std::set<PairState> states{};
  bool fresh = false;  // problems that the baseline does not have, or has in a better state
};

// "clash,near", "new", "none"; empty: as usual. Throws BadInput.
FailOn read_fail_on(const std::string& words);
bool fails(const Report& report, const FailOn& fail_on);

}  // namespace apart::cli
