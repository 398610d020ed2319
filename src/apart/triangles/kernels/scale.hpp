// Scales coordinates by a power of two to a range where fourth powers neither overflow nor underflow, and back.
#pragma once
#include <apart/base/vec3.hpp>
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Are fourth powers of such lengths in range as they are?
inline constexpr double kLeastPlain = 0x1p-100, kMostPlain = 0x1p100;
APART_INLINE bool needs_no_scale(double extent) {
  return (extent >= kLeastPlain && extent <= kMostPlain) || extent == 0;
}

class Scale {
 public:
  // From the largest difference on each axis (infinite if it overflowed), and one of the points.
  Scale(Vec3d extents, Vec3d point) {
    const double extent = largest(extents);
    if (needs_no_scale(extent)) return;
    plain_ = false;
    up_ = extent <= 0x1p1000 ? std::ldexp(1.0, -larger(std::ilogb(extent), -1000)) : 0x1p-1000;
    // A coordinate common to all points may be too large to be scaled up, and need not be. On the other axes it is at
    // most 2^53 extents.
    for (int i = 0; i < 3; ++i)
      if (extents[i] == 0) origin_[i] = point[i];
  }

  bool plain() const { return plain_; }  // no scaling needed

  Vec3d in(Vec3d p) const { return up_ * (p - origin_); }
  Triangle in(const Triangle& t) const { return {in(t.a), in(t.b), in(t.c)}; }
  Vec3d out(Vec3d p) const { return origin_ + p / up_; }
  double out_length(double length) const { return length / up_; }
  double out_squared(double squared) const { return squared / up_ / up_; }

 private:
  Vec3d origin_;
  double up_ = 1;
  bool plain_ = true;
};

}  // namespace apart::triangles
