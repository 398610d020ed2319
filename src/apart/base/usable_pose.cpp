#include <apart/base/usable_pose.hpp>

namespace apart {
namespace {

// Where the bounds that volumes and kernels derive for poses still hold.
constexpr double kSmallDrift = 2 * Posed::kRigidTolerance;

}  // namespace

bool is_usable_as_it_is(const Posed& pose) {
  return rigidity_error(pose.rotation) <= kSmallDrift && largest(abs(pose.translation)) <= Posed::kFarthest &&
         is_finite(pose.translation);
}

std::optional<Posed> usable_pose(const Posed& pose) {
  if (is_usable(pose)) return pose;
  const Result<Posed> nearest = Posed::from_matrix(pose.rotation, pose.translation);
  return nearest ? std::optional(*nearest) : std::nullopt;
}

Posed require_usable(const Posed& pose) {
  const std::optional<Posed> usable = usable_pose(pose);
  APART_ASSERT(usable.has_value(), "a pose that is not rigid or not finite, or farther than 1e150");
  return *usable;
}

}  // namespace apart
