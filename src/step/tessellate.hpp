// Tessellates a shape of OpenCASCADE, with a bound on the distance of triangles from the surface.
#pragma once
#include <TopoDS_Shape.hxx>
#include <apart/shapes/mesh.hpp>
#include <string>

namespace apart::step {

struct Tessellation {
  std::vector<Vec3d> vertices;  // in the shape's own unit
  std::vector<Face> faces;
  double error = 0;   // largest distance of a point of the shape from the nearest triangle
  u32 all_faces = 0;  // of the shape
  u32 bad_faces = 0;  // of those, how many have no triangles
};

// `chord_error` 0: about a thousandth of the shape's size; else it is met where some rounds of refining can. The same
// triangles every time. May throw Standard_Failure.
//
// Faces share the vertices of the edges between them, so a closed shape gives a closed mesh. The error is measured: the
// surface is compared with its triangle at seven points of each, and the edges between their points; a quarter is added
// for what lies between the samples. It is 0 for flat faces with straight edges.
Tessellation tessellate(const TopoDS_Shape& shape, double chord_error);

}  // namespace apart::step
