#include <apart/base/normalized.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/queries/mixed/shape_walk.hpp>
#include <apart/shapes/support.hpp>

namespace apart::queries {

PieceBounds::PieceBounds(const ConvexPiece& piece, const Frame& tree, bool far)
    : kind_(Kind::unknown), far_(far), radius_(piece.radius) {
  constexpr double kMost = Model::kLargestRadius;
  if (const HalfSpace* h = std::get_if<HalfSpace>(piece.core)) {
    const Normalized arrow_in = normalized(h->normal);
    const Vec3d normal = piece.pose.rotate(arrow_in.unit);
    // The depth of a box in it: along −normal from the tree's centre, less the distance of the plane from there.
    away_ = cast<float>(-normal);
    const double offset = h->offset / arrow_in.length;
    const Vec3d on = piece.pose * (offset * arrow_in.unit);
    below_ = dot(normal, tree.centre - on);
    const double error = 64 * double(kUnit<float>) * tree.radius +
                         0x1p-48 * (largest(abs(tree.centre)) + largest(abs(on)) + std::abs(offset)) +
                         2 * rigidity_error(piece.pose.rotation) * (tree.radius + std::abs(offset));
    below_ -= error;
    if (std::isfinite(below_)) kind_ = Kind::half_space;
    return;
  }
  Vec3d low{}, high{};
  for (int i = 0; i < 3; ++i) {
    Vec3d axis{};
    axis[i] = 1;
    low[i] = farthest(*piece.core, -axis)[i], high[i] = farthest(*piece.core, axis)[i];
  }
  const Vec3d middle = 0.5 * low + 0.5 * high, half = larger(high - middle, middle - low);
  const double size = largest(half) + largest(abs(middle));
  const double shift = length((piece.pose * middle - tree.centre) / kMost) * kMost;
  if (!(size <= kMost) || !(shift <= kMost)) return;
  const double error = 0x1p-48 * size;
  for (int i = 0; i < 3; ++i) box_.half[i] = round_above<float>(half[i] + error);
  at_ = placement<float>(tree, piece.pose, {middle, length(half) + 2 * error});
  seen_ = SeenObb::from_a(box_, at_);
  kind_ = Kind::box;
}

void PieceBounds::of(const Obb<float>* siblings, u32 count, double* bounds) const {
  float numbers[kMostSiblings];
  if (kind_ == Kind::unknown || (far_ && kind_ == Kind::half_space)) {
    for (u32 k = 0; k < count; ++k) bounds[k] = far_ ? -std::numeric_limits<double>::infinity() : 0;
  } else if (far_) {
    for (u32 k = 0; k < count; ++k) bounds[k] = -(double(span(siblings[k], at_, box_)) + radius_) * (1 + 1e-15);
  } else if (kind_ == Kind::half_space) {
    sibling_tests().reach(away_, siblings, count, numbers);
    for (u32 k = 0; k < count; ++k) bounds[k] = larger(0.0, below_ - double(numbers[k]) - radius_);
  } else {
    sibling_tests().gap(seen_, siblings, count, numbers);
    for (u32 k = 0; k < count; ++k) bounds[k] = larger(0.0, (double(numbers[k]) - radius_) * (1 - 1e-15));
  }
}

}  // namespace apart::queries
