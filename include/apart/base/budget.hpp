// How long a query may take before it must return what it knows.
#pragma once
#include <apart/base/vec3.hpp>
#include <chrono>
#include <limits>

namespace apart {

struct Budget {
  using Clock = std::chrono::steady_clock;

  u64 tests = std::numeric_limits<u64>::max();         // of bounding volumes and primitives
  Clock::time_point until = Clock::time_point::max();  // a deadline

  static Budget of_tests(u64 n) { return {.tests = n}; }
  static Budget of_time(std::chrono::nanoseconds time) { return {.until = Clock::now() + time}; }
  bool limited() const { return *this != Budget{}; }
  friend bool operator==(const Budget&, const Budget&) = default;
};

}  // namespace apart
