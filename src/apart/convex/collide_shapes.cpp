#include <apart/base/relative.hpp>
#include <apart/convex/collide_shapes.hpp>
#include <apart/convex/within_shapes.hpp>

namespace apart {

ShapeCollision collide(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options) {
  const ShapeWithin found = within(a, b_in_a, b, 0, options);
  return {found.within, found.piece_a, found.piece_b, found.status};
}

ShapeCollision collide(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                       const ShapeOptions& options) {
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) { return collide(a, b_in_a, b, options); });
}

}  // namespace apart
