#include <apart/base/box_distance.hpp>
#include <apart/queries/shapes/pieces.hpp>
#include <apart/shapes/each_piece.hpp>

namespace apart::queries {
std::vector<ConvexPiece> convex_pieces(const Shape& shape, const Pose& at) {
  std::vector<ConvexPiece> out;
  for_each_piece(shape, at, [&](const Shape& piece, const Pose& pose, double around) {
    Bounds box = bounds(piece, pose);
    const double more = around * (1 + 1e-15);
    box.low -= {more, more, more}, box.high += {more, more, more};
    out.push_back({&piece.core(), around + piece.radius(), pose, box});
  });
  return out;
}

double nearest_bound(const Bounds& a, const Bounds& b) {
  const double inner = largest(axis_gaps(a, b));
  return inner <= 0 ? inner : distance_at_least(a, b);
}

double farthest_bound(const Bounds& a, const Bounds& b) {
  const Vec3d far = larger(a.high - b.low, b.high - a.low);
  return largest(far) <= std::numeric_limits<double>::max() ? normalized(far).length * (1 + 4e-16) : Bounds::kInfinity;
}

}  // namespace apart::queries
