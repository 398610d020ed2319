// Builds a tree of hulls: topology from the centroids of pieces, hulls bottom up by exact signs, kinds of faces.
#include <algorithm>
#include <apart/base/progress.hpp>
#include <apart/decompose/hull_build.hpp>
#include <apart/decompose/hull_layout.hpp>
#include <apart/decompose/hull_split.hpp>
#include <apart/traversal/axis_crossings.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::decomposition {
namespace {

using Kind = HullFaceKind;

class HullBuilder {
 public:
  HullBuilder(const Model& model, const Decomposition& d, Progress& progress)
      : surface_(model),
        d_(d),
        progress_(progress),
        growing_(surface_),
        layout_(surface_.at),
        stamps_(surface_.at.size()) {}

  OwnedHullArrays build(HullSplit split, bool leaves_alone) {
    std::vector<Vec3d> centroids;
    for (u32 i = 0; i < d_.size(); ++i) centroids.push_back(centroid(surface_.at, d_.hull_vertices(i), d_.hull(i)));
    out_.nodes = split_pieces(centroids, split);
    const u32 count = static_cast<u32>(out_.nodes.size());
    list_pieces(centroids);
    drafts_.resize(count);
    for (u32 node = count; node-- > 0 && !progress_.stopped();) {  // children come after their parents
      if (!leaves_alone || out_.nodes[node].is_leaf()) draft(node);
      progress_.add(1);
    }
    if (!progress_.stopped()) layout_.add_all(drafts_, out_);
    return std::move(out_);
  }

 private:
  void list_pieces(std::span<const Vec3d> centroids) {
    const bool closed = surface_.model.closed();
    for (u32 i = 0; i < d_.size(); ++i) {
      HullPiece& piece = out_.pieces.emplace_back();
      piece.first_triangle = d_.first_face[i], piece.first_source = d_.first_hull_face[i];
      // A piece meets the surface in its patch alone: one point tells where it is.
      piece.inside = closed && (is_flat(surface_.at, d_.hull(i)) || is_inside(centroids[i]));
    }
    out_.pieces.push_back({static_cast<u32>(d_.faces.size()), static_cast<u32>(d_.source.size())});
    for (u32 node = 0; node < out_.nodes.size(); ++node)
      if (out_.nodes[node].is_leaf()) out_.pieces[out_.nodes[node].piece()].node = node;
    out_.triangles = d_.faces, out_.sources = d_.source;
    out_.a_triangle_at.assign(surface_.at.size(), Surface::kNone);
    for (u32 f = surface_.size(); f-- > 0;)
      for (const u32 v : surface_.faces[f]) out_.a_triangle_at[v] = f;
  }

  bool is_inside(Vec3d point) const {
    const BoxTree& tree = surface_.model.boxes();
    int winding = 0;
    bool on_surface = false;
    for_each_crossing(tree, shortest_way_out(tree, point), [&](u32, AxisCrossing crossing) {
      winding += crossing.sign;
      on_surface = crossing.contains;
      return !on_surface;
    });
    return !on_surface && winding != 0;
  }

  void draft(u32 node) {
    HullDraft& out = drafts_[node];
    if (out_.nodes[node].is_leaf())
      draft_leaf(node, out_.nodes[node].piece());
    else
      draft_inner(node, drafts_[out_.nodes[node].below], drafts_[out_.nodes[node].below + 1]);
    if (out.twins.empty()) {
      out.flat = is_flat(surface_.at, out.faces);
      add_twins(out);
    }
  }

  void draft_leaf(u32 node, u32 piece) {
    HullDraft& out = drafts_[node];
    out.faces.assign(d_.hull(piece).begin(), d_.hull(piece).end());
    out.vertices.assign(d_.hull_vertices(piece).begin(), d_.hull_vertices(piece).end());
    std::vector<Face> of_surface;  // with sorted vertices
    const auto sorted = [](Face f) { return std::sort(f.begin(), f.end()), f; };
    if (!out_.pieces[piece].inside) {
      for (const u32 f : d_.patch(piece)) of_surface.push_back(sorted(surface_.faces[f]));
      std::sort(of_surface.begin(), of_surface.end());
    }
    for (u32 k = 0; k < out.faces.size(); ++k) {
      Kind kind = Kind::free;
      if (out_.pieces[piece].inside)
        kind = d_.sources(piece)[k] != Surface::kNone ? Kind::original : Kind::contained;
      else if (std::binary_search(of_surface.begin(), of_surface.end(), sorted(out.faces[k])))
        kind = Kind::original;
      out.tags.push_back({kind, node, k});
    }
  }

  // The hull of two hulls: the one with more faces grows by the vertices of the other, so that it keeps its faces.
  void draft_inner(u32 node, const HullDraft& a, const HullDraft& b) {
    HullDraft& out = drafts_[node];
    const HullDraft &base = a.faces.size() >= b.faces.size() ? a : b, &other = &base == &a ? b : a;
    if (!base.flat) {
      across_.clear();
      for (const auto& t : base.twins) across_.push_back({t[0] / 3, t[1] / 3, t[2] / 3});
      growing_.begin(base.faces, across_);
      std::vector<u32> more;
      std::set_difference(other.vertices.begin(), other.vertices.end(), base.vertices.begin(), base.vertices.end(),
                          std::back_inserter(more));
      grow(base.vertices, more);
    } else {
      std::vector<u32> vertices;
      std::set_union(a.vertices.begin(), a.vertices.end(), b.vertices.begin(), b.vertices.end(),
                     std::back_inserter(vertices));
      if (!growing_.begin(vertices)) {
        out.vertices = ends_of_line(surface_.at, vertices);
        return;
      }
      grow(vertices, vertices);
    }
    numbers_.clear();
    if (!base.flat && growing_.finish_linked(out.faces, out.twins, numbers_)) {
      out.flat = false;
    } else {
      std::vector<u32> no_sources;
      growing_.finish(out.faces, no_sources);
      numbers_.assign(out.faces.size(), Surface::kNone);
    }
    list_vertices(out);
    tag(node, base, other);
  }

  void list_vertices(HullDraft& out) {
    ++stamp_;
    for (const Face& f : out.faces)
      for (const u32 v : f)
        if (stamps_[v] != stamp_) stamps_[v] = stamp_, out.vertices.push_back(v);
    std::sort(out.vertices.begin(), out.vertices.end());
  }

  // The farthest from the middle of what is there first: those that follow are then likely inside.
  void grow(std::span<const u32> known, std::span<const u32> more) {
    Vec3d middle{};
    const Vec3d origin = surface_.at[known[0]];
    for (const u32 v : known) middle += surface_.at[v] - origin;
    middle = origin + middle / double(known.size());
    std::vector<std::pair<double, u32>> order;
    for (const u32 v : more) order.push_back({-squared_length(surface_.at[v] - middle), v});
    std::sort(order.begin(), order.end());
    for (const auto& [key, v] : order) growing_.add(v);
  }

  // A face that a child has is a copy of the child's; of both children's, of the one with the stronger kind. Of faces
  // whose numbers are known, those below the size of `base` are its own, and others not.
  void tag(u32 node, const HullDraft& base, const HullDraft& other) {
    HullDraft& out = drafts_[node];
    known_.clear();
    const auto add = [&](const HullDraft& child) {
      for (u32 k = 0; k < child.faces.size(); ++k) known_.push_back({rotated(child.faces[k]), child.tags[k]});
    };
    add(other);
    if (!numbers_.empty() && numbers_[0] == Surface::kNone) add(base);
    std::sort(known_.begin(), known_.end());
    for (u32 k = 0; k < out.faces.size(); ++k) {
      const Face key = rotated(out.faces[k]);
      const auto at = std::lower_bound(known_.begin(), known_.end(), key,
                                       [](const TaggedFace& x, const Face& f) { return x.face < f; });
      HullDraft::Tag tag{Kind::free, node, k};
      const bool found = at != known_.end() && at->face == key;
      if (found) tag = at->tag;
      if (numbers_[k] < base.faces.size() && (!found || base.tags[numbers_[k]] < tag)) tag = base.tags[numbers_[k]];
      out.tags.push_back(tag);
    }
  }

  const Surface surface_;
  const Decomposition& d_;
  Progress& progress_;
  GrowingHull growing_;
  HullLayout layout_;
  std::vector<HullDraft> drafts_;
  std::vector<std::array<u32, 3>> across_;
  std::vector<u32> numbers_;
  u32 stamp_ = 0;
  std::vector<u32> stamps_;  // of each vertex of the mesh
  std::vector<TaggedFace> known_;
  OwnedHullArrays out_;
};

}  // namespace

OwnedHullArrays build_hulls(const Model& model, const Decomposition& pieces, HullSplit split, Progress& progress) {
  return HullBuilder(model, pieces, progress).build(split, false);
}

OwnedHullArrays build_leaves(const Model& model, const Decomposition& pieces, HullSplit split, Progress& progress) {
  return HullBuilder(model, pieces, progress).build(split, true);
}

}  // namespace apart::decomposition
