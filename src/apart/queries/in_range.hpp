// Is a point given to a query usable?
#pragma once
#include <apart/base/pose.hpp>

namespace apart::queries {

inline bool in_range(Vec3d point) {
  const Vec3d far = abs(point);  // comparisons with NaN are false
  return (far.x <= Pose::kFarthest) & (far.y <= Pose::kFarthest) & (far.z <= Pose::kFarthest);
}

}  // namespace apart::queries
