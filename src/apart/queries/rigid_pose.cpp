#include <apart/base/usable_pose.hpp>
#include <apart/queries/rigid_pose.hpp>

namespace apart {

std::optional<RigidPose> RigidPose::make(const Pose& pose) {
  const std::optional<Pose> usable = usable_pose(pose);
  return usable ? std::optional(RigidPose(*usable, {}, {})) : std::nullopt;
}

}  // namespace apart
