// How large is the box of some points along three directions? For fits that compare many directions.
#pragma once
#include <apart/base/mat3.hpp>
#include <span>

namespace apart::volumes {

struct BoxMeasure {
  std::span<const Vec3d> points;
  double least;  // sizes below this count as this

  // What is thinner than a billionth of the whole counts as flat, so that flat sets are compared by area and lines by
  // length, not by the rounding of a thickness that is not there.
  explicit BoxMeasure(std::span<const Vec3d> of) : points(of) {
    double far = 0;
    for (Vec3d p : of) far = larger(far, largest(abs(p - of[0])));
    least = 1e-9 * far;
  }

  double operator()(Vec3d sizes) const {
    return larger(sizes.x, least) * larger(sizes.y, least) * larger(sizes.z, least);
  }
  Vec3d sizes(const Mat3d& axes) const {
    Vec3d low{}, high{};
    for (Vec3d p : points) {
      const Vec3d along = axes * (p - points[0]);
      low = lesser(low, along), high = larger(high, along);
    }
    return high - low;
  }
  double operator()(const Mat3d& axes) const { return (*this)(sizes(axes)); }
};

}  // namespace apart::volumes
