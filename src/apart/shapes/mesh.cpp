// Validation, transformation and joining of meshes.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/shapes/mesh.hpp>
#include <limits>

namespace apart {
namespace {

// Empty if the arrays form a valid mesh; else an error message.
std::string problem(std::span<const Vec3d> vertices, std::span<const Face> faces) {
  constexpr std::size_t most = std::numeric_limits<u32>::max() / 2;  // references reserve a bit
  if (vertices.size() > most || faces.size() > most) return "more than 2^31 vertices or triangles";
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!is_finite(vertices[i])) return "vertex " + std::to_string(i) + " is not finite";
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (u32 v : faces[i])
      if (v >= vertices.size())
        return "triangle " + std::to_string(i) + " names vertex " + std::to_string(v) + " of " +
               std::to_string(vertices.size());
  return {};
}

Mesh same_parts(const Mesh& mesh, const Mesh& as) {
  if (as.parts() == 1) return mesh;
  std::vector<u32> first;
  for (u32 p = 0; p < as.parts(); ++p) first.push_back(as.first_of_part(p));
  return mesh.with_parts(std::move(first));
}

template <class Move>
Mesh moved(const Mesh& mesh, Move move, bool mirrored = false) {
  std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& v : vertices) v = move(v);
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  if (mirrored)
    for (Face& f : faces) std::swap(f[1], f[2]);
  return same_parts(Mesh::make(std::move(vertices), std::move(faces)).value(), mesh);
}

}  // namespace

Result<Mesh> Mesh::borrow(std::span<const Vec3d> vertices, std::span<const Face> faces) {
  if (std::string wrong = problem(vertices, faces); !wrong.empty()) return Error{std::move(wrong)};
  return trusted(vertices, faces, nullptr);
}

Mesh Mesh::trusted(std::span<const Vec3d> vertices, std::span<const Face> faces, std::shared_ptr<const void> keep) {
  Mesh mesh;
  mesh.vertices_ = vertices;
  mesh.faces_ = faces;
  mesh.keep_ = std::move(keep);
  return mesh;
}

Result<Mesh> Mesh::make(std::vector<Vec3d> vertices, std::vector<Face> faces) {
  struct Arrays {
    std::vector<Vec3d> vertices;
    std::vector<Face> faces;
  };
  auto arrays = std::make_shared<const Arrays>(Arrays{std::move(vertices), std::move(faces)});
  Result<Mesh> mesh = borrow(arrays->vertices, arrays->faces);
  if (mesh) mesh->keep_ = std::move(arrays);
  return mesh;
}

Mesh Mesh::with_parts(std::vector<u32> first_triangles) const {
  APART_ASSERT(!first_triangles.empty() && first_triangles[0] == 0 && first_triangles.back() <= size() &&
                   std::is_sorted(first_triangles.begin(), first_triangles.end()),
               "parts of a mesh that do not ascend from its first triangle");
  Mesh out = *this;
  out.parts_ = std::make_shared<const std::vector<u32>>(std::move(first_triangles));
  return out;
}

u32 Mesh::part(u32 triangle) const {
  if (!parts_) return 0;
  return static_cast<u32>(std::upper_bound(parts_->begin(), parts_->end(), triangle) - parts_->begin()) - 1;
}

Mesh placed(const Mesh& mesh, const Pose& pose) {
  return moved(mesh, [&](Vec3d v) { return pose * v; });
}

Mesh scaled(const Mesh& mesh, double factor) {
  return moved(mesh, [&](Vec3d v) { return factor * v; });
}

Mesh scaled(const Mesh& mesh, Vec3d factors) {
  const bool mirrored = ((factors.x < 0) != (factors.y < 0)) != (factors.z < 0);
  const auto scale = [&](Vec3d v) -> Vec3d { return {factors.x * v.x, factors.y * v.y, factors.z * v.z}; };
  return moved(mesh, scale, mirrored);
}

Mesh joined(std::span<const Mesh> meshes) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  std::vector<u32> parts;
  for (const Mesh& mesh : meshes) {
    const u32 base = static_cast<u32>(vertices.size());
    for (u32 p = 0; p < mesh.parts(); ++p) parts.push_back(static_cast<u32>(faces.size()) + mesh.first_of_part(p));
    vertices.insert(vertices.end(), mesh.vertices().begin(), mesh.vertices().end());
    for (Face f : mesh.faces()) faces.push_back({f[0] + base, f[1] + base, f[2] + base});
  }
  const Mesh mesh = Mesh::make(std::move(vertices), std::move(faces)).value();
  return parts.empty() ? mesh : mesh.with_parts(std::move(parts));
}

}  // namespace apart
