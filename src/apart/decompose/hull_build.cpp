// Builds a tree of hulls: topology from the centroids of pieces, hulls bottom up by exact signs, kinds of faces.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/base/progress.hpp>
#include <apart/base/rounding.hpp>
#include <apart/decompose/growing_hull.hpp>
#include <apart/decompose/hull_build.hpp>
#include <apart/decompose/hull_split.hpp>
#include <apart/traversal/axis_crossings.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::decomposition {
namespace {

using Kind = HullFaceKind;

// The faces of a node's hull, over the vertices of the mesh, before they are laid out.
struct Draft {
  std::vector<Face> faces;
  std::vector<std::array<u32, 3>> twins;  // half-edges
  std::vector<u32> vertices;              // ascending
  struct Tag {
    Kind kind;
    u32 node, face;  // that it is a copy of

    friend bool operator<(const Tag& x, const Tag& y) {
      if (x.kind != y.kind) return x.kind < y.kind;
      return x.node != y.node ? x.node < y.node : x.face < y.face;
    }
  };
  std::vector<Tag> tags;
  bool flat = true;
};

void add_twins(Draft& d) {
  struct End {
    u32 low, high, half;
  };
  std::vector<End> ends;
  for (u32 f = 0; f < d.faces.size(); ++f)
    for (u32 i = 0; i < 3; ++i) {
      const u32 p = d.faces[f][i], q = d.faces[f][after(i)];
      ends.push_back({lesser(p, q), larger(p, q), 3 * f + i});
    }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
    return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.half < b.half;
  });
  d.twins.resize(d.faces.size());
  // The two halves of an edge follow each other; of a flat hull, whose triangles have a copy on the back, those of an
  // inner edge are four: front with front, back with back.
  for (std::size_t k = 0; k < ends.size();) {
    std::size_t end = k + 1;
    while (end < ends.size() && ends[end].low == ends[k].low && ends[end].high == ends[k].high) ++end;
    const auto link = [&](std::size_t a, std::size_t b) {
      d.twins[ends[a].half / 3][ends[a].half % 3] = ends[b].half;
      d.twins[ends[b].half / 3][ends[b].half % 3] = ends[a].half;
    };
    for (std::size_t a = k; a + 1 < end; a += 2) link(a, a + 1);
    k = end;
  }
}

Face rotated(Face f) {
  while (f[0] > f[1] || f[0] > f[2]) f = {f[1], f[2], f[0]};
  return f;
}

class HullBuilder {
 public:
  HullBuilder(const Model& model, const Decomposition& d, Progress& progress)
      : surface_(model),
        d_(d),
        progress_(progress),
        growing_(surface_),
        stamps_(surface_.at.size()),
        local_(surface_.at.size()) {}

  OwnedHullArrays build(HullSplit split) {
    std::vector<Vec3d> centroids;
    for (u32 i = 0; i < d_.size(); ++i) centroids.push_back(centroid(surface_.at, d_.hull_vertices(i), d_.hull(i)));
    out_.nodes = split_pieces(centroids, split);
    const u32 count = static_cast<u32>(out_.nodes.size());
    list_pieces(centroids);
    drafts_.resize(count);
    for (u32 node = count; node-- > 0 && !progress_.stopped();) {  // children come after their parents
      draft(node);
      progress_.add(1);
    }
    if (!progress_.stopped()) lay_out();
    return std::move(out_);
  }

 private:
  void list_pieces(std::span<const Vec3d> centroids) {
    const bool closed = surface_.model.closed();
    for (u32 i = 0; i < d_.size(); ++i) {
      HullPiece& piece = out_.pieces.emplace_back();
      piece.first_triangle = d_.first_face[i], piece.first_source = d_.first_hull_face[i];
      // A piece meets the surface in its patch alone: one point tells where it is.
      piece.inside = closed && (is_flat(d_.hull(i)) || is_inside(centroids[i]));
    }
    out_.pieces.push_back({static_cast<u32>(d_.faces.size()), static_cast<u32>(d_.source.size())});
    for (u32 node = 0; node < out_.nodes.size(); ++node)
      if (out_.nodes[node].is_leaf()) out_.pieces[out_.nodes[node].piece()].node = node;
    out_.triangles = d_.faces, out_.sources = d_.source;
    out_.a_triangle_at.assign(surface_.at.size(), Surface::kNone);
    for (u32 f = surface_.size(); f-- > 0;)
      for (const u32 v : surface_.faces[f]) out_.a_triangle_at[v] = f;
  }

  bool is_flat(std::span<const Face> faces) const {
    for (const Face& f : faces)
      for (const u32 v : f)
        if (orient3d(surface_.at[faces[0][0]], surface_.at[faces[0][1]], surface_.at[faces[0][2]], surface_.at[v]) != 0)
          return false;
    return true;
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
    Draft& out = drafts_[node];
    if (out_.nodes[node].is_leaf())
      draft_leaf(node, out_.nodes[node].piece());
    else
      draft_inner(node, drafts_[out_.nodes[node].below], drafts_[out_.nodes[node].below + 1]);
    if (out.twins.empty()) {
      out.flat = is_flat(out.faces);
      add_twins(out);
    }
  }

  void draft_leaf(u32 node, u32 piece) {
    Draft& out = drafts_[node];
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
  void draft_inner(u32 node, const Draft& a, const Draft& b) {
    Draft& out = drafts_[node];
    const Draft &base = a.faces.size() >= b.faces.size() ? a : b, &other = &base == &a ? b : a;
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
        out.vertices = ends_of_line(vertices);
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

  void list_vertices(Draft& out) {
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

  std::vector<u32> ends_of_line(const std::vector<u32>& vertices) const {
    const auto less = [&](u32 a, u32 b) {
      const Vec3d p = surface_.at[a], q = surface_.at[b];
      return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
    };
    const auto [low, high] = std::minmax_element(vertices.begin(), vertices.end(), less);
    std::vector<u32> out{*low, *high};
    std::sort(out.begin(), out.end());
    if (surface_.at[*low] == surface_.at[*high]) out.pop_back();
    return out;
  }

  // A face that a child has is a copy of the child's; of both children's, of the one with the stronger kind. Of faces
  // whose numbers are known, those below the size of `base` are its own, and others not.
  void tag(u32 node, const Draft& base, const Draft& other) {
    Draft& out = drafts_[node];
    known_.clear();
    const auto add = [&](const Draft& child) {
      for (u32 k = 0; k < child.faces.size(); ++k) known_.push_back({rotated(child.faces[k]), child.tags[k]});
    };
    add(other);
    if (!numbers_.empty() && numbers_[0] == Surface::kNone) add(base);
    std::sort(known_.begin(), known_.end(),
              [](const Known& x, const Known& y) { return x.face != y.face ? x.face < y.face : x.tag < y.tag; });
    for (u32 k = 0; k < out.faces.size(); ++k) {
      const Face key = rotated(out.faces[k]);
      const auto at =
          std::lower_bound(known_.begin(), known_.end(), key, [](const Known& x, const Face& f) { return x.face < f; });
      Draft::Tag tag{Kind::free, node, k};
      const bool found = at != known_.end() && at->face == key;
      if (found) tag = at->tag;
      if (numbers_[k] < base.faces.size() && (!found || base.tags[numbers_[k]] < tag)) tag = base.tags[numbers_[k]];
      out.tags.push_back(tag);
    }
  }

  void lay_out() {
    const u32 count = static_cast<u32>(out_.nodes.size());
    u32 vertices = 0, faces = 0;
    for (u32 node = 0; node < count; ++node) {
      out_.nodes[node].first_vertex = vertices, out_.nodes[node].first_face = faces;
      vertices += static_cast<u32>(drafts_[node].vertices.size()),
          faces += static_cast<u32>(drafts_[node].faces.size());
    }
    out_.corners.reserve(vertices), out_.edges.reserve(3 * std::size_t{faces}), out_.faces.reserve(faces);
    for (u32 node = 0; node < count; ++node) lay_out(node);
    HullNode end;
    end.first_vertex = vertices, end.first_face = faces;
    end.first_eight = static_cast<u32>(out_.points.size()), end.first_wide = static_cast<u32>(out_.wide.size());
    if (count == 0) return;
    out_.nodes.push_back(end);
    for (u32 node = 0; node < count; ++node) add_starts(node);
    out_.nodes.back().first_start = static_cast<u32>(out_.starts.size());
  }

  // Numbers of a hull's half-edges, and of vertices of its children's hulls, all fit into 16 bits.
  bool is_narrow(u32 node) const {
    const auto few = [&](u32 n) { return drafts_[n].vertices.size() < NarrowCorner::kSecond; };
    const HullNode& n = out_.nodes[node];
    return 3 * drafts_[node].faces.size() < NarrowCorner::kNone && few(node) &&
           (n.is_leaf() || (few(n.below) && few(n.below + 1)));
  }

  u32 place_below(u32 child, u32 vertex) const {
    for (const u32 second : {0u, 1u}) {
      const std::vector<u32>& all = drafts_[child + second].vertices;
      const auto at = std::lower_bound(all.begin(), all.end(), vertex);
      if (at != all.end() && *at == vertex)
        return static_cast<u32>(at - all.begin()) | (second ? FlatHull::kSecond : 0);
    }
    return FlatHull::kNone;
  }

  void lay_out(u32 node) {
    const Draft& d = drafts_[node];
    HullNode& n = out_.nodes[node];
    n.first_eight = static_cast<u32>(out_.points.size());
    n.first_wide = static_cast<u32>(out_.wide.size());
    Bounds box;
    points_.clear();
    for (const u32 v : d.vertices) {
      points_.push_back(surface_.at[v]);
      box.add(surface_.at[v]);
    }
    if (points_.size() > HullPoints::kOfMesh) append_eights<double>(points_, out_.points);
    n.centre = box.centre();
    double radius = 0;
    for (const u32 v : d.vertices) radius = larger(radius, length(surface_.at[v] - n.centre));
    n.radius = radius * (1 + 8 * std::numeric_limits<double>::epsilon());
    lay_out_links(node);
  }

  // Tables of starts, of large hulls.
  void add_starts(u32 node) {
    out_.nodes[node].first_start = static_cast<u32>(out_.starts.size());
    const FlatHull hull = out_.view(surface_.at).hull(node);
    const u32 row = hull.edges.empty() ? 0 : rows_of_starts(hull.size());
    u32 last = 0;
    for (u32 cell = 0; cell < 6 * row * row; ++cell)
      out_.starts.push_back(last = hull.farthest(direction_of_start(cell, row), last));
  }

  // Its corners, edges and faces.
  void lay_out_links(u32 node) {
    const Draft& d = drafts_[node];
    const HullNode& n = out_.nodes[node];
    const u32 vertices = static_cast<u32>(d.vertices.size());
    for (u32 k = 0; k < vertices; ++k) local_[d.vertices[k]] = k;
    links_.assign(vertices, {FlatHull::kNone, FlatHull::kNone});  // of corners, then of edges
    for (u32 f = 0; f < d.faces.size(); ++f) {
      for (u32 i = 0; i < 3; ++i) {
        u32& edge = links_[local_[d.faces[f][i]]].first;
        if (edge == FlatHull::kNone) edge = 3 * f + i;
        links_.push_back({local_[d.faces[f][after(i)]], FlatHull::next(d.twins[f][i])});
      }
      const Draft::Tag& tag = d.tags[f];
      out_.faces.push_back({(u32(tag.kind) << 30) | (out_.nodes[tag.node].first_face + tag.face)});
    }
    if (!n.is_leaf())
      for (u32 k = 0; k < vertices; ++k) links_[k].second = place_below(n.below, d.vertices[k]);
    const bool narrow = is_narrow(node);
    if (!narrow) out_.wide.insert(out_.wide.end(), links_.begin(), links_.end());
    const auto short_of = [&](u32 number) { return static_cast<std::uint16_t>(narrow ? number : 0); };
    for (u32 k = 0; k < vertices; ++k) {
      const auto& [edge, below] = links_[k];
      const u32 second = below != FlatHull::kNone && (below & FlatHull::kSecond) != 0 ? NarrowCorner::kSecond : 0;
      out_.corners.push_back({d.vertices[k], short_of(edge), short_of((below & 0xffff) | second)});
    }
    for (std::size_t k = vertices; k < links_.size(); ++k)
      out_.edges.push_back({short_of(links_[k].first), short_of(links_[k].second)});
  }

  const Surface surface_;
  const Decomposition& d_;
  Progress& progress_;
  GrowingHull growing_;
  std::vector<Draft> drafts_;
  std::vector<std::array<u32, 3>> across_;
  std::vector<Vec3d> points_;
  std::vector<u32> numbers_;
  std::vector<WidePair> links_;
  u32 stamp_ = 0;
  std::vector<u32> stamps_, local_;  // of each vertex of the mesh
  struct Known {
    Face face;
    Draft::Tag tag;
  };
  std::vector<Known> known_;
  OwnedHullArrays out_;
};

}  // namespace

OwnedHullArrays build_hulls(const Model& model, const Decomposition& pieces, HullSplit split, Progress& progress) {
  return HullBuilder(model, pieces, progress).build(split);
}

}  // namespace apart::decomposition
