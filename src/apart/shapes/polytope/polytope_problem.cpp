// Validates a polytope: indices, adjacency, geometry.
#include <apart/shapes/polytope.hpp>

namespace apart {

std::string problem(const Polytope& p) {
  const auto vertices = p.vertices();
  const auto faces = p.faces();
  const auto edges = p.half_edges();
  const u32 vertex_count = static_cast<u32>(vertices.size()), edge_count = static_cast<u32>(edges.size());
  if (vertices.empty()) return "no vertex";
  const auto at = [](const char* what, std::size_t i) { return std::string(what) + " " + std::to_string(i); };

  // Index ranges.
  const u32 least_vertices[] = {1, 2, 3, 4};
  if (p.dimension() < 0 || p.dimension() > 3) return "no dimension";
  if (p.dimension() < 2 ? vertex_count != least_vertices[p.dimension()] : vertex_count < least_vertices[p.dimension()])
    return "vertices that do not fit the dimension";
  if (p.dimension() == 3 && vertex_count + faces.size() != edge_count / 2 + 2) return "not one closed surface";
  if (p.dimension() == 2 && (faces.size() != 2 || edge_count != 2 * vertex_count)) return "not a polygon's two faces";
  if (p.dimension() == 1 && (!faces.empty() || edge_count != 2)) return "not one edge";
  if (p.dimension() == 0 && (!faces.empty() || edge_count != 0)) return "a point with edges";

  // Adjacency.
  for (u32 h = 0; h < edge_count; ++h) {
    const Polytope::HalfEdge& e = edges[h];
    if (e.vertex >= vertex_count || e.twin >= edge_count || e.next >= edge_count)
      return at("half-edge", h) + " leads out";
    if (e.face != Polytope::kNone && e.face >= faces.size())
      return at("half-edge", h) + " names a face that is not there";
    if ((e.face == Polytope::kNone) != (p.dimension() < 2)) return at("half-edge", h) + " has a face or none wrongly";
    if (e.twin == h || edges[e.twin].twin != h) return at("half-edge", h) + " is not its twin's twin";
    if (edges[e.twin].vertex != edges[e.next].vertex)
      return at("half-edge", h) + " ends elsewhere than its twin begins";
    if (edges[e.next].face != e.face) return at("half-edge", h) + " goes on in another face";
    if (e.vertex == edges[e.next].vertex) return at("half-edge", h) + " goes nowhere";
  }
  u32 expected = 0;
  for (u32 f = 0; f < faces.size(); ++f) {
    const Polytope::Face& side = faces[f];
    if (side.first_edge != expected || side.edge_count < 3) return at("face", f) + " has the wrong half-edges";
    expected += side.edge_count;
    for (u32 i = 0; i < side.edge_count; ++i) {
      const Polytope::HalfEdge& e = edges[side.first_edge + i];
      if (e.face != f || e.next != side.first_edge + (i + 1) % side.edge_count)
        return at("face", f) + " has half-edges that do not go round";
    }
  }
  if (!faces.empty() && expected != edge_count) return "half-edges that are in no face";
  u32 seen = 0;
  for (u32 v = 0; v < vertex_count; ++v) {
    const u32 first = p.edge_from(v);
    if (p.dimension() == 0 ? first != Polytope::kNone : first >= edge_count || edges[first].vertex != v)
      return at("vertex", v) + " has no edge of its own";
    u32 i = 0;
    for (u32 h = first; h != Polytope::kNone && i <= edge_count; h = edges[edges[h].twin].next, ++i) {
      if (h == first && i > 0) break;
      if (edges[h].vertex != v) return at("vertex", v) + " has an edge that is another's";
      if (i >= p.neighbours(v).size() || p.neighbours(v)[i] != edges[edges[h].twin].vertex)
        return at("vertex", v) + " has other neighbours than edges";
    }
    if (i != p.neighbours(v).size()) return at("vertex", v) + " has other neighbours than edges";
    seen += i;
  }
  if (seen != edge_count) return "vertices that are reached from one side only";

  // Geometry.
  for (u32 f = 0; f < faces.size(); ++f) {
    const HalfSpace& plane = faces[f].plane;
    if (!(std::abs(length(plane.normal) - 1) <= 1e-12)) return at("face", f) + " has a normal that is not of length 1";
    for (u32 v = 0; v < vertex_count; ++v)
      if (!(dot(plane.normal, vertices[v]) - plane.offset <= p.slack()))
        return at("vertex", v) + " lies outside of" + at(" face", f);
    for (u32 i = 0; i < faces[f].edge_count; ++i)
      if (!(std::abs(dot(plane.normal, vertices[edges[faces[f].first_edge + i].vertex]) - plane.offset) <= p.slack()))
        return at("face", f) + " has a corner off its plane";
    if (!(plane.offset - dot(plane.normal, p.centre()) >= (p.inscribed() > 0 ? p.inscribed() : -p.slack())))
      return "the ball inside is too large";
  }
  for (Vec3d v : vertices)
    if (v != p.centre() && !(length((v - p.centre()) / p.radius()) <= 1 + 1e-15)) return "the radius is too small";
  if (p.inscribed() < 0 || (p.dimension() < 3 && p.inscribed() != 0)) return "a ball inside of nothing";
  return {};
}

}  // namespace apart
