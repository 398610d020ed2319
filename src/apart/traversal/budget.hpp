// How long may a walk take before it must say what it knows?
#pragma once
#include <apart/base/vec3.hpp>
#include <chrono>
#include <limits>

namespace apart {

struct Budget {
  using Clock = std::chrono::steady_clock;

  u64 tests = std::numeric_limits<u64>::max();         // of volumes and primitives
  Clock::time_point until = Clock::time_point::max();  // a moment

  static Budget of_tests(u64 n) { return {.tests = n}; }
  static Budget of_time(std::chrono::nanoseconds time) { return {.until = Clock::now() + time}; }
  bool limited() const { return *this != Budget{}; }
  friend bool operator==(const Budget&, const Budget&) = default;
};

// Asks the clock seldom: a test takes less time than a look at it.
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
