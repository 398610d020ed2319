// An order chosen at run time, of which a test sees what it drops.
#pragma once
#include <gtest/gtest.h>

#include <apart/traversal/at_run_time.hpp>

namespace apart::testing {

// Counts the pairs that the walk drops from its queue all at once.
struct WatchedOrder {
  static inline long dropped = 0;

  template <class Pair>
  class Queue : public AnyOrder::Queue<Pair> {
   public:
    template <class F>
    void drop_beyond(double reach, F f) {
      AnyOrder::Queue<Pair>::drop_beyond(reach, [&](const Pair& pair) {
        EXPECT_GT(pair.bound, reach);
        ++dropped;
        f(pair);
      });
    }
  };
};

}  // namespace apart::testing
