// Mass properties of a mesh at unit density: area, volume, centroid and inertia, integrated exactly over the faces.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

struct Mass {
  enum class Of {
    solid,    // closed and oriented, around some volume: every number holds
    flat,     // closed and oriented, around no volume: the centroid is that of the surface
    surface,  // not closed, or not oriented: there is no inside; centroid of the surface, volume and inertia 0
    nothing,  // no triangle, or none with any area
  };
  Of of = Of::nothing;
  double area = 0;
  double volume = 0;            // negative when the mesh is inside out
  Vec3d centroid;               // of the solid, or else of the surface
  Mat3d inertia{{{}, {}, {}}};  // about the centroid, along the axes; the sign of the volume
};

Mass mass(const Mesh& mesh);
// The same where it is known whether the mesh is closed and oriented, which takes most of the time.
Mass mass(const Mesh& mesh, bool solid);

}  // namespace apart
