#include <apart/base/normalized.hpp>
#include <apart/convex/pieces.hpp>

namespace apart {
namespace {

// `around` is the sum of the radii of the unions around it.
void lay_flat(const Shape& shape, const Pose& pose, double around, std::vector<ConvexPiece>& out) {
  if (const Compound* compound = std::get_if<Compound>(&shape.core())) {
    for (const Piece& piece : *compound->pieces) lay_flat(piece.shape, pose * piece.pose, around + shape.radius(), out);
    return;
  }
  Bounds box = bounds(shape, pose);
  const double more = around * (1 + 1e-15);
  box.low -= {more, more, more}, box.high += {more, more, more};
  out.push_back({&shape.core(), around + shape.radius(), pose, box});
}

}  // namespace

std::vector<ConvexPiece> convex_pieces(const Shape& shape, const Pose& pose) {
  std::vector<ConvexPiece> out;
  lay_flat(shape, pose, 0, out);
  return out;
}

double nearest_bound(const Bounds& a, const Bounds& b) {
  const Vec3d gap = larger(a.low - b.high, b.low - a.high);
  const double inner = largest(gap);
  return inner <= 0 ? inner : normalized(larger(gap, Vec3d{})).length * (1 - 4e-16);
}

double farthest_bound(const Bounds& a, const Bounds& b) {
  const Vec3d far = larger(a.high - b.low, b.high - a.low);
  return largest(far) <= std::numeric_limits<double>::max() ? normalized(far).length * (1 + 4e-16) : Bounds::kInfinity;
}

}  // namespace apart
