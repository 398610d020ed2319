// How deep a point lies inside a solid.
#pragma once
#include <apart/queries/penetration/contact_features.hpp>

namespace apart::queries {

// The ball about the point with this radius lies inside the solid; if the depth is negative, the point may be outside,
// and a point of the solid's surface is no farther than minus the depth.
struct PointDepth {
  double depth = 0;
  Vec3d inward{};   // unit vector from the nearest point of the surface, inward
  Vec3d nearest{};  // on the surface
};

// Of a sound solid (ContactFeatures). A point whose side rounding leaves open counts as outside.
PointDepth depth_of(const Model& solid, const ContactFeatures& features, Vec3d point);

}  // namespace apart::queries
