// Edges, neighbours, components, orientation and manifoldness of a mesh.
#include <algorithm>
#include <apart/base/disjoint_sets.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/shapes/mesh/weld.hpp>
#include <numeric>

namespace apart {
namespace {

constexpr u32 kNone = MeshTopology::kNone;

u32 after(u32 i) { return i == 2 ? 0 : i + 1; }

// The faces in terms of the first vertex at each position; a degenerate one becomes all kNone.
std::vector<Face> places(const Mesh& mesh, MeshTopology& out) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  std::vector<bool> used(mesh.vertices().size());
  for (Face& f : faces) {
    for (u32& v : f) v = out.vertex[v];
    if (f[0] == f[1] || f[1] == f[2] || f[2] == f[0]) {
      f = {kNone, kNone, kNone};
      ++out.degenerate_faces;
      continue;
    }
    for (u32 v : f)
      if (!used[v]) used[v] = true, ++out.vertices_used;
  }
  return faces;
}

// The edge of a face that joins v and w (in either direction). They must be an edge of it.
u32 side(const Face& f, u32 v, u32 w) {
  for (u32 i = 0; i < 2; ++i)
    if ((f[i] == v && f[after(i)] == w) || (f[i] == w && f[after(i)] == v)) return i;
  return 2;
}

// Collects the edges by their smaller vertex, then sorts each small bucket: linear in the number of faces. `joins` gets
// pairs of faces that share an edge of more than two uses. Do all neighbours traverse their edge in both directions?
bool find_edges(const std::vector<Face>& faces, MeshTopology& out, std::vector<std::array<u32, 2>>& joins) {
  struct Use {
    u32 far, face;
  };
  std::vector<u64> begin(out.vertex.size() + 1);
  for (const Face& f : faces)
    if (f[0] != kNone)
      for (u32 i = 0; i < 3; ++i) ++begin[std::min(f[i], f[after(i)]) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Use> uses(begin.back());
  std::vector<u64> next(begin.begin(), begin.end() - 1);
  for (u32 k = 0; k < faces.size(); ++k)
    if (const Face& f = faces[k]; f[0] != kNone)
      for (u32 i = 0; i < 3; ++i) uses[next[std::min(f[i], f[after(i)])]++] = {std::max(f[i], f[after(i)]), k};

  bool agree = true;
  out.edges.reserve(uses.size() / 2 + uses.size() / 64);  // most surfaces are closed, or nearly
  for (u32 v = 0; v < out.vertex.size(); ++v) {
    const auto first = uses.begin() + static_cast<std::ptrdiff_t>(begin[v]);
    const auto last = uses.begin() + static_cast<std::ptrdiff_t>(begin[v + 1]);
    std::sort(first, last, [](Use a, Use b) { return a.far != b.far ? a.far < b.far : a.face < b.face; });
    for (auto from = first; from != last;) {
      auto to = from;
      long balance = 0;  // uses from v minus uses towards v
      const u32 edge = static_cast<u32>(out.edges.size());
      for (; to != last && to->far == from->far; ++to) {
        const Face& f = faces[to->face];
        const u32 i = side(f, v, to->far);
        balance += f[i] == v ? 1 : -1;
        out.face_edges[to->face][i] = edge;
      }
      const u32 count = static_cast<u32>(to - from);
      out.edges.push_back({v, from->far, count});
      for (long n = balance; n > 0; --n) out.open_edges.push_back({v, from->far});
      for (long n = balance; n < 0; ++n) out.open_edges.push_back({from->far, v});
      if (count == 1) ++out.boundary_edges;
      if (count == 2) {
        agree = agree && balance == 0;
        const u32 f = from->face, g = from[1].face;
        out.neighbours[f][side(faces[f], v, from->far)] = g;
        out.neighbours[g][side(faces[g], v, from->far)] = f;
      } else if (count > 2) {
        for (auto use = from + 1; use != to; ++use) joins.push_back({from->face, use->face});
        out.manifold = false;
      }
      if (count % 2 == 1) out.closed = false;
      if (std::abs(balance) > static_cast<long>(count % 2)) out.oriented = false;
      from = to;
    }
  }
  return agree;
}

// In the order of the faces, which a flood fill would not keep: it waits for memory at every step.
void find_components(const std::vector<Face>& faces, MeshTopology& out, const std::vector<std::array<u32, 2>>& joins) {
  DisjointSets together(faces.size());
  for (u32 f = 0; f < faces.size(); ++f)
    for (const u32 g : out.neighbours[f])
      if (g < f) together.join(g, f);
  for (auto [f, g] : joins) together.join(f, g);
  for (u32 f = 0; f < faces.size(); ++f) {
    if (faces[f][0] == kNone) continue;
    const u32 first = together.root(f);  // the lowest
    out.component[f] = first == f ? out.components++ : out.component[first];
  }
}

// Flood fill over neighbours, reversing faces that traverse a common edge in the same direction: is no face reached
// with both orientations?
bool can_be_oriented(const std::vector<Face>& faces, const MeshTopology& topology) {
  enum : unsigned char { unknown, as_it_is, turned };
  std::vector<unsigned char> way(faces.size(), unknown);
  std::vector<u32> todo;
  for (u32 start = 0; start < faces.size(); ++start) {
    if (way[start] != unknown) continue;
    way[start] = as_it_is;
    todo.push_back(start);
    while (!todo.empty()) {
      const u32 f = todo.back();
      todo.pop_back();
      for (u32 i = 0; i < 3; ++i) {
        const u32 g = topology.neighbours[f][i];
        if (g == kNone) continue;
        const u32 j = side(faces[g], faces[f][i], faces[f][after(i)]);
        const bool same_way = faces[g][j] == faces[f][i];
        const auto wanted = (way[f] == turned) != same_way ? turned : as_it_is;
        if (way[g] == unknown) {
          way[g] = wanted;
          todo.push_back(g);
        } else if (way[g] != wanted) {
          return false;
        }
      }
    }
  }
  return true;
}

// With at most two faces at each edge, the faces around a vertex form chains; for a manifold one chain holds them all.
bool one_fan_everywhere(const std::vector<Face>& faces, const MeshTopology& topology) {
  struct Star {
    u32 face = kNone, valence = 0;  // one of the faces at a vertex, and their number
  };
  std::vector<Star> stars(topology.vertex.size());
  for (u32 k = 0; k < faces.size(); ++k)
    if (faces[k][0] != kNone)
      for (u32 v : faces[k]) stars[v].face = k, ++stars[v].valence;

  for (u32 v = 0; v < stars.size(); ++v) {
    const u32 start = stars[v].face;
    if (start == kNone) continue;
    // Walks around from the start in one direction, and if that ends at a boundary in the other too.
    u32 met = 1;
    bool came_round = false;
    for (int way = 0; way < 2 && !came_round; ++way) {
      const Face& f = faces[start];
      const u32 corner = f[0] == v ? 0 : f[1] == v ? 1 : 2;
      u32 leave = way == 0 ? corner : after(after(corner));
      for (u32 face = start;;) {
        const u32 g = topology.neighbours[face][leave];
        if (g == kNone) break;
        if (g == start) {
          came_round = true;
          break;
        }
        const u32 entered = side(faces[g], faces[face][leave], faces[face][after(leave)]);
        const u32 at = faces[g][0] == v ? 0 : faces[g][1] == v ? 1 : 2;
        leave = entered == at ? after(after(at)) : at;
        face = g;
        ++met;
      }
    }
    if (met != stars[v].valence) return false;
  }
  return true;
}

}  // namespace

MeshTopology MeshTopology::of(const Mesh& mesh) {
  MeshTopology out;
  out.vertex = first_at_same_place(mesh);
  const std::vector<Face> faces = places(mesh, out);
  out.face_edges.assign(faces.size(), {kNone, kNone, kNone});
  out.neighbours.assign(faces.size(), {kNone, kNone, kNone});
  out.component.assign(faces.size(), kNone);
  out.closed = out.degenerate_faces < faces.size();
  out.oriented = out.manifold = true;

  std::vector<std::array<u32, 2>> joins;
  const bool agree = find_edges(faces, out, joins);
  find_components(faces, out, joins);
  out.orientable = agree || can_be_oriented(faces, out);
  out.manifold = out.manifold && one_fan_everywhere(faces, out);
  return out;
}

}  // namespace apart
