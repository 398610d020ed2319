// Climbs over a convex hull to the vertex farthest along a direction, from where it was the last time: a few vertices
// are looked at when little has turned (Ericson 2005, section 4.2.5).
#pragma once
#include <apart/shapes/mesh/neighbours.hpp>

namespace apart::volumes {

// One a moving body, kept by the caller; two threads need two.
class HullClimber {
 public:
  // The vertices of a closed convex surface and who is joined to whom; both must outlive the climber. Vertices in the
  // middle of a flat side or of a straight edge are welcome. `dents` is how far the surface is from being convex, when
  // that is more than rounding: `dip` is larger by as much.
  HullClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours, double dents = 0);

  // The highest vertex along the direction (of length 1, or a little more), but for `dip`: vertices that are as good as
  // level count as one.
  u32 climb(Vec3d direction, u32 from);
  double dip() const { return dip_; }

  u32 start() const { return start_; }
  Vec3d vertex(u32 i) const { return vertices_[i]; }
  double far() const { return far_; }           // no coordinate is larger
  u64 looked_at() const { return looked_at_; }  // vertices, since the beginning

 private:
  std::span<const Vec3d> vertices_;
  const Neighbours* neighbours_;
  u32 start_ = 0;
  double far_ = 0, dip_ = 0;
  u64 looked_at_ = 0;
  u32 stamp_ = 0;
  std::vector<u32> seen_;  // the stamp of the climb that saw a vertex last
  std::vector<u32> open_;
};

}  // namespace apart::volumes
