// Where the edges of one closed surface cross the faces of another, and how often a surface winds around the vertices
// of the other: decided by exact signs of infinitesimally displaced vertices, so that there are no degenerate cases.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/exact/perturbed.hpp>
#include <optional>

namespace apart::queries {

inline constexpr u32 kNone = MeshTopology::kNone;

// One of two closed surfaces, in A's frame and facing outward.
struct SolidSurface {
  SolidSurface(const Model& model, const Pose& pose, u64 first_id);

  // Displaces the vertices of some faces inward or outward, to first order. Inward, a surface back to back with these
  // faces does not meet them; outward, it does.
  void displace(std::span<const u32> faces_to_move, bool inward);

  PerturbedPoint point(u32 vertex) const { return {at[vertex], shift[vertex], first_id + vertex}; }
  // +1 if edge i of a face runs from the first to the second vertex of the edge, −1 if back.
  int direction(u32 face, u32 i) const { return topology.edges[face_edges[face][i]].a == faces[face][i] ? 1 : -1; }

  const Model& model;
  Pose pose;
  Bounds box;
  u64 first_id;
  const MeshTopology& topology;
  std::vector<Vec3d> at, shift;
  std::vector<Face> faces;                     // vertices by the first at the same position; kNone: degenerate
  std::vector<std::array<u32, 3>> face_edges;  // edge i runs from corner i to corner i + 1
};

struct Crossing {
  u32 edge, face;
  int change;  // of the winding number along the edge: +1 inward
  Quad along;  // parameter on the edge
};

struct Crossings {
  std::vector<Crossing> all;  // by edge, then by face
  bool decided = true;        // else a sign remained zero

  // The index of one, or kNone.
  u32 find(u32 edge, u32 face) const;
};

// An edge and a face that may cross, in the order of edges.
constexpr u64 edge_and_face(u32 edge, u32 face) { return u64{edge} << 32 | face; }

// The pairs may be in any order, and repeated.
Crossings crossings(const SolidSurface& edges, const SolidSurface& faces, std::vector<u64> pairs);

// How often a surface, but for one component of it, winds around a point. Nothing if a sign remained zero.
std::optional<int> winding(const SolidSurface& surface, const PerturbedPoint& point, u32 except_component = kNone);

// For each vertex, how often `around` winds around it; `found` are the crossings of its edges. Empty if they contradict
// each other.
std::vector<int> windings(const SolidSurface& surface, const SolidSurface& around, const Crossings& found);

}  // namespace apart::queries
