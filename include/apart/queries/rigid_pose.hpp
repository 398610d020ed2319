// Two shapes at a pose that was validated where it was made, for programs that ask several things about a pose, or
// about plain shapes alone: of a ball and a box, validating is a quarter of the query.
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <optional>

namespace apart {

// A pose that is certainly usable: there is no other way to one than make().
class RigidPose {
 public:
  // As every query validates a pose: itself, the nearest rotation, or nothing.
  static std::optional<RigidPose> make(const Pose& pose);

  const Pose& pose() const { return pose_; }

 private:
  struct Checked {};
  RigidPose(const Pose& pose, Checked, Checked) : pose_(pose) {}  // braces that make a Pose make none of these

  Pose pose_;
};

// The same answers as at b_in_a.pose(), to the bit.
Collision collide(const Shape& a, const RigidPose& b_in_a, const Shape& b, const CollideOptions& options = {});
Distance distance(const Shape& a, const RigidPose& b_in_a, const Shape& b, const DistanceOptions& options = {});
Penetration penetration(const Shape& a, const RigidPose& b_in_a, const Shape& b,
                        const PenetrationOptions& options = {});

}  // namespace apart
