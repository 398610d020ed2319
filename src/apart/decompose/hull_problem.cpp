// Tests the invariants of a tree of hulls.
#include <algorithm>
#include <apart/decompose/hull_arrays.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart {
namespace {

using namespace decomposition;

struct HullTreeChecker {
  const HullTree& tree;
  const HullArrays& a = tree.arrays();
  std::span<const Vec3d> at = tree.model().mesh().vertices();

  static std::string of_node(u32 node, const char* what) { return "node " + std::to_string(node) + ": " + what; }

  std::string topology() const {
    const u32 count = a.size(), pieces = tree.pieces();
    std::vector<u32> visits(count), leaves(pieces);
    if (count > 0 &&
        (a.nodes[0].first_vertex != 0 || a.nodes[0].first_face != 0 || a.nodes[0].first_start != 0 ||
         a.nodes[0].first_eight != 0 || a.nodes[0].first_wide != 0 || a.nodes[0].parent != HullTree::kNone))
      return "the root is not the first node";
    if (count != (pieces == 0 ? 0 : 2 * pieces - 1)) return "not as many nodes as pieces need";
    for (u32 node = 0; node < count; ++node) {
      const HullNode& n = a.nodes[node];
      if (n.first_vertex > a.nodes[node + 1].first_vertex || n.first_face > a.nodes[node + 1].first_face ||
          n.first_start > a.nodes[node + 1].first_start || n.first_eight > a.nodes[node + 1].first_eight ||
          n.first_wide > a.nodes[node + 1].first_wide)
        return of_node(node, "its arrays end before they begin");
      const u32 vertices = a.nodes[node + 1].first_vertex - n.first_vertex;
      const u32 eights = a.nodes[node + 1].first_eight - n.first_eight;
      const u64 wide = a.nodes[node + 1].first_wide - n.first_wide;
      if (eights != (vertices <= HullPoints::kOfMesh ? 0 : (vertices + 7) / 8))
        return of_node(node, "not as many points as vertices");
      if (wide != 0 && wide != vertices + 3 * u64{a.nodes[node + 1].first_face - n.first_face})
        return of_node(node, "not as many wide numbers as vertices and edges");
      if (n.is_leaf()) {
        if (n.piece() >= pieces || leaves[n.piece()]++ > 0) return of_node(node, "no piece of its own");
        if (a.pieces[n.piece()].node != node) return of_node(node, "its piece is elsewhere");
        continue;
      }
      if (n.below <= node || n.below + 1 >= count) return of_node(node, "children come after their parents");
      for (const u32 child : {n.below, n.below + 1})
        if (visits[child]++ > 0 || a.nodes[child].parent != node) return of_node(child, "has two parents");
    }
    for (u32 node = 1; node < count; ++node)
      if (visits[node] != 1) return of_node(node, "has no parent");
    for (const u32 times : leaves)
      if (times != 1) return "a piece has no leaf";
    if (count == 0) return {};
    const HullNode& end = a.nodes[count];
    if (end.first_vertex != a.corners.size() || end.first_eight != a.points.size() || end.first_wide != a.wide.size() ||
        end.first_face != a.faces.size() || 3 * a.faces.size() != a.edges.size() || end.first_start != a.starts.size())
      return "the arrays do not end with the last node";
    std::vector<u32> seen(tree.model().mesh().size());
    if (a.triangles.size() != seen.size() || a.pieces[pieces].first_triangle != a.triangles.size())
      return "not every triangle is in a patch";
    for (const u32 t : a.triangles)
      if (t >= seen.size() || seen[t]++ > 0) return "a triangle is in two patches";
    for (u32 i = 0; i < pieces; ++i)
      if (a.pieces[i].first_triangle > a.pieces[i + 1].first_triangle ||
          a.pieces[i].first_source + tree.face_count(a.pieces[i].node) != a.pieces[i + 1].first_source)
        return "piece " + std::to_string(i) + ": its arrays end elsewhere";
    if (a.pieces[pieces].first_source != a.sources.size()) return "not every face of a piece has a source, or none";
    for (const u32 t : a.sources)
      if (t != FlatHull::kNone && t >= seen.size()) return "a source is no triangle";
    if (a.a_triangle_at.size() != at.size()) return "not every vertex has a triangle, or none";
    for (const u32 t : a.a_triangle_at)
      if (t != FlatHull::kNone && t >= seen.size()) return "the triangle of a vertex is none";
    return {};
  }

  // Faces that are not free are copies of a piece's.
  std::string origins(u32 node) const {
    for (u32 f = a.nodes[node].first_face; f < a.nodes[node + 1].first_face; ++f) {
      const HullFace face = a.faces[f];
      if (face.kind() > HullFaceKind::free) return of_node(node, "a face of no kind");
      if (face.origin() >= a.faces.size()) return of_node(node, "a face is a copy of none");
      if (face.kind() != HullFaceKind::free && !a.nodes[a.node_of_face(face.origin())].is_leaf())
        return of_node(node, "a face that is not free is of no piece");
    }
    return {};
  }

  // In a hull of the children, for all but leaves.
  std::string places_below(u32 node) const {
    const HullNode& n = a.nodes[node];
    if (n.is_leaf()) return {};
    const FlatHull h = a.hull(node);
    for (u32 v = 0; v < h.size(); ++v) {
      const u32 below = h.corners.below(v);
      const FlatHull child = a.hull(n.below + (below & FlatHull::kSecond ? 1 : 0));
      const u32 number = below & ~FlatHull::kSecond;
      if (below == FlatHull::kNone || number >= child.size() || child.corners.vertex(number) != h.corners.vertex(v))
        return of_node(node, "a vertex is of no child");
    }
    return {};
  }

  std::string numbers(u32 node) const {
    const FlatHull h = a.hull(node);
    if (h.size() == 0) return of_node(node, "no vertices");
    const u32 halves = h.edges.size();
    for (u32 k = 0; k < halves; ++k)
      if (const HullEdge e = h.edges[k]; e.end >= h.size() || e.turn >= halves)
        return of_node(node, "an edge leads out of the hull");
    for (u32 k = 0; k < halves; ++k) {
      const u32 twin = h.twin(k);
      if (h.twin(twin) != k || h.start(twin) != h.end(k) || h.end(twin) != h.start(k))
        return of_node(node, "an edge is not its twin's twin");
    }
    for (u32 v = 0; v < h.size(); ++v) {
      const u32 vertex = h.corners.vertex(v), edge = h.corners.edge(v);
      if (vertex >= at.size() || at[vertex] != h.points[v]) return of_node(node, "a vertex is not the mesh's");
      if (halves == 0 ? edge != FlatHull::kNone : edge >= halves || h.start(edge) != v)
        return of_node(node, "a vertex has no edge");
    }
    for (const u32 s : h.starts)
      if (s >= h.size()) return of_node(node, "a start of the table is no vertex");
    if (halves > 0 && static_cast<long>(h.size()) - static_cast<long>(halves / 2) + h.faces() != 2)
      return of_node(node, "its faces are not a closed surface");
    if (halves == 0 && h.size() > 2) return of_node(node, "a segment has two vertices");
    return {};
  }

  std::string geometry(u32 node) const {
    const FlatHull h = a.hull(node);
    const HullNode& n = a.nodes[node];
    for (u32 k = 0; k < h.size(); ++k)
      if (!(length(h.points[k] - n.centre) <= n.radius)) return of_node(node, "a vertex is outside of its ball");
    for (u32 f = 0; f < h.faces(); ++f) {
      const Face v = h.face(f);
      if (traversal::collinear(h.points[v[0]], h.points[v[1]], h.points[v[2]]))
        return of_node(node, "a face without area");
      for (u32 k = 0; k < h.size(); ++k)
        if (traversal::orient3d(h.points[v[0]], h.points[v[1]], h.points[v[2]], h.points[k]) > 0)
          return of_node(node, "it is not convex");
    }
    if (n.is_leaf()) return {};
    // All vertices of the children are in it.
    for (const u32 child : {n.below, n.below + 1})
      for (u32 k = 0; k < a.hull(child).size(); ++k) {
        const Vec3d p = a.hull(child).points[k];
        for (u32 f = 0; f < h.faces(); ++f) {
          const Face v = h.face(f);
          if (traversal::orient3d(h.points[v[0]], h.points[v[1]], h.points[v[2]], p) > 0)
            return of_node(node, "a vertex of a child is outside");
        }
      }
    return {};
  }

  static std::array<u32, 3> named(const FlatHull& h, u32 f) {
    std::array<u32, 3> v = h.face(f);
    for (u32& k : v) k = h.corners.vertex(k);
    while (v[0] > v[1] || v[0] > v[2]) v = {v[1], v[2], v[0]};
    return v;
  }

  // Is the face that this one is a copy of the same, and of a piece below the node?
  bool is_of_piece_below(u32 node, HullFace face, const std::array<u32, 3>& name) const {
    const u32 leaf = a.node_of_face(face.origin());
    if (named(a.hull(leaf), face.origin() - a.nodes[leaf].first_face) != name) return false;
    u32 up = leaf;
    while (up > node) up = a.nodes[up].parent;
    return up == node;
  }

  std::string kinds(u32 node) const {
    const FlatHull h = a.hull(node);
    const HullNode& n = a.nodes[node];
    std::vector<std::pair<std::array<u32, 3>, u32>> known;
    if (!n.is_leaf())
      for (const u32 child : {n.below, n.below + 1}) {
        const FlatHull c = a.hull(child);
        for (u32 f = 0; f < c.faces(); ++f) known.push_back({named(c, f), a.faces[a.nodes[child].first_face + f].bits});
      }
    std::sort(known.begin(), known.end());
    for (u32 f = 0; f < h.faces(); ++f) {
      const HullFace face = a.faces[n.first_face + f];
      if (n.is_leaf()) {
        if (face.origin() != n.first_face + f) return of_node(node, "a face of a piece is a copy");
        if (face.kind() == HullFaceKind::contained && !a.pieces[n.piece()].inside)
          return of_node(node, "contained in what is not inside");
        if (face.kind() == HullFaceKind::original && a.pieces[n.piece()].inside && a.source_of(face) == FlatHull::kNone)
          return of_node(node, "an original face has no source");
        continue;
      }
      const auto key = named(h, f);
      const auto found = std::lower_bound(known.begin(), known.end(), std::pair{key, u32{0}});
      if (found != known.end() && found->first == key) {
        // Or with another piece below, where several have it.
        const bool as_strong = face.kind() != HullFaceKind::free && face.kind() <= HullFace{found->second}.kind();
        if (face.bits != found->second && !(as_strong && is_of_piece_below(node, face, key)))
          return of_node(node, "a face is not shared with the child that has it");
      } else if (face.kind() != HullFaceKind::free ? !is_of_piece_below(node, face, key)
                                                   : face.origin() != n.first_face + f) {
        return of_node(node, "a face that no child has, and no piece below, is not free");
      }
    }
    return {};
  }
};

}  // namespace

namespace decomposition {

std::string problem_of_links(const HullTree& tree) {
  const HullTreeChecker check{tree};
  if (std::string wrong = check.topology(); !wrong.empty()) return wrong;
  for (u32 node = 0; node < tree.size(); ++node) {
    if (std::string wrong = check.numbers(node); !wrong.empty()) return wrong;
    if (std::string wrong = check.origins(node); !wrong.empty()) return wrong;
  }
  for (u32 node = 0; node < tree.size(); ++node)
    if (std::string wrong = check.places_below(node); !wrong.empty()) return wrong;
  return {};
}

}  // namespace decomposition

std::string problem(const HullTree& of) {
  const HullTree tree = of.complete();
  if (std::string wrong = problem_of_links(tree); !wrong.empty()) return wrong;
  const HullTreeChecker check{tree};
  for (u32 node = 0; node < tree.size(); ++node) {
    if (std::string wrong = check.geometry(node); !wrong.empty()) return wrong;
    if (std::string wrong = check.kinds(node); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace apart
