// A triangle mesh: shared vertices and indexed faces. Immutable and cheap to copy: copies share the arrays, or the
// caller's own if the mesh was made by borrow().
#pragma once
#include <apart/shapes/triangle.hpp>
#include <array>
#include <memory>
#include <span>
#include <vector>

namespace apart {

using Face = std::array<u32, 3>;

class Mesh {
 public:
  Mesh() = default;  // no triangles

  // Refuses coordinates that are not finite and invalid vertex indices. Degenerate and duplicate triangles are kept.
  static Result<Mesh> make(std::vector<Vec3d> vertices, std::vector<Face> faces);
  // The same over arrays that the caller keeps alive and unchanged for as long as any copy of the mesh lives.
  static Result<Mesh> borrow(std::span<const Vec3d> vertices, std::span<const Face> faces);
  // Arrays that are known to be valid, not checked again; `keep` owns them.
  static Mesh trusted(std::span<const Vec3d> vertices, std::span<const Face> faces, std::shared_ptr<const void> keep);

  // Deleted for temporaries: a loop over f().vertices() would outlive its arrays.
  std::span<const Vec3d> vertices() const& { return vertices_; }
  std::span<const Face> faces() const& { return faces_; }
  std::span<const Vec3d> vertices() && = delete;
  std::span<const Face> faces() && = delete;
  u32 size() const { return static_cast<u32>(faces_.size()); }  // number of triangles
  bool empty() const { return faces_.empty(); }
  Triangle triangle(u32 i) const {
    const Face& f = faces_[i];
    return {vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]};
  }

  // A mesh may consist of parts, each a range of triangles: the bodies of a scene, the groups of a file. One part by
  // default. `first_triangles` ascends and starts with 0.
  Mesh with_parts(std::vector<u32> first_triangles) const;
  u32 parts() const { return parts_ ? static_cast<u32>(parts_->size()) : 1; }
  u32 part(u32 triangle) const;  // that contains it
  u32 first_of_part(u32 part) const { return parts_ ? (*parts_)[part] : 0; }

 private:
  std::span<const Vec3d> vertices_;
  std::span<const Face> faces_;
  std::shared_ptr<const void> keep_;               // owns the arrays, unless they are borrowed
  std::shared_ptr<const std::vector<u32>> parts_;  // none: one part
};

// Every vertex moved by a pose, or scaled about the origin.
Mesh placed(const Mesh& mesh, const Pose& pose);
Mesh scaled(const Mesh& mesh, double factor);
// Each axis by its own factor. A negative one mirrors, and faces are reversed so that they stay outward; zero flattens.
Mesh scaled(const Mesh& mesh, Vec3d factors);

// Several meshes as one, in order; their parts become its parts.
Mesh joined(std::span<const Mesh> meshes);

}  // namespace apart
