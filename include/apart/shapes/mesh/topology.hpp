// The topology of a mesh: edges, neighbours, components, and whether it is closed.
//
// Vertices at exactly the same position always count as one: an STL file repeats every vertex. (A mesh that shares its
// vertices already gives the same result.) A triangle with two corners at one position bounds nothing and is left out:
// it has no edges, neighbours or component. One that is merely flat, with three distinct collinear corners, is a
// triangle like any other.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

struct MeshTopology {
  static constexpr u32 kNone = ~u32{0};

  struct Edge {
    u32 a, b;  // a < b; of coincident vertices, the first
    u32 uses;  // by how many triangles
  };

  std::vector<u32> vertex;                     // for each vertex, the first at the same position
  std::vector<Edge> edges;                     // sorted by a, then b
  std::vector<std::array<u32, 2>> open_edges;  // from and to, for each use that none in the other direction balances
  std::vector<std::array<u32, 3>> face_edges;  // edge i runs from corner i to corner i + 1
  std::vector<std::array<u32, 3>> neighbours;  // across edge i, if exactly two triangles meet there; else kNone
  std::vector<u32> component;                  // for each triangle its component; components share no edge
  u32 components = 0;                          // numbered in the order of their first triangles
  u32 boundary_edges = 0;                      // with one use
  u32 vertices_used = 0;                       // positions used by a triangle that counts
  u32 degenerate_faces = 0;                    // that were left out

  bool closed = false;      // there is a triangle, and every edge has an even number of uses
  bool oriented = false;    // every edge is used equally often in both directions (up to one, if uses are odd)
  bool orientable = false;  // reversing some triangles would orient all edges of two uses consistently
  bool manifold = false;    // no edge has over two uses, and the triangles around any vertex form one fan

  // Closed and oriented: the mesh bounds a solid, though perhaps inside out, or self-intersecting.
  bool solid() const { return closed && oriented; }
  // Vertices − edges + triangles: 2 for each sphere, 0 for each torus.
  long euler() const {
    return static_cast<long>(vertices_used) - static_cast<long>(edges.size()) +
           static_cast<long>(face_edges.size() - degenerate_faces);
  }

  static MeshTopology of(const Mesh& mesh);
};

}  // namespace apart
