// The readers, one for each file format, and how each format is written. All take bytes, so that they can be tested
// and fuzzed without files; errors begin with the source's name.
#pragma once
#include <apart/hierarchy/saved/body_bytes.hpp>
#include <apart/io/bodies/sections.hpp>
#include <apart/io/bytes/source.hpp>

namespace apart::io {

Result<SectionedMesh> read_obj(const Source& source);
Result<SectionedMesh> read_stl(const Source& source);
Result<Mesh> read_ply(const Source& source);
Result<Mesh> read_off(const Source& source);
Result<Mesh> read_tris(const Source& source);
Result<std::vector<Body>> read_tree(const Source& source);       // a saved model, or bodies; the meshes are copies
std::vector<Body> bodies_of(std::span<const BodyModel> models);  // without those that have no triangles
Result<std::vector<Body>> read_gltf(const Source& source);       // GLB too; the ending of the name says which
// COLLADA, 3DS, and glTF and GLB of version 1; the ending of the name says which.
Result<std::vector<Body>> read_scene(const Source& source);

// Which reader is chosen by the ending of the source's name. Every body's file is the source's name.
Result<std::vector<Body>> read_bodies(const Source& source, BodySplit split = BodySplit::objects);

Result<std::string> write_obj(const Mesh& mesh);
Result<std::string> write_stl(const Mesh& mesh);
Result<std::string> write_ply(const Mesh& mesh);
Result<std::string> write_off(const Mesh& mesh);
Result<std::string> write_tris(const Mesh& mesh);

std::string extension(std::string_view name);  // in small letters, without the dot

}  // namespace apart::io
