#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/volumes/update_aabb.hpp>

namespace apart {

AabbClimber::AabbClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours)
    : vertices_(vertices), neighbours_(&neighbours), seen_(vertices.size(), 0) {
  APART_ASSERT(neighbours.vertices() == vertices.size(), "a climber needs the neighbours of every vertex");
  u32 start = 0;
  while (start < vertices.size() && neighbours.of(start).empty()) ++start;
  APART_ASSERT(start < vertices.size(), "a climber needs a hull with edges");
  for (u32& e : extreme_) e = start;
  for (Vec3d p : vertices) far_ = larger(far_, largest(abs(p)));
}

// A vertex without a higher neighbour is the highest, unless it lies within a flat side (or edge) that is level: then
// all its neighbours are as high, and the side may as well be the lowest. So everything is visited that is level with
// the highest so far, to rounding, and what is joined to that. A hull that is convex but for rounding has no other
// dips.
u32 AabbClimber::climb(Vec3d direction, u32 from) {
  const double level = 64 * kUnit<double> * far_;
  if (++stamp_ == 0) std::fill(seen_.begin(), seen_.end(), 0), stamp_ = 1;
  u32 best = from;
  double height = dot(direction, vertices_[from]);
  open_.assign(1, from);
  seen_[from] = stamp_;
  while (!open_.empty()) {
    const u32 at = open_.back();
    open_.pop_back();
    for (u32 next : neighbours_->of(at)) {
      if (seen_[next] == stamp_) continue;
      seen_[next] = stamp_;
      ++looked_at_;
      const double h = dot(direction, vertices_[next]);
      if (h < height - level) continue;
      if (h > height + level) {  // all that was level lies below now
        height = h, best = next;
        open_.assign(1, next);
        break;
      }
      if (h > height) height = h, best = next;
      open_.push_back(next);
    }
  }
  return best;
}

Bounds AabbClimber::bounds(const Posed& pose) {
  Bounds out;
  for (int i = 0; i < 3; ++i) {
    const Vec3d row = pose.rotation.rows[i];
    u32 &low = extreme_[2 * i], &high = extreme_[2 * i + 1];
    low = climb(-row, low), high = climb(row, high);
    out.low[i] = (pose * vertices_[low])[i], out.high[i] = (pose * vertices_[high])[i];
  }
  // Vertices that count as level may be higher by that much than the one that was taken.
  const double dip = 64 * kUnit<double> * far_;
  out.low -= Vec3d{dip, dip, dip}, out.high += Vec3d{dip, dip, dip};
  return moved_bounds(out, far_, pose);
}

}  // namespace apart
