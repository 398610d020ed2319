// The k-dop of a moved body, along the shared directions again (Ericson, section 4.6.4):
//   placed(v, pose)             wraps the rotated k-dop (kdop.hpp): the fastest and the loosest
//   KdopCorners::at(pose)       wraps the hull of its corners, computed once: as tight as the k-dop alone allows
//   KdopClimber::at(pose)       tight; visits a few vertices of the hull if the rotation has changed little
//   kdop_of(points, pose)       tight; visits every point
// Always from the local one, so that none grows over time. All contain the points as moved in double.
#pragma once
#include <apart/volumes/fits/hull_climber.hpp>
#include <apart/volumes/kinds/kdop.hpp>

namespace apart::volumes {

// Error bound of a point moved by a pose: less than 8 units of its coordinates and the translation.
inline double moving_error(double largest_coordinate, const Pose& pose) {
  return 32 * kUnit<double> * (largest_coordinate + largest(abs(pose.translation)));
}

template <class T, int K>
Kdop<T, K> kdop_of(std::span<const Vec3d> points, const Pose& pose) {
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
    corners_ = std::move(s.corners), slack_ = s.slack;
    for (Vec3d p : corners_) far_ = larger(far_, largest(abs(p)));
  }

  std::span<const Vec3d> corners() const { return corners_; }

  template <class T>
  Kdop<T, K> at(const Pose& pose) const {
    KdopBounds<K> bounds;
    for (Vec3d p : corners_) bounds.add(pose * p);
    return bounds.template rounded_out<T>(slack_ + moving_error(far_, pose));
  }

 private:
  std::vector<Vec3d> corners_;
  double slack_ = 0, far_ = 0;
};

// By the K support vertices of a convex hull, each found by hill climbing from the last one.
template <int K>
class KdopClimber {
 public:
  // As for HullClimber.
  KdopClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours, double dents = 0)
      : hull_(vertices, neighbours, dents) {
    for (u32& e : extreme_) e = hull_.start();
  }

  template <class T>
  Kdop<T, K> at(const Pose& pose) {
    KdopBounds<K> bounds;
    for (int i = 0; i < K / 2; ++i) {
      const Vec3d normal = kKdopNormals<K>[std::size_t(i)];
      const Vec3d direction = transposed_times(pose.rotation, normal / kdop_length(normal));
      u32 &low = extreme_[2 * i], &high = extreme_[2 * i + 1];
      low = hull_.climb(-direction, low), high = hull_.climb(direction, high);
      bounds.add(pose * hull_.vertex(low)), bounds.add(pose * hull_.vertex(high));
    }
    return bounds.template rounded_out<T>(hull_.dip() + moving_error(hull_.far(), pose));
  }

  u64 visited() const { return hull_.visited(); }

 private:
  HullClimber hull_;
  u32 extreme_[K];  // low and high, for each direction
};

}  // namespace apart::volumes
