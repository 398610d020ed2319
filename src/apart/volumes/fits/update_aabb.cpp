#include <apart/volumes/fits/update_aabb.hpp>

namespace apart::volumes {

AabbClimber::AabbClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours, double dents)
    : hull_(vertices, neighbours, dents) {
  for (u32& e : extreme_) e = hull_.start();
}

Bounds AabbClimber::bounds(const Pose& pose) {
  Bounds out;
  for (int i = 0; i < 3; ++i) {
    const Vec3d row = pose.rotation.rows[i];
    const auto side = 2 * static_cast<std::size_t>(i);
    u32 &low = extreme_[side], &high = extreme_[side + 1];
    low = hull_.climb(-row, low), high = hull_.climb(row, high);
    out.low[i] = (pose * hull_.vertex(low))[i], out.high[i] = (pose * hull_.vertex(high))[i];
  }
  // Vertices that count as level may be higher by that much than the chosen one.
  const double dip = hull_.dip();
  out.low -= Vec3d{dip, dip, dip}, out.high += Vec3d{dip, dip, dip};
  return moved_bounds(out, hull_.far(), pose);
}

}  // namespace apart::volumes
