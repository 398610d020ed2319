// The intersection or the union of two closed surfaces as a mesh, with its volume and area.
#pragma once
#include <apart/hierarchy/model.hpp>

namespace apart::queries {

enum class Boolean { intersection, unite };

struct BooleanSolid {
  Mesh mesh{};  // in A's frame
  double volume = 0, area = 0;
  double error = 0;    // of the volume, by rounding
  double sheets = 0;   // area of flaps of no thickness in the mesh, where the two are back to back; not in `area`
  bool sound = true;   // else signs contradicted each other, and nothing else holds
  bool single = true;  // no winding number but 0 and 1 was found
};

// Of two models that are closed(). Where a surface winds around more than once, its multiplicity counts: the volume of
// the intersection is the integral of the product of both winding numbers.
BooleanSolid combine(const Model& a, const Pose& b_in_a, const Model& b, Boolean kind);

}  // namespace apart::queries
