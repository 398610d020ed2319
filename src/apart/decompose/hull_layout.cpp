// Corners, edges, faces, points in lanes, and tables of starts.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/decompose/hull_layout.hpp>

namespace apart::decomposition {

void set_ball(std::span<const Vec3d> at, std::span<const u32> vertices, HullNode& node) {
  Bounds box;
  for (const u32 v : vertices) box.add(at[v]);
  node.centre = box.centre();
  double radius = 0;
  for (const u32 v : vertices) radius = larger(radius, length(at[v] - node.centre));
  node.radius = radius * (1 + 8 * std::numeric_limits<double>::epsilon());
}

u32 place_below(std::span<const u32> first, std::span<const u32> second, u32 vertex) {
  for (const std::span<const u32> all : {first, second}) {
    const auto at = std::lower_bound(all.begin(), all.end(), vertex);
    if (at != all.end() && *at == vertex)
      return static_cast<u32>(at - all.begin()) | (all.data() == second.data() ? FlatHull::kSecond : 0);
  }
  return FlatHull::kNone;
}

void HullLayout::add(const HullDraft& d, std::span<const HullFace> faces, std::span<const u32> below, bool narrow,
                     HullNode& node, OwnedHullArrays& out) {
  node.first_eight = static_cast<u32>(out.points.size());
  node.first_wide = static_cast<u32>(out.wide.size());
  points_.clear();
  for (const u32 v : d.vertices) points_.push_back(at_[v]);
  if (points_.size() > HullPoints::kOfMesh) append_eights<double>(points_, out.points);
  set_ball(at_, d.vertices, node);

  const u32 vertices = static_cast<u32>(d.vertices.size());
  for (u32 k = 0; k < vertices; ++k) local_[d.vertices[k]] = k;
  links_.assign(vertices, {FlatHull::kNone, FlatHull::kNone});  // of corners, then of edges
  for (u32 f = 0; f < d.faces.size(); ++f)
    for (u32 i = 0; i < 3; ++i) {
      u32& edge = links_[local_[d.faces[f][i]]].first;
      if (edge == FlatHull::kNone) edge = 3 * f + i;
      links_.push_back({local_[d.faces[f][after(i)]], FlatHull::next(d.twins[f][i])});
    }
  for (u32 k = 0; k < below.size(); ++k) links_[k].second = below[k];
  out.faces.insert(out.faces.end(), faces.begin(), faces.end());
  if (!narrow) out.wide.insert(out.wide.end(), links_.begin(), links_.end());
  const auto short_of = [&](u32 number) { return static_cast<std::uint16_t>(narrow ? number : 0); };
  for (u32 k = 0; k < vertices; ++k) {
    const auto& [edge, place] = links_[k];
    const u32 second = place != FlatHull::kNone && (place & FlatHull::kSecond) != 0 ? NarrowCorner::kSecond : 0;
    out.corners.push_back({d.vertices[k], short_of(edge), short_of((place & 0xffff) | second)});
  }
  for (std::size_t k = vertices; k < links_.size(); ++k)
    out.edges.push_back({short_of(links_[k].first), short_of(links_[k].second)});
}

void HullLayout::add_starts(u32 node, OwnedHullArrays& out) const {
  out.nodes[node].first_start = static_cast<u32>(out.starts.size());
  const FlatHull hull = out.view(at_).hull(node);
  const u32 row = hull.edges.empty() ? 0 : rows_of_starts(hull.size());
  u32 last = 0;
  for (u32 cell = 0; cell < 6 * row * row; ++cell)
    out.starts.push_back(last = hull.farthest(direction_of_start(cell, row), last));
}

void HullLayout::add_all(std::span<const HullDraft> drafts, OwnedHullArrays& out) {
  const u32 count = static_cast<u32>(drafts.size());
  if (count == 0) return;
  out.nodes.resize(count + 1);
  u32 vertices = 0, faces = 0;
  for (u32 node = 0; node <= count; ++node) {
    out.nodes[node].first_vertex = vertices, out.nodes[node].first_face = faces;
    if (node == count) break;
    vertices += static_cast<u32>(drafts[node].vertices.size()), faces += static_cast<u32>(drafts[node].faces.size());
  }
  out.corners.reserve(vertices), out.edges.reserve(3 * std::size_t{faces}), out.faces.reserve(faces);
  for (u32 node = 0; node < count; ++node) {
    const HullDraft& d = drafts[node];
    HullNode& n = out.nodes[node];
    faces_.clear(), below_.clear();
    for (const HullDraft::Tag& tag : d.tags)
      faces_.push_back({(u32(tag.kind) << 30) | (out.nodes[tag.node].first_face + tag.face)});
    std::size_t most = d.vertices.size();
    if (!n.is_leaf()) {
      const std::vector<u32>&first = drafts[n.below].vertices, &second = drafts[n.below + 1].vertices;
      for (const u32 v : d.vertices) below_.push_back(place_below(first, second, v));
      most = std::max({most, first.size(), second.size()});
    }
    add(d, faces_, below_, fits_narrow(d.faces.size(), most), n, out);
  }
  HullNode& end = out.nodes.back();
  end.first_eight = static_cast<u32>(out.points.size()), end.first_wide = static_cast<u32>(out.wide.size());
  for (u32 node = 0; node < count; ++node) add_starts(node, out);
  end.first_start = static_cast<u32>(out.starts.size());
}

}  // namespace apart::decomposition
