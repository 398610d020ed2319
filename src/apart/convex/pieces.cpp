#include <apart/convex/arrow.hpp>
#include <apart/convex/pieces.hpp>

namespace apart {
namespace {

Bounds box_around(const Core& core, const Posed& pose, double radius) {
  Bounds box;
  if (std::holds_alternative<HalfSpace>(core)) {
    std::swap(box.low, box.high);
    return box;
  }
  const CoreSupport support{&core};
  for (int i = 0; i < 3; ++i) {
    const Vec3d axis = pose.rotation.rows[i];
    box.low[i] = dot(axis, support(-axis)) + pose.translation[i];
    box.high[i] = dot(axis, support(axis)) + pose.translation[i];
  }
  // Supports, poses and radii are rounded.
  const CoreBall ball = ball_around(core);
  const double more =
      radius + rounding_of(largest(abs(ball.centre)) + ball.radius + largest(abs(pose.translation)) + radius);
  box.low -= {more, more, more}, box.high += {more, more, more};
  return box;
}

void lay_flat(const Shape& shape, const Posed& pose, double radius, std::vector<ConvexPiece>& out) {
  radius += shape.radius();
  if (const Compound* compound = std::get_if<Compound>(&shape.core())) {
    for (const Piece& piece : *compound->pieces) lay_flat(piece.shape, pose * piece.pose, radius, out);
    return;
  }
  out.push_back({&shape.core(), radius, pose, box_around(shape.core(), pose, radius)});
}

}  // namespace

std::vector<ConvexPiece> convex_pieces(const Shape& shape, const Posed& pose) {
  std::vector<ConvexPiece> out;
  lay_flat(shape, pose, 0, out);
  return out;
}

double nearest_bound(const Bounds& a, const Bounds& b) {
  const Vec3d gap = larger(a.low - b.high, b.low - a.high);
  const double inner = largest(gap);
  return inner <= 0 ? inner : length(larger(gap, Vec3d{})) * (1 - 4e-16);
}

double farthest_bound(const Bounds& a, const Bounds& b) {
  return length(larger(a.high - b.low, b.high - a.low)) * (1 + 4e-16);
}

}  // namespace apart
