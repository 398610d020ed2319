// Cheap depths of two solids that overlap a little, for contact response: by region, by vertex, or since they were last
// apart. They look at the contact alone. How far the two must move as a whole: penetration.hpp.
#pragma once
#include <apart/queries/distance.hpp>
#include <vector>

namespace apart {

// One of the regions that two solids share and whose border is where their surfaces cross.
struct RegionDepth {
  double depth = 0;     // its extent along the normal: B moved so far along it leaves the region
  Vec3d normal{};       // of length 1, from A to B: of the area that the intersection curve spans, or, where entry and
                        // exit cancel out, the direction in which the region is thinnest
  double area = 0;      // that the intersection curve spans, seen along the normal
  Vec3d low{}, high{};  // its corners farthest against the normal and along it; in A's frame, as all points here
};
// The deepest first. None for models that are not closed, or if one is inside the other.
std::vector<RegionDepth> region_depths(const Model& a, const Pose& b_in_a, const Model& b);

// A vertex of one solid inside the other.
struct VertexDepth {
  bool of_b = false;   // whose vertex
  u32 vertex = 0;      // in its mesh; of coincident ones the first
  Vec3d at{}, exit{};  // where it is, and where a ray from it, against its own normal, leaves the other
  double depth = 0;    // the distance of the two
  u32 triangle = 0;    // of the other, where it leaves
};
// By rays (after Hermann, Faure and Raffin 2008). Left out are vertices whose ray leaves its own solid first, so that
// the exit is on the far side of a thin part, or meets the other's surface from outside. Sorted by solid and vertex.
std::vector<VertexDepth> vertex_depths(const Model& a, const Pose& b_in_a, const Model& b);

// How far the nearest features of the last disjoint pose have passed each other, along their normal (after Mirtich and
// Canny); 0 if they have not. `last` is distance(a, then, b), with points.
double depth_since(const Distance& last, const Pose& then, const Pose& now);

}  // namespace apart
