// The position of a point by exact signed crossings of an axis-parallel ray.
#include <apart/base/usable_pose.hpp>
#include <apart/queries/containment.hpp>
#include <apart/traversal/axis_crossings.hpp>

namespace apart {

Where locate(const Model& solid, Vec3d point) {
  APART_ASSERT(solid.closed(), "only a closed mesh has an inside");
  APART_ASSERT(is_finite(point), "a point is not finite");
  const BoxTree& tree = solid.boxes();
  int winding = 0;
  bool on_surface = false;
  for_each_crossing(tree, shortest_way_out(tree, point), [&](u32, AxisCrossing crossing) {
    winding += crossing.sign;
    on_surface = crossing.contains;
    return !on_surface;
  });
  return on_surface ? Where::on_surface : winding != 0 ? Where::inside : Where::outside;
}

bool contained(const Model& a, const Pose& given, const Model& b) {
  const Pose b_in_a = require_usable(given);
  const auto any_inside = [](const Model& solid, const Model& other, const Pose& other_in_solid) {
    if (!solid.closed()) return false;
    for (Vec3d p : other.part_vertices())
      if (locate(solid, other_in_solid * p) == Where::inside) return true;
    return false;
  };
  return any_inside(a, b, b_in_a) || any_inside(b, a, inverse(b_in_a));
}

Inside which_inside(const PartsInside& of_a, const PartsInside& of_b) {
  using Which = Inside::Which;
  if (of_b.inside > 0 && of_b.outside == 0) return {Which::b, true};
  if (of_a.inside > 0 && of_a.outside == 0) return {Which::a, true};
  if (of_b.inside > 0) return {Which::b, false};
  if (of_a.inside > 0) return {Which::a, false};
  return {};
}

Inside which_inside(const Model& a, const Pose& given, const Model& b) {
  const Pose b_in_a = require_usable(given);
  const auto located = [](const Model& solid, const Model& other, const Pose& other_in_solid) {
    PartsInside out;
    if (!solid.closed()) return out;
    for (Vec3d p : other.part_vertices())
      ++(locate(solid, other_in_solid * p) == Where::inside ? out.inside : out.outside);
    return out;
  };
  return which_inside(located(b, a, inverse(b_in_a)), located(a, b, b_in_a));
}

}  // namespace apart
