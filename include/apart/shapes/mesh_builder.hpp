// Meshes from what other programs have: triangle by triangle, or from arrays of floats or doubles with gaps between
// them.
//   MeshBuilder builder;
//   for (…) builder.triangle(a, b, c);
//   Result<Mesh> mesh = builder.finish();
#pragma once
#include <apart/shapes/mesh.hpp>
#include <cstddef>
#include <memory>

namespace apart {

class Welder;

class MeshBuilder {
 public:
  MeshBuilder();
  ~MeshBuilder();
  MeshBuilder(MeshBuilder&&) noexcept;
  MeshBuilder& operator=(MeshBuilder&&) noexcept;

  // The number of a vertex; vertices with equal coordinates are one. −0 is 0.
  u32 vertex(Vec3d p);
  void face(u32 a, u32 b, u32 c) { faces_.push_back({a, b, c}); }
  void triangle(Vec3d a, Vec3d b, Vec3d c);
  // As a fan from its first corner: of convex ones.
  void polygon(std::span<const Vec3d> corners);
  // What follows is another part; parts without triangles are left out.
  void next_part();

  std::size_t size() const { return faces_.size(); }
  // As Mesh::make refuses and keeps. The builder is empty afterwards.
  Result<Mesh> finish();

 private:
  std::unique_ptr<Welder> vertices_;
  std::vector<Face> faces_;
  std::vector<u32> parts_{0};
};

// Vertices as they lie in memory: three numbers each, `stride` bytes from one to the next (0: without gaps). Numbers
// need not be aligned.
struct VertexArray {
  enum class Numbers { float32, float64 };

  const void* data = nullptr;
  std::size_t count = 0;
  Numbers numbers = Numbers::float64;
  std::size_t stride = 0;

  static VertexArray of(std::span<const float> xyz) { return {xyz.data(), xyz.size() / 3, Numbers::float32, 0}; }
  static VertexArray of(std::span<const double> xyz) { return {xyz.data(), xyz.size() / 3, Numbers::float64, 0}; }
};

// Copies the vertices: a mesh has doubles. An error as of Mesh::make, or of a stride that is less than a vertex.
Result<Mesh> mesh_of(const VertexArray& vertices, std::vector<Face> faces);
// Every three vertices are a triangle; equal ones are not joined.
Result<Mesh> mesh_of(const VertexArray& vertices);

}  // namespace apart
