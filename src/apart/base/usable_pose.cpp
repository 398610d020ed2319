#include <apart/base/rigidity.hpp>
#include <apart/base/usable_pose.hpp>

namespace apart {
namespace {

// Up to here the error bounds of volumes and kernels hold.
constexpr double kSmallDrift = 2 * Pose::kRigidTolerance;

}  // namespace

bool is_usable_as_it_is(const Pose& pose) {
  return rigidity_error(pose.rotation) <= kSmallDrift && largest(abs(pose.translation)) <= Pose::kFarthest &&
         is_finite(pose.translation);
}

std::optional<Pose> usable_pose(const Pose& pose) {
  if (is_usable(pose)) return pose;
  const Result<Pose> nearest = Pose::from_matrix(pose.rotation, pose.translation);
  return nearest ? std::optional(*nearest) : std::nullopt;
}

Pose require_usable(const Pose& pose) {
  const std::optional<Pose> usable = usable_pose(pose);
  APART_ASSERT(usable.has_value(), "a pose that is not rigid or not finite, or farther than 1e150");
  return *usable;
}

}  // namespace apart
