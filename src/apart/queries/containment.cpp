// Winding numbers by exact signed crossings of a segment.
#include <apart/base/random.hpp>
#include <apart/base/usable_pose.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/containment.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart {
namespace {

// Counts the signed crossings of the surface by the segment from `from` to `to`, outward +1, inward −1: the winding
// number, if `to` is outside. The segment is the one primitive of tree B.
struct CrossingQuery {
  using Measure = Touching;
  const Mesh& surface;
  Vec3d from, to;
  int winding = 0;
  bool on_surface = false;
  bool unclear = false;  // the segment grazes an edge or runs within a triangle's plane: another one must be tried

  static double reach() { return 0; }
  Found primitives(u32 i, u32) {
    const Triangle t = surface.triangle(i);
    const int ab = orient3d(from, to, t.a, t.b), bc = orient3d(from, to, t.b, t.c), ca = orient3d(from, to, t.c, t.a);
    if ((ab < 0 || bc < 0 || ca < 0) && (ab > 0 || bc > 0 || ca > 0)) return Found::nothing;
    const int start = orient3d(t.a, t.b, t.c, from), end = orient3d(t.a, t.b, t.c, to);
    if (start != 0 && start == end) return Found::nothing;
    if (ab != 0 && ab == bc && bc == ca && start != 0 && end != 0) {
      winding += end > start ? 1 : -1;
      return Found::contact;
    }
    if (overlap({from, from, from}, t)) {
      on_surface = true;
      return Found::enough;
    }
    if (!overlap({from, to, to}, t)) return Found::nothing;
    unclear = true;
    return Found::enough;
  }
};

}  // namespace

Where locate(const Model& solid, Vec3d point) {
  APART_ASSERT(solid.closed(), "only a closed mesh has an inside");
  APART_ASSERT(is_finite(point), "a point is not finite");
  const Frame& frame = solid.tree().frame;
  if (length(point - frame.centre) > 2 * frame.radius) return Where::outside;
  Random random(1);
  for (;;) {  // a random segment is in general position with probability 1 − 1e-15
    const Vec3d outside = frame.centre + 4 * frame.radius * random.direction();
    const Mesh way = Mesh::make({point, outside}, {{0, 1, 1}}).value();
    CrossingQuery query{solid.mesh(), point, outside};
    walk(solid.tree(), Pose{}, fit_tree<Obb<float>>(build(way), way), query);
    if (query.on_surface) return Where::on_surface;
    if (!query.unclear) return query.winding != 0 ? Where::inside : Where::outside;
  }
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
