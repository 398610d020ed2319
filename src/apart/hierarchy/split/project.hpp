// Projection of centres on a direction, and their range.
#pragma once
#include <apart/hierarchy/split/split.hpp>

namespace apart::hierarchy {

// Calls f with a function that projects an element on the direction; for a coordinate axis it is just a load.
template <class F>
APART_INLINE auto with_projection(const Direction& direction, F f) {
  if (direction.coordinate >= 0) {
    const int k = direction.coordinate;
    return f([k](const Element& e) { return e.centre[k]; });
  }
  const Vec3f d = direction.along;
  return f([d](const Element& e) { return d.x * e.centre[0] + d.y * e.centre[1] + d.z * e.centre[2]; });
}

struct FromTo {
  float low, high;
};

inline FromTo from_to(const Subset& subset, const Direction& direction) {
  if (direction.coordinate >= 0)
    return {subset.centres.low[direction.coordinate], subset.centres.high[direction.coordinate]};
  return with_projection(direction, [&](auto project) {
    FromTo range{CentreBox::kMost, -CentreBox::kMost};
    for (const Element& e : subset.elements) {
      const float at = project(e);
      range = {lesser(range.low, at), larger(range.high, at)};
    }
    return range;
  });
}

}  // namespace apart::hierarchy
