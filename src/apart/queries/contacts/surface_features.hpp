// The features of a surface and what is around each: enough to see whether a plane supports the surface there.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <span>
#include <vector>

namespace apart::queries {

// The corners of a triangle that are farthest along a direction, up to a length.
inline TriangleFeature support_feature(const Triangle& t, Vec3d direction, double slack) {
  using enum TriangleFeature;
  constexpr TriangleFeature by_corners[] = {face, a, b, ab, c, ca, bc, face};
  const double h[] = {dot(direction, t.a), dot(direction, t.b), dot(direction, t.c)};
  const double top = larger(h[0], larger(h[1], h[2])) - slack;
  return by_corners[(h[0] >= top) + 2 * (h[1] >= top) + 4 * (h[2] >= top)];
}

class SurfaceFeatures {
 public:
  explicit SurfaceFeatures(const Model& model);

  // The feature of the mesh on which a point of a triangle lies.
  SurfaceFeature of(u32 triangle, TriangleFeature where) const;
  // The same for all features that together are one: the edges of a straight crease, the triangles of a flat face with
  // the edges and vertices between them. The kind is that of the whole.
  SurfaceFeature whole(const SurfaceFeature& feature) const;

  // Is the surface around a feature nowhere above the plane through it, up to a tolerance of angles and one of lengths?
  bool supports(const SurfaceFeature& feature, Vec3d normal, double angle, double slack) const;
  // Does a direction along which a feature is supported lead out of the solid? Also true if there is none.
  bool leads_out(const SurfaceFeature& feature, Vec3d normal) const;

  // One of which two corners coincide adds nothing to a solid; elsewhere it is a segment or a point.
  bool counts(u32 triangle) const { return !solid_ || topology_->component[triangle] != MeshTopology::kNone; }
  Vec3d normal(u32 triangle) const { return normals_[triangle]; }  // zero if it has no area

 private:
  template <class T>
  struct Lists {
    std::vector<u32> first;
    std::vector<T> items;
    std::span<const T> operator[](u32 i) const { return {items.data() + first[i], items.data() + first[i + 1]}; }
  };

  u32 vertex_of(u32 triangle, std::size_t corner) const { return topology_->vertex[mesh_->faces()[triangle][corner]]; }
  u32 edge_index(const SurfaceFeature& edge) const;
  void classify_edges();
  void classify_vertices();

  const Mesh* mesh_;
  const MeshTopology* topology_;
  bool solid_ = false;
  std::vector<Vec3d> normals_;         // of triangles; outward if it is a solid
  std::vector<Vec3d> vertex_normals_;  // weighted by angles
  Lists<u32> neighbours_;              // of vertices, across edges: their indices in the topology
  Lists<u32> faces_;                   // of edges
  std::vector<bool> flat_;             // edges between coplanar triangles
  std::vector<u32> crease_;            // of edges that are not flat: the first edge of their crease
  std::vector<u32> face_;              // of triangles: the first of their flat face
  enum class VertexKind : unsigned char { corner, in_edge, in_face };
  std::vector<VertexKind> vertex_kinds_;
};

// Of a model, computed on first use and kept with it.
const SurfaceFeatures& surface_features(const Model& model);

}  // namespace apart::queries
