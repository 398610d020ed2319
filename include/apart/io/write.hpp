// Writes a mesh in the format given by the path's extension.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <string>

namespace apart {

// .obj, .off and .tris as text that reads back to the same bits, .ply as little-endian doubles, .stl as binary in
// single precision (all that STL holds). .obj, .ply and .off preserve vertices and faces in order; the other two are
// soups. Returns the number of bytes written.
Result<std::size_t> write_mesh(const std::string& path, const Mesh& mesh);

}  // namespace apart
