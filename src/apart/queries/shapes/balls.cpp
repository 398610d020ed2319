#include <apart/queries/balls.hpp>

namespace apart::queries {

Collision collide_as_shapes(double radius_a, double x, double y, double z, double radius_b) {
  return collide(Shape(Ball{radius_a}), Pose::shift({x, y, z}), Shape(Ball{radius_b}));
}

Distance distance_as_shapes(double radius_a, double x, double y, double z, double radius_b) {
  return distance(Shape(Ball{radius_a}), Pose::shift({x, y, z}), Shape(Ball{radius_b}));
}

Distance signed_distance_as_shapes(double radius_a, double x, double y, double z, double radius_b) {
  return signed_distance(Shape(Ball{radius_a}), Pose::shift({x, y, z}), Shape(Ball{radius_b}));
}

Penetration penetration_as_shapes(double radius_a, double x, double y, double z, double radius_b) {
  return penetration(Shape(Ball{radius_a}), Pose::shift({x, y, z}), Shape(Ball{radius_b}));
}

}  // namespace apart::queries
