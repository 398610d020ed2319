// The size of the bounding box of some points along three directions, for fits that compare many directions.
#pragma once
#include <apart/base/mat3.hpp>
#include <span>

namespace apart::volumes {

struct BoxMeasure {
  std::span<const Vec3d> points;
  double least;  // smaller sizes are clamped to this

  // Extents below a billionth of the whole count as zero, so that flat sets are compared by area and lines by length,
  // not by the rounding error of a thickness.
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
