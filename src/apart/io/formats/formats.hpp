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
std::vector<Body> bodies_of(std::span<const BodyModel> models);  // bodies without triangles are left out
Result<std::vector<Body>> read_gltf(const Source& source);       // GLB too; chosen by the extension
// COLLADA, 3DS, and glTF and GLB of version 1; chosen by the extension.
Result<std::vector<Body>> read_scene(const Source& source);

// Chooses the reader by the extension of the source's name. Every body's file is the source's name.
Result<std::vector<Body>> read_bodies(const Source& source, BodySplit split = BodySplit::objects);

Result<std::string> write_obj(const Mesh& mesh);
Result<std::string> write_stl(const Mesh& mesh);
Result<std::string> write_ply(const Mesh& mesh);
Result<std::string> write_off(const Mesh& mesh);
Result<std::string> write_tris(const Mesh& mesh);

std::string extension(std::string_view name);  // in lower case, without the dot

}  // namespace apart::io
