#include <apart/shapes/mesh/welder.hpp>
#include <apart/shapes/mesh_builder.hpp>
#include <cstring>
#include <utility>

namespace apart {

MeshBuilder::MeshBuilder() : vertices_(new Welder) {}
MeshBuilder::~MeshBuilder() = default;
MeshBuilder::MeshBuilder(MeshBuilder&&) noexcept = default;
MeshBuilder& MeshBuilder::operator=(MeshBuilder&&) noexcept = default;

u32 MeshBuilder::vertex(Vec3d p) { return vertices_->add(p + Vec3d{}); }  // of −0, 0

void MeshBuilder::triangle(Vec3d a, Vec3d b, Vec3d c) {
  const u32 i = vertex(a), j = vertex(b), k = vertex(c);
  face(i, j, k);
}

void MeshBuilder::polygon(std::span<const Vec3d> corners) {
  for (std::size_t k = 2; k < corners.size(); ++k) triangle(corners[0], corners[k - 1], corners[k]);
}

void MeshBuilder::next_part() {
  if (faces_.size() > parts_.back()) parts_.push_back(static_cast<u32>(faces_.size()));
}

Result<Mesh> MeshBuilder::finish() {
  std::vector<u32> parts = std::exchange(parts_, {0});
  if (parts.size() > 1 && parts.back() == faces_.size()) parts.pop_back();
  Result<Mesh> mesh = Mesh::make(std::exchange(*vertices_, {}).take(), std::exchange(faces_, {}));
  if (mesh && parts.size() > 1) return mesh->with_parts(std::move(parts));
  return mesh;
}

Result<Mesh> mesh_of(const VertexArray& vertices, std::vector<Face> faces) {
  const bool single = vertices.numbers == VertexArray::Numbers::float32;
  const std::size_t size = 3 * (single ? sizeof(float) : sizeof(double));
  const std::size_t stride = vertices.stride == 0 ? size : vertices.stride;
  if (stride < size)
    return Error{"vertices: expected a stride of " + std::to_string(size) + " bytes or more; found " +
                 std::to_string(stride)};
  std::vector<Vec3d> out(vertices.count);
  const auto* at = static_cast<const std::byte*>(vertices.data);
  for (std::size_t i = 0; i < vertices.count; ++i, at += stride) {
    if (single) {
      float xyz[3];
      std::memcpy(xyz, at, sizeof xyz);
      out[i] = {double(xyz[0]), double(xyz[1]), double(xyz[2])};
    } else {
      std::memcpy(&out[i], at, size);
    }
  }
  return Mesh::make(std::move(out), std::move(faces));
}

Result<Mesh> mesh_of(const VertexArray& vertices) {
  if (vertices.count % 3 != 0)
    return Error{"vertices: expected three for each triangle; found " + std::to_string(vertices.count)};
  std::vector<Face> faces(vertices.count / 3);
  for (u32 i = 0; i < faces.size(); ++i) faces[i] = {3 * i, 3 * i + 1, 3 * i + 2};
  return mesh_of(vertices, std::move(faces));
}

}  // namespace apart
