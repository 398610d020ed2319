// The last step of every reader: builds a mesh from vertices and faces; errors carry the source's name.
#pragma once
#include <apart/io/bodies/polygon.hpp>
#include <apart/io/bytes/source.hpp>

namespace apart::io {

inline Result<Mesh> assemble(const Source& source, std::vector<Vec3d> vertices, std::vector<Face> faces) {
  if (faces.empty()) return Error{source.name + ": no triangles"};
  Result<Mesh> mesh = Mesh::make(std::move(vertices), std::move(faces));
  return mesh ? std::move(mesh) : Error{source.name + ": " + mesh.error()};
}

inline Result<Mesh> assemble(const Source& source, std::vector<Vec3d> vertices, const Polygons& polygons) {
  Result<std::vector<Face>> faces = polygons.triangles(vertices);
  return faces ? assemble(source, std::move(vertices), std::move(*faces)) : Error{source.name + ": " + faces.error()};
}

}  // namespace apart::io
