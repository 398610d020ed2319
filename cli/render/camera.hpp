// A perspective camera and its projection to the picture.
#pragma once
#include <apart/base/vec3.hpp>
#include <numbers>

namespace apart::render {

struct Camera {
  static constexpr double kDegrees = 60;        // horizontal field of view
  static constexpr double kAspect = 4.0 / 3;    // width to height
  static constexpr double kNearest = 1.0 / 64;  // near plane, as a share of the distance

  Vec3d eye{}, ahead{}, right{}, up{};  // orthonormal
  double distance = 1;                  // to the target

  // z is up, unless the camera looks straight up or down.
  static Camera looking_at(Vec3d target, Vec3d ahead, double distance) {
    const Vec3d d = ahead / length(ahead);
    const Vec3d upright = std::abs(d.z) < 0.999 ? Vec3d{0, 0, 1} : Vec3d{0, 1, 0};
    const Vec3d side = cross(d, upright), right = side / length(side);
    return {target - distance * d, d, right, cross(right, d), distance};
  }

  static double half_width() { return std::tan(kDegrees * std::numbers::pi / 360); }  // at a depth of one
  static double vertical_degrees() { return std::atan(half_width() / kAspect) * 360 / std::numbers::pi; }

  // Camera coordinates (right, up, ahead) in units of the distance, so independent of the assembly's scale.
  Vec3d seen(Vec3d p) const {
    const Vec3d d = p - eye;
    return Vec3d{dot(right, d), dot(up, d), dot(ahead, d)} / distance;
  }
};

// The projection of a point in camera coordinates, in samples; `nearness`, 1 / depth, is linear across a plane.
struct OnPicture {
  double x, y, nearness;
};
inline OnPicture on_picture(Vec3d seen, int width, int height) {
  const double nearness = 1 / seen.z, scale = 0.5 * width * nearness / Camera::half_width();
  return {0.5 * width + scale * seen.x, 0.5 * height - scale * seen.y, nearness};
}

}  // namespace apart::render
