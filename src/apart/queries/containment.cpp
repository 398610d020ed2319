// The position of a point by exact signed crossings of an axis-parallel ray.
#include <apart/base/usable_pose.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/containment.hpp>
#include <apart/traversal/axis_crossings.hpp>
#include <apart/traversal/query.hpp>

namespace apart {
namespace {

// What is outside of the box of a solid's tree is outside of the solid: then neither its topology nor its tree for rays
// is needed, which take seconds for millions of triangles. Boxes are of floats: what is near counts as in it.
bool in_root_box(const Model& solid, Vec3d point) {
  const ModelTree& tree = solid.tree();
  const Obb<float>& box = tree.volume(tree.root());
  const Vec3d p = point - tree.frame.centre - cast<double>(box.centre);
  const Vec3d along = abs(cast<double>(box.axes) * p), half = cast<double>(box.half);
  const double room = 1e-5 * (tree.frame.radius + length(p)) + 1e-14 * (length(point) + length(tree.frame.centre));
  return along.x <= half.x + room && along.y <= half.y + room && along.z <= half.z + room;
}

bool root_boxes_meet(const Model& a, const Pose& b_in_a, const Model& b) {
  if (a.mesh().empty() || b.mesh().empty()) return false;
  const ModelTree &of_a = a.tree(), &of_b = b.tree();
  const auto at = placement<float>(of_a.frame, b_in_a, of_b.frame);
  return Nearness::bound(gap(of_a.volume(of_a.root()), at, of_b.volume(of_b.root()))) <= 0;
}

}  // namespace

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
    for (Vec3d p : other.part_vertices()) {
      const Vec3d at = other_in_solid * p;
      if (in_root_box(solid, at) && solid.closed() && locate(solid, at) == Where::inside) return true;
    }
    return false;
  };
  if (!root_boxes_meet(a, b_in_a, b)) return false;
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
    for (Vec3d p : other.part_vertices()) {
      const Vec3d at = other_in_solid * p;
      const bool near = in_root_box(solid, at);
      if (near && !solid.closed()) return PartsInside{};
      ++(near && locate(solid, at) == Where::inside ? out.inside : out.outside);
    }
    return out;
  };
  if (!root_boxes_meet(a, b_in_a, b)) return {};
  return which_inside(located(b, a, inverse(b_in_a)), located(a, b, b_in_a));
}

}  // namespace apart
