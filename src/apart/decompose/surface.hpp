// A mesh as the decomposition needs it: faces over merged vertices, the dual graph with convex and reflex edges, the
// faces around each vertex.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/mesh/topology.hpp>

// The room's own namespace: its function has the room's name.
namespace apart::decomposition {

using namespace traversal;

enum class EdgeKind : std::uint8_t {
  convex,
  flat,    // both faces in one plane, side by side
  reflex,  // or folded flat, one face on the other
  border   // no face to go to: boundary, more than two faces, inconsistent orientation, a degenerate face
};

struct Surface {
  static constexpr u32 kNone = ~u32{0};

  const Model& model;
  const MeshTopology& topology;
  std::span<const Vec3d> at;
  std::vector<Face> faces;  // of coincident vertices, the first
  std::vector<std::array<EdgeKind, 3>> edges;
  std::vector<std::uint8_t> degenerate;   // for each face: is it a segment or a point?
  std::vector<u32> first_around, around;  // the faces at each vertex

  explicit Surface(const Model& of);

  u32 size() const { return static_cast<u32>(faces.size()); }
  u32 neighbour(u32 face, u32 edge) const { return topology.neighbours[face][edge]; }
  // Which edge of a face is it? By the topology's numbers.
  u32 edge_at(u32 face, u32 edge) const {
    const std::array<u32, 3>& all = topology.face_edges[face];
    return all[0] == edge ? 0 : all[1] == edge ? 1 : 2;
  }
  std::span<const u32> faces_at(u32 vertex) const {
    return {around.data() + first_around[vertex], first_around[vertex + 1] - first_around[vertex]};
  }
  // Relative to the plane of a face: +1 outside, −1 inside, 0 in it.
  int side(u32 face, u32 vertex) const;
};

inline u32 after(u32 corner) { return corner == 2 ? 0 : corner + 1; }
inline bool has_vertex(const Face& f, u32 v) { return f[0] == v || f[1] == v || f[2] == v; }
inline bool has_edge(const Face& f, u32 p, u32 q) { return has_vertex(f, p) && has_vertex(f, q); }

// Signs in a plane, by projection along an axis.
struct PlaneView {
  int axis = 0, sign = 0;  // sign 0: of three collinear points

  PlaneView() = default;
  PlaneView(Vec3d a, Vec3d b, Vec3d c);
  // +1 if a, b, c turn as the points did that made the view.
  int turn(Vec3d a, Vec3d b, Vec3d c) const;
};

// The ends of three collinear vertices; equal for a point.
std::array<u32, 2> ends_of(const Surface& surface, u32 degenerate_face);

// For each face the number of edges to cross on the way to the nearest reflex or border edge; kNone where there is
// none.
std::vector<u32> hops_to_reflex(const Surface& surface);

}  // namespace apart::decomposition
