#include <apart/base/quaternion.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/world/response/simulation_state.hpp>

namespace apart::world {
namespace {

constexpr double kFullTurn = 6.283185307179586476925;

Quaternion turned(const Quaternion& q, Vec3d by) {
  const double angle = length(by);
  if (!(angle > 0)) return q;
  const SinCos half = sin_cos(angle / 2 / kFullTurn);
  const Vec3d axis = half.sin / angle * by;
  return normalized(Quaternion{half.cos, axis.x, axis.y, axis.z} * q);
}

}  // namespace

Pose BodyPath::end() const {
  if (is_still()) return from;
  const Mat3d rotation = rotation_of(turned(quaternion_of(from.rotation), part * turn));
  return {rotation, from * centre + part * by - rotation * centre};
}

// A motion is given by the path of the frame's origin. Where that is a bow, because the centre of mass is elsewhere and
// the body turns far, the parabola with the same beginning, velocity there, and end: what touches another at first
// leaves it as its velocity says.
RigidMotion BodyPath::motion(double error) const {
  if (is_still()) return RigidMotion::still(from);
  const Vec3d shift = end().translation - from.translation, radians = part * turn;
  const double angle = length(radians);
  if (!(angle > 0)) return RigidMotion::line(from, shift);
  const Vec3d first = part * by - cross(radians, from.rotate(centre));
  const bool straight = length(centre) * angle * angle < error;
  const Vec3d along[] = {straight ? shift : first, shift - first};
  return RigidMotion::polynomial(from, std::span(along, straight ? 1 : 2), radians, {&angle, 1});
}

}  // namespace apart::world
