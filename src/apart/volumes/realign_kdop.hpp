// The k-dop of a thing that has moved, along the shared directions again (Ericson, section 4.6.4):
//   placed(v, pose)             wraps the turned k-dop (kdop.hpp): the quickest and the loosest
//   KdopCorners::at(pose)       wraps the hull of its corners, found once: as tight as the k-dop alone allows
//   kdop_of(points, pose)       tight; every point is looked at
// Always from the local one, so that none grows as things turn. All hold the points moved in double.
#pragma once
#include <apart/volumes/kdop.hpp>

namespace apart {

// How far rounding may carry a point that a pose moves: less than 8 units of its coordinates and the shift.
inline double moving_error(double largest_coordinate, const Posed& pose) {
  return 32 * kUnit<double> * (largest_coordinate + largest(abs(pose.translation)));
}

template <class T, int K>
Kdop<T, K> kdop_of(std::span<const Vec3d> points, const Posed& pose) {
  KdopBounds<K> bounds;
  double far = 0;
  for (Vec3d p : points) bounds.add(pose * p), far = larger(far, largest(abs(p)));
  return bounds.template rounded_out<T>(moving_error(far, pose));
}

template <int K>
class KdopCorners {
 public:
  template <class T>
  explicit KdopCorners(const Kdop<T, K>& v) {
    if (is_empty(v)) return;
    SlabSolid s = solid(v);
    corners_ = std::move(s.corners), room_ = s.room;
    for (Vec3d p : corners_) far_ = larger(far_, largest(abs(p)));
  }

  std::span<const Vec3d> corners() const { return corners_; }

  template <class T>
  Kdop<T, K> at(const Posed& pose) const {
    KdopBounds<K> bounds;
    for (Vec3d p : corners_) bounds.add(pose * p);
    return bounds.template rounded_out<T>(room_ + moving_error(far_, pose));
  }

 private:
  std::vector<Vec3d> corners_;
  double room_ = 0, far_ = 0;
};

}  // namespace apart
