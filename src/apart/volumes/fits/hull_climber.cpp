#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/volumes/fits/hull_climber.hpp>
#include <apart/volumes/placement.hpp>

namespace apart::volumes {

HullClimber::HullClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours, double dents)
    : vertices_(vertices), neighbours_(&neighbours), seen_(vertices.size(), 0) {
  APART_ASSERT(neighbours.vertices() == vertices.size(), "a climber needs the neighbours of every vertex");
  while (start_ < vertices.size() && neighbours.of(start_).empty()) ++start_;
  APART_ASSERT(start_ < vertices.size(), "a climber needs a hull with edges");
  for (Vec3d p : vertices) far_ = larger(far_, largest(abs(p)));
  dip_ = 64 * kUnit<double> * far_ + dents;
}

// A vertex without a higher neighbour is the maximum, unless it lies within a level face (or edge): then all its
// neighbours are equally high, and the face may as well be the minimum. So all vertices level with the highest so far,
// up to `dip`, and connected to it are visited. A hull that is convex up to that much has no other local maxima.
u32 HullClimber::climb(Vec3d direction, u32 from) {
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
      ++visited_;
      const double h = dot(direction, vertices_[next]);
      if (h < height - dip_) continue;
      if (h > height + dip_) {  // all level vertices are lower now
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

}  // namespace apart::volumes
