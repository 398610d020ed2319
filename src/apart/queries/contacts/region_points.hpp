// Points of contact of two solids that overlap: of each region that they share, few that span it.
#pragma once
#include <apart/queries/contacts.hpp>

namespace apart::queries {

// The deepest first; none unless both are closed.
std::vector<ContactRegion> contact_regions(const Model& a, const Pose& b_in_a, const Model& b);

// Of up to four points in a plane, about: the area of their convex hull.
double hull_area(std::span<const ContactPoint> points, Vec3d normal);

}  // namespace apart::queries
