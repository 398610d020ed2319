// Has a traversal spent its budget?
#pragma once
#include <apart/base/budget.hpp>

namespace apart::traversal {

// Reads the clock once in 64 tests: reading it takes longer than a test.
class BudgetWatch {
 public:
  BudgetWatch(const Budget& budget, u64 tests_before)
      : budget_(budget), before_(tests_before), next_read_(tests_before) {}

  bool spent(u64 tests) {
    if (tests - before_ >= budget_.tests) return true;
    if (budget_.until == Budget::Clock::time_point::max() || tests < next_read_) return false;
    next_read_ = tests + 64;
    return Budget::Clock::now() >= budget_.until;
  }

 private:
  Budget budget_;
  u64 before_, next_read_;
};

}  // namespace apart::traversal
