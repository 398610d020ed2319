// Has a traversal spent its budget?
#pragma once
#include <apart/base/budget.hpp>

namespace apart {

// Reads the clock seldom: a test takes less time than that.
class BudgetWatch {
 public:
  BudgetWatch(const Budget& budget, u64 tests_before)
      : budget_(budget), before_(tests_before), look_again_(tests_before) {}

  bool spent(u64 tests) {
    if (tests - before_ >= budget_.tests) return true;
    if (budget_.until == Budget::Clock::time_point::max() || tests < look_again_) return false;
    look_again_ = tests + 64;
    return Budget::Clock::now() >= budget_.until;
  }

 private:
  Budget budget_;
  u64 before_, look_again_;
};

}  // namespace apart
