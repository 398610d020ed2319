// Merges coincident vertices of a mesh, as files of separate triangles repeat them. Exact, without a tolerance; −0
// equals 0.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

// For each vertex the first one at the same position.
std::vector<u32> first_at_same_place(const Mesh& mesh);

// The mesh with one vertex for each position. Triangles keep their index and order, degenerate ones too.
Mesh welded(const Mesh& mesh);

}  // namespace apart
