// Is a point given to a query usable?
#pragma once
#include <apart/base/pose.hpp>

namespace apart::queries {

inline bool in_range(Vec3d point) { return is_finite(point) && largest(abs(point)) <= Pose::kFarthest; }

}  // namespace apart::queries
