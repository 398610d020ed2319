// A query at the pose that is usable for the one that was given.
#pragma once
#include <apart/base/usable_pose.hpp>

namespace apart::queries {

// The answer of query(pose), which is given nothing but usable poses.
template <class Query>
auto at_pose(const Pose& pose, Query query) {
  return is_usable(pose) ? query(pose) : at_usable_pose(pose, query);
}

}  // namespace apart::queries
