// What of a model or a shape an answer is about.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart {

// What does not apply is 0: a shape has neither parts nor triangles, a model has no pieces.
struct ElementId {
  u32 part = 0;      // of the mesh (Mesh::part), to which the triangle belongs
  u32 triangle = 0;  // of the mesh
  u32 piece = 0;     // of a union: its convex pieces are numbered depth first, unions within unions too
  TriangleFeature feature = TriangleFeature::face;  // of the triangle, on which the point lies

  friend bool operator==(const ElementId&, const ElementId&) = default;
};

}  // namespace apart
