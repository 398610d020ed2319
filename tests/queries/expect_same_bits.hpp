// Two answers are the same, to the last bit.
#pragma once
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>

#include "tests/support.hpp"

namespace apart::testing {

inline void expect_same_bits(const ElementId& x, const ElementId& y) {
  EXPECT_EQ(x.triangle, y.triangle);
  EXPECT_EQ(x.feature, y.feature);
}
inline void expect_same_bits(const Collision& x, const Collision& y) {
  EXPECT_EQ(x.colliding, y.colliding);
  EXPECT_EQ(x.contained, y.contained);
  EXPECT_EQ(x.status, y.status);
  expect_same_bits(x.a, y.a), expect_same_bits(x.b, y.b);
}
inline void expect_same_bits(const Within& x, const Within& y) {
  EXPECT_EQ(x.within, y.within);
  EXPECT_EQ(x.contained, y.contained);
  EXPECT_EQ(x.status, y.status);
  expect_same_bits(x.a, y.a), expect_same_bits(x.b, y.b);
}
inline void expect_same_bits(const Distance& x, const Distance& y) {
  EXPECT_EQ(x.distance, y.distance);
  EXPECT_EQ(x.at_least, y.at_least);
  EXPECT_EQ(x.at_most, y.at_most);
  EXPECT_EQ(x.on_a, y.on_a);
  EXPECT_EQ(x.on_b, y.on_b);
  EXPECT_EQ(x.normal, y.normal);
  EXPECT_EQ(x.contained, y.contained);
  EXPECT_EQ(x.status, y.status);
  expect_same_bits(x.a, y.a), expect_same_bits(x.b, y.b);
}

}  // namespace apart::testing
