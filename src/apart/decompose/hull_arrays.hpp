// The arrays of a tree of hulls.
#pragma once
#include <apart/decompose/hull_tree.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/polytope/flat_hull.hpp>

namespace apart::decomposition {

struct HullNode {
  static constexpr u32 kLeaf = u32{1} << 31;
  // What begins here ends where that of the next node begins; there is one node more at the end.
  u32 first_vertex = 0, first_face = 0, first_start = 0;
  u32 first_eight = 0;  // of its points, in lanes; few are those of the mesh
  u32 first_wide = 0;   // of what 16 bits are too few for
  u32 below = 0;        // the first of two children, or kLeaf and a piece
  u32 parent = ~u32{0};
  u32 reserved = 0;
  Vec3d centre{};
  double radius = 0;  // of a ball about the centre, rounded up

  bool is_leaf() const { return (below & kLeaf) != 0; }
  u32 piece() const { return below & ~kLeaf; }
};
static_assert(sizeof(HullNode) == 64);

struct HullPiece {
  u32 first_triangle = 0, first_source = 0;  // they end where those of the next begin
  u32 node = 0;
  u32 inside = 0;  // 1: all of it is of the solid, or of the surface; 0: its patch alone
};

// The kind of a face in the upper two bits; below, the face that it is a copy of: that of the deepest node that has it.
struct HullFace {
  u32 bits;
  static constexpr u32 kMost = u32{1} << 30;

  HullFaceKind kind() const { return HullFaceKind(bits >> 30); }
  u32 origin() const { return bits & (kMost - 1); }
};

class HullsOnDemand;

struct HullArrays {
  std::span<const HullNode> nodes;  // and one more
  std::span<const EightPoints<double>> points;
  std::span<const NarrowCorner> corners;
  std::span<const NarrowEdge> edges;
  std::span<const WidePair> wide;  // of large hulls, instead: for each corner, then for each edge
  std::span<const HullFace> faces;
  std::span<const u32> starts;
  std::span<const HullPiece> pieces;         // and one more
  std::span<const u32> triangles;            // of patches
  std::span<const u32> sources;              // of the faces of pieces
  std::span<const u32> a_triangle_at;        // for each vertex of the mesh; ~0 for those without
  std::span<const Vec3d> mesh;               // its vertices, which the model owns
  const HullsOnDemand* on_demand = nullptr;  // has the hulls of inner nodes, which are not in these arrays then

  u32 size() const { return nodes.empty() ? 0 : static_cast<u32>(nodes.size() - 1); }
  FlatHull hull(u32 node) const {
    const HullNode &n = nodes[node], &end = nodes[node + 1];
    if (on_demand != nullptr && !n.is_leaf()) [[unlikely]]
      return hull_on_demand(node);
    const u32 vertices = end.first_vertex - n.first_vertex, halves = 3 * (end.first_face - n.first_face);
    const NarrowCorner* const narrow = corners.data() + n.first_vertex;
    const bool in_lanes = end.first_eight != n.first_eight, is_wide = end.first_wide != n.first_wide;
    const WidePair* const pairs = is_wide ? wide.data() + n.first_wide : nullptr;
    return {{in_lanes ? points.data() + n.first_eight : nullptr, narrow, mesh.data()},
            {narrow, pairs, vertices},
            {edges.data() + 3 * std::size_t{n.first_face}, is_wide ? pairs + vertices : nullptr, halves},
            {starts.data() + n.first_start, end.first_start - n.first_start}};
  }
  HullFace face(u32 node, u32 k) const {
    if (on_demand != nullptr && !nodes[node].is_leaf()) [[unlikely]]
      return face_on_demand(node, k);
    return faces[nodes[node].first_face + k];
  }
  // Of a vertex of an inner node's hull, its place in a hull of the children, as in HullCorner.
  u32 below(u32 node, u32 v) const {
    if (on_demand != nullptr) [[unlikely]]
      return below_on_demand(node, v);
    return hull(node).corners.below(v);
  }
  std::span<const u32> patch(u32 piece) const {
    return {triangles.data() + pieces[piece].first_triangle,
            pieces[piece + 1].first_triangle - pieces[piece].first_triangle};
  }
  // The node that a face belongs to.
  u32 node_of_face(u32 face) const;
  // The triangle of the mesh in whose plane a face is that is a copy of a piece's; ~0: none.
  u32 source_of(HullFace face) const;

 private:
  FlatHull hull_on_demand(u32 node) const;
  HullFace face_on_demand(u32 node, u32 k) const;
  u32 below_on_demand(u32 node, u32 v) const;
};

// Empty if all numbers lead to where they must, so that no traversal leaves the arrays or fails to end; else a message.
std::string problem_of_links(const HullTree& tree);

// The same arrays, owned.
struct OwnedHullArrays {
  std::vector<HullNode> nodes;
  std::vector<EightPoints<double>> points;
  std::vector<NarrowCorner> corners;
  std::vector<NarrowEdge> edges;
  std::vector<WidePair> wide;
  std::vector<HullFace> faces;
  std::vector<u32> starts;
  std::vector<HullPiece> pieces;
  std::vector<u32> triangles, sources, a_triangle_at;

  HullArrays view(std::span<const Vec3d> mesh) const {
    HullArrays out;
    out.nodes = nodes, out.points = points, out.corners = corners, out.edges = edges, out.wide = wide;
    out.faces = faces, out.starts = starts, out.pieces = pieces, out.triangles = triangles, out.sources = sources;
    out.a_triangle_at = a_triangle_at, out.mesh = mesh;
    return out;
  }
};

}  // namespace apart::decomposition
