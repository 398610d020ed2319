#include <apart/base/lane_width.hpp>

#include "tests/support.hpp"

namespace apart {
namespace lane_width_test {

TEST(LaneWidth, OfShortQueriesIsTheOneThatWasSet) {
  for (const LaneWidth width : kLaneWidths) {
    if (!has_lanes(width)) continue;
    use_lanes(width);
    EXPECT_EQ(lane_width(), width);
    EXPECT_EQ(lane_width_of_short_queries(), width);
  }
  use_lanes({});
}

TEST(LaneWidth, OfShortQueriesIsNoWiderThanTheMachine) {
  use_lanes({});
  const LaneWidth width = lane_width_of_short_queries();
  EXPECT_TRUE(width == lane_width() || (lane_width() == LaneWidth::sixteen && width == LaneWidth::eight));
  EXPECT_EQ(lane_width_of_short_queries(), width);
}

}  // namespace lane_width_test
}  // namespace apart
