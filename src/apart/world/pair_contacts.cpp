#include <apart/base/relative.hpp>
#include <apart/convex/polytope/resting_manifold.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/world/pair_contacts.hpp>

namespace apart::world {
namespace {

void add_contact(PairContacts& out, const Pose& frame, Vec3d on_a, Vec3d on_b, Vec3d normal, double distance) {
  out.contacts.push_back({frame * on_a, frame * on_b, frame.rotate(normal), distance});
}

void contacts_of_polytopes(const Shape& a, const ContactSide& at_a, const Shape& b, const ContactSide& at_b,
                           double margin, PairContacts& out) {
  const Manifold found = resting_manifold({*at_a.polytope, a.radius()}, relative(at_a.pose, at_b.pose),
                                          {*at_b.polytope, b.radius()}, margin);
  if (found.distance > margin) return;
  for (int i = 0; i < found.count; ++i)
    add_contact(out, at_a.pose, found.points[i].on_a, found.points[i].on_b, found.normal, -found.points[i].depth);
  if (found.status != Status::exact) out.status = found.status;
}

// Every corner that is near the plane, or in the half-space.
void contacts_with_plane(const HalfSpace& plane, double more, const ContactSide& at, std::span<const Vec3d> corners,
                         double radius, const Pose& pose, bool plane_is_b, double margin, PairContacts& out) {
  const double size = length(plane.normal);
  if (!(size > 0)) return;
  const Vec3d up = plane.normal / size;
  const Pose in_plane = inverse(at.pose) * pose;
  for (const Vec3d& corner : corners) {
    const Vec3d p = in_plane * corner - radius * up;
    const double distance = dot(up, p) - plane.offset / size - more;
    if (!(distance <= margin)) continue;
    const Vec3d foot = p - distance * up;
    if (plane_is_b)
      add_contact(out, at.pose, p, foot, -up, distance);
    else
      add_contact(out, at.pose, foot, p, up, distance);
  }
}

const HalfSpace* half_space(const ContactSide& side) {
  const Shape* const shape = std::get_if<Shape>(&side.geometry);
  return shape ? std::get_if<HalfSpace>(&shape->core()) : nullptr;
}

std::span<const Vec3d> corners_of(const ContactSide& side) {
  if (side.polytope) return side.polytope->vertices();
  return side.hull;
}

}  // namespace

std::optional<Polytope> polytope_of(const Geometry& geometry) {
  const Shape* const shape = std::get_if<Shape>(&geometry);
  return shape ? as_polytope(shape->core()) : std::nullopt;
}

void find_contacts(const ContactSide& a, const ContactSide& b, double margin, PairCache& cache, PairContacts& out) {
  const Shape *const p = std::get_if<Shape>(&a.geometry), *const q = std::get_if<Shape>(&b.geometry);
  if (p && q) {
    if (!apart::within(a.geometry, a.pose, b.geometry, b.pose, margin, {.cache = &cache}).within) return;
    if (a.polytope && b.polytope) return contacts_of_polytopes(*p, a, *q, b, margin, out);
  }
  const HalfSpace *const below_a = half_space(a), *const below_b = half_space(b);
  if (const auto corners = corners_of(b); below_a && !corners.empty())
    return contacts_with_plane(*below_a, p->radius(), a, corners, q ? q->radius() : 0, b.pose, false, margin, out);
  if (const auto corners = corners_of(a); below_b && !corners.empty())
    return contacts_with_plane(*below_b, q->radius(), b, corners, p ? p->radius() : 0, a.pose, true, margin, out);
  const Contacts found = contacts(a.geometry, a.pose, b.geometry, b.pose, margin);
  for (const Contact& c : found.contacts) out.contacts.push_back({c.on_a, c.on_b, c.normal, c.distance});
  for (const ContactRegion& region : found.overlaps) {
    for (const ContactPoint& at : region.points) out.contacts.push_back({at.on_a, at.on_b, region.normal, -at.depth});
    if (region.points.empty())
      out.contacts.push_back({region.high, region.high - region.depth * region.normal, region.normal, -region.depth});
  }
  out.status = found.status;
  if (found.contained || (found.touching && out.contacts.empty())) out.status = Status::unfinished;
}

}  // namespace apart::world
