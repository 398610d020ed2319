// The solid angles of triangles seen from a point, one by one.
#pragma once
#include <apart/queries/winding_number.hpp>
#include <apart/triangles/lanes/solid_angles.hpp>
#include <numbers>

namespace apart::queries {

class SumOfAngles {
 public:
  // Up to kMostAngles triangles; those that contain the point count as nothing.
  void add(Vec3d point, std::span<const Triangle> triangles) {
    u32 doubtful[kMostAngles];
    const u32 left =
        solid_angles().triangles(point, triangles.data(), static_cast<u32>(triangles.size()), sum_, doubtful);
    for (u32 k = 0; k < left; ++k) {
      const HalfSolidAngle one = half_solid_angle(point, triangles[doubtful[k]]);
      others_ += one.angle;
      on_surface_ = on_surface_ || one.contains;
    }
  }
  WindingNumber winding() const {
    return {.value = (sum_.total() + others_) / (2 * std::numbers::pi),
            .on_surface = on_surface_,
            .method = WindingNumber::Method::solid_angles};
  }

 private:
  AngleSum sum_;
  double others_ = 0;
  bool on_surface_ = false;
};

}  // namespace apart::queries
