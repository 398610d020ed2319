// Hill climbing on a convex hull to the support vertex in a direction, warm-started from the last one: few vertices are
// visited if the direction has changed little (Ericson 2005, section 4.2.5).
#pragma once
#include <apart/shapes/mesh/neighbours.hpp>

namespace apart::volumes {

// One for each moving body, owned by the caller; not thread-safe.
class HullClimber {
 public:
  // The vertices of a closed convex surface and their adjacency; both must outlive the climber. Vertices inside a flat
  // face or a straight edge are allowed. `dents` is the surface's deviation from convexity, if that is more than
  // rounding: `dip` is enlarged by as much.
  HullClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours, double dents = 0);

  // The highest vertex along the direction (of length 1, or a little more), up to `dip`: nearly level vertices count as
  // equal.
  u32 climb(Vec3d direction, u32 from);
  double dip() const { return dip_; }

  u32 start() const { return start_; }
  Vec3d vertex(u32 i) const { return vertices_[i]; }
  double far() const { return far_; }       // no coordinate is larger
  u64 visited() const { return visited_; }  // vertices visited in total

 private:
  std::span<const Vec3d> vertices_;
  const Neighbours* neighbours_;
  u32 start_ = 0;
  double far_ = 0, dip_ = 0;
  u64 visited_ = 0;
  u32 stamp_ = 0;
  std::vector<u32> seen_;  // the stamp of the last climb that visited a vertex
  std::vector<u32> open_;
};

}  // namespace apart::volumes
