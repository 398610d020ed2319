// Do pairs of triangles meet? Several pairs at once, where no sign is in doubt.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Of pair k in bit k. Neither is set where exact signs must decide.
struct DecidedPairs {
  u64 apart, meeting;
};
inline constexpr u32 kMostPairs = 64;

// Of *s[k] and *t[k]; of one pair at least, and of no more than kMostPairs.
DecidedPairs decide_pairs(const Triangle* const* s, const Triangle* const* t, u32 count);

}  // namespace apart::triangles
