// Which vertices of a mesh lie at the same place? Files of separate triangles repeat them. Exact: no tolerance joins
// what the file keeps apart; −0 and 0 are the same place.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

// For each vertex the first one that lies where it lies.
std::vector<u32> first_at_same_place(const Mesh& mesh);

// The mesh with every place named by one vertex. Triangles keep their number and order, degenerate ones too.
Mesh welded(const Mesh& mesh);

}  // namespace apart
