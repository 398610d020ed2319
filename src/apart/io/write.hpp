// Files out: a mesh in the format that the path's extension names.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <filesystem>

namespace apart {

// .obj, .off and .tris as text of which every digit comes back, .ply as doubles in little-endian bytes, .stl as bytes
// in single precision (all that STL holds). .obj, .ply and .off keep vertices and faces in order; the other two are
// soups. Gives the number of bytes written.
Result<std::size_t> write_mesh(const std::filesystem::path& path, const Mesh& mesh);

}  // namespace apart
