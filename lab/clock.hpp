// CPU time of this thread: other load on the machine is not counted.
#pragma once
#include <algorithm>
#include <ctime>
#include <limits>

namespace apart::lab {

inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

template <class F>
double seconds_of(F&& run) {
  const double start = thread_seconds();
  run();
  return thread_seconds() - start;
}

// One run of something short: the best of some rounds, each repeated until it takes long enough for the clock.
template <class F>
double best_seconds(F&& run, int rounds, double at_least) {
  int times = 1;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds;) {
    const double took = seconds_of([&] {
      for (int i = 0; i < times; ++i) run();
    });
    if (took < at_least && times < 1 << 24) {
      times *= 2;
      continue;
    }
    best = std::min(best, took / times);
    ++round;
  }
  return best;
}

}  // namespace apart::lab
