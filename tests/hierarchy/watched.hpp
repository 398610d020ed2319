// Tests common to all watched operations: shares that rise to 1, the same result as unwatched, and an error in place of
// a result once the watch has returned false.
#pragma once
#include <algorithm>
#include <apart/base/progress.hpp>

#include "tests/support.hpp"

namespace apart::testing {

// Make is a function of a number of threads and a watch that returns a Result; expect_same compares the results.
template <class Make, class Same>
void expect_watched(Make make, Same expect_same) {
  for (u32 threads : {1u, 4u}) {
    SCOPED_TRACE(std::to_string(threads) + " threads");
    std::vector<double> shares;
    const auto whole = make(threads, BuildWatch{[&](double share) {
                              shares.push_back(share);
                              return true;
                            }});
    ASSERT_TRUE(whole.ok());
    expect_same(*whole);
    EXPECT_GT(shares.size(), 5u);
    EXPECT_LE(shares.size(), 2010u);  // however fine the pieces are, in each of two phases
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    ASSERT_FALSE(shares.empty());
    EXPECT_GT(shares.front(), 0);
    EXPECT_EQ(shares.back(), 1);
    EXPECT_EQ(std::count(shares.begin(), shares.end(), 1.0), 1);
    for (double enough : {0.0, 0.3, 0.7, 1.0}) {
      bool told = false;
      const auto stopped = make(threads, BuildWatch{[&](double share) {
                                  EXPECT_FALSE(told) << "asked again after it said stop";
                                  told = share >= enough;
                                  return !told;
                                }});
      ASSERT_FALSE(stopped.ok()) << "stopped at " << enough;
      EXPECT_NE(stopped.error(), "");
    }
  }
}

}  // namespace apart::testing
