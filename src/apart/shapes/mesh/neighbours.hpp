// Vertex adjacency of a mesh: which vertices are connected by an edge.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

struct Neighbours {
  std::vector<u32> first;   // where vertex i's neighbours begin in `others`; one entry more than vertices
  std::vector<u32> others;  // ascending for each vertex

  u32 vertices() const { return first.empty() ? 0 : static_cast<u32>(first.size()) - 1; }
  std::span<const u32> of(u32 vertex) const {
    return std::span(others).subspan(first[vertex], first[vertex + 1] - first[vertex]);
  }
};

// Coincident vertices count as one, the first; the others, and unused ones, have no neighbours.
Neighbours neighbours(const Mesh& mesh);

}  // namespace apart
