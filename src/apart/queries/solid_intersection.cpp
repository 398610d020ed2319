#include <apart/base/bounds.hpp>
#include <apart/base/relative.hpp>
#include <apart/queries/solid/boolean.hpp>
#include <apart/queries/solid/one_solid.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/mesh/topology.hpp>

namespace apart {
namespace {

double volume_of(const Model& model) { return std::abs(mass(model.mesh()).volume); }

// The volume of the box that both boxes share.
double common_box(const Model& a, const Pose& b_in_a, const Model& b) {
  Bounds of_a, of_b;
  for (Vec3d v : a.mesh().vertices()) of_a.add(v);
  for (Vec3d v : b.mesh().vertices()) of_b.add(b_in_a * v);
  const Vec3d size = larger(lesser(of_a.high, of_b.high) - larger(of_a.low, of_b.low), Vec3d{});
  return size.x * size.y * size.z;
}

// Does the mesh have the volume that was computed without it, and is it closed?
bool is_plausible(const queries::BooleanSolid& found, double smaller) {
  if (!found.sound || !(found.volume >= -found.error) || !(found.volume <= smaller * (1 + 1e-12) + found.error))
    return false;
  if (found.mesh.empty()) return found.volume <= found.error;
  const Mass measured = mass(found.mesh);
  if (measured.of != Mass::Of::solid && measured.of != Mass::Of::flat) return false;
  return std::abs(measured.volume - found.volume) <= 2 * found.error + 1e-12 * found.volume;
}

}  // namespace

SolidIntersection queries::solid_intersection(const OneSolid& a, const Pose& b_in_a, const OneSolid& b) {
  BooleanSolid found = combine(a.model, b_in_a, b.model, Boolean::intersection);
  found.error += a.error + b.error;
  const double smaller = lesser(volume_of(a.model), volume_of(b.model));
  SolidIntersection out{.area = larger(found.area, 0.0)};
  if (a.single && b.single && found.single && is_plausible(found, smaller)) {
    out.volume = larger(found.volume, 0.0);
    out.at_least = larger(found.volume - found.error, 0.0), out.at_most = out.volume + found.error;
  } else {
    out.status = Status::within_error;
    out.at_most = common_box(a.model, b_in_a, b.model);
    out.volume = found.sound ? lesser(larger(found.volume, 0.0), out.at_most) : out.at_most;
  }
  if (found.sound) out.solid = std::move(found.mesh);
  return out;
}

SolidIntersection solid_intersection(const Model& a, const Pose& pose, const Model& b) {
  if (!is_usable(pose)) return at_usable_pose(pose, [&](const Pose& p) { return solid_intersection(a, p, b); });
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  APART_ASSERT(a.closed() && b.closed(), "only closed meshes have a solid in common");
  return queries::solid_intersection(queries::one_solid(a), pose, queries::one_solid(b));
}

SolidIntersection solid_intersection(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world) {
  const std::optional<Pose> at_a = usable_pose(a_in_world), at_b = usable_pose(b_in_world);
  if (!at_a || !at_b) return invalid_answer<SolidIntersection>();
  SolidIntersection out = solid_intersection(a, relative(*at_a, *at_b), b);
  out.solid = placed(out.solid, *at_a);
  return out;
}

}  // namespace apart
