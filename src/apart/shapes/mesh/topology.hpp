// How the triangles of a mesh hang together: edges, neighbours, pieces, and whether they close up.
//
// Vertices count as one when they lie at exactly the same place, always: an STL file repeats every vertex, and what
// the eye sees as one surface should be one. (A mesh that shares its vertices already gives the same answer.)
// A triangle with two corners at one place bounds nothing. It is left out: it has no edges, neighbours or piece.
// One that is merely flat, with three places on a line, is a triangle like any other.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

struct MeshTopology {
  static constexpr u32 kNone = ~u32{0};

  struct Edge {
    u32 a, b;  // a < b; of the vertices at a place, the first
    u32 uses;  // by how many triangles
  };

  std::vector<u32> vertex;                     // for each vertex, the first at the same place
  std::vector<Edge> edges;                     // sorted by a, then b
  std::vector<std::array<u32, 3>> face_edges;  // edge i runs from corner i to corner i + 1
  std::vector<std::array<u32, 3>> neighbours;  // across edge i, if exactly two triangles meet there; else kNone
  std::vector<u32> component;                  // for each triangle the piece it belongs to; pieces share no edge
  u32 components = 0;                          // numbered in the order of their first triangles
  u32 boundary_edges = 0;                      // with one use
  u32 vertices_used = 0;                       // places named by a triangle that counts
  u32 degenerate_faces = 0;                    // that were left out

  bool closed = false;      // there is a triangle, and every edge has an even number of uses
  bool oriented = false;    // every edge is run as often one way as the other (give or take one, if uses are odd)
  bool orientable = false;  // turning some triangles over would make all edges of two uses run both ways
  bool manifold = false;    // no edge has over two uses, and the triangles round any vertex are one fan

  // Closed and oriented: the mesh bounds a solid, though perhaps inside out, or through itself.
  bool solid() const { return closed && oriented; }
  // Vertices − edges + triangles: 2 for each sphere, 0 for each torus.
  long euler() const {
    return static_cast<long>(vertices_used) - static_cast<long>(edges.size()) +
           static_cast<long>(face_edges.size() - degenerate_faces);
  }

  static MeshTopology of(const Mesh& mesh);
};

}  // namespace apart
