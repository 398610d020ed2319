// Merges vertices, classifies edges, and measures hops.
#include <algorithm>
#include <apart/decompose/surface.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::decomposition {

PlaneView::PlaneView(Vec3d a, Vec3d b, Vec3d c) {
  // The largest component of the normal first: its sign needs no exact arithmetic.
  const Vec3d normal = abs(cross(b - a, c - a));
  const int first = normal.x >= normal.y ? (normal.x >= normal.z ? 0 : 2) : (normal.y >= normal.z ? 1 : 2);
  for (int k = 0; k < 3 && sign == 0; ++k) {
    axis = (first + k) % 3;
    sign = orient2d(a, b, c, axis);
  }
}

int PlaneView::turn(Vec3d a, Vec3d b, Vec3d c) const { return sign * orient2d(a, b, c, axis); }

int Surface::side(u32 face, u32 vertex) const {
  const Face& f = faces[face];
  if (has_vertex(f, vertex)) return 0;
  return orient3d(at[f[0]], at[f[1]], at[f[2]], at[vertex]);
}

namespace {

EdgeKind kind_of(const Surface& s, u32 face, u32 edge) {
  const u32 other = s.neighbour(face, edge);
  if (other == Surface::kNone || s.degenerate[face] || s.degenerate[other]) return EdgeKind::border;
  const Face &f = s.faces[face], &g = s.faces[other];
  const u32 a = f[edge], b = f[after(edge)];
  u32 corner = 0;  // of g, opposite the edge
  while (g[corner] == a || g[corner] == b) ++corner;
  if (g[after(corner)] != b) return EdgeKind::border;  // both run from a to b
  const u32 tip = g[corner];
  const int side = s.side(face, tip);
  if (side != 0) return side < 0 ? EdgeKind::convex : EdgeKind::reflex;
  const PlaneView view(s.at[f[0]], s.at[f[1]], s.at[f[2]]);
  return view.turn(s.at[g[0]], s.at[g[1]], s.at[g[2]]) > 0 ? EdgeKind::flat : EdgeKind::reflex;
}

}  // namespace

Surface::Surface(const Model& of) : model(of), topology(of.topology()), at(of.mesh().vertices()) {
  const std::span<const Face> as_read = of.mesh().faces();
  faces.assign(as_read.begin(), as_read.end());
  degenerate.resize(faces.size());
  first_around.assign(at.size() + 1, 0);
  for (u32 k = 0; k < size(); ++k) {
    Face& f = faces[k];
    for (u32& v : f) v = topology.vertex[v];
    degenerate[k] = f[0] == f[1] || f[1] == f[2] || f[2] == f[0] || collinear(at[f[0]], at[f[1]], at[f[2]]);
    for (const u32 v : f) ++first_around[v + 1];
  }
  for (std::size_t v = 1; v < first_around.size(); ++v) first_around[v] += first_around[v - 1];
  around.resize(first_around.back());
  std::vector<u32> next(first_around.begin(), first_around.end() - 1);
  for (u32 k = 0; k < size(); ++k)
    for (const u32 v : faces[k]) around[next[v]++] = k;
  edges.resize(faces.size());
  for (u32 k = 0; k < size(); ++k)
    for (u32 i = 0; i < 3; ++i) {
      const u32 other = neighbour(k, i);
      edges[k][i] = other < k ? edges[other][edge_at(other, topology.face_edges[k][i])] : kind_of(*this, k, i);
    }
}

std::array<u32, 2> ends_of(const Surface& s, u32 degenerate_face) {
  // Of collinear points, the ends are the least and the greatest in the order of coordinates.
  const auto less = [&](u32 a, u32 b) {
    const Vec3d p = s.at[a], q = s.at[b];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
  };
  const Face& f = s.faces[degenerate_face];
  return {std::min({f[0], f[1], f[2]}, less), std::max({f[0], f[1], f[2]}, less)};
}

std::vector<u32> hops_to_reflex(const Surface& s) {
  std::vector<u32> hops(s.size(), Surface::kNone), queue;
  const auto ends_patches = [&](u32 f, u32 i) {  // a boundary does, but hides no reflex edge
    const u32 edge = s.topology.face_edges[f][i];
    return s.edges[f][i] == EdgeKind::reflex ||
           (s.edges[f][i] == EdgeKind::border && edge != Surface::kNone && s.topology.edges[edge].uses > 1);
  };
  for (u32 f = 0; f < s.size(); ++f)
    if (ends_patches(f, 0) || ends_patches(f, 1) || ends_patches(f, 2)) hops[f] = 0, queue.push_back(f);
  for (std::size_t k = 0; k < queue.size(); ++k)
    for (u32 i = 0; i < 3; ++i) {
      const u32 f = queue[k], g = s.neighbour(f, i);
      if (g == Surface::kNone || hops[g] != Surface::kNone) continue;
      hops[g] = hops[f] + 1;
      queue.push_back(g);
    }
  return hops;
}

}  // namespace apart::decomposition
