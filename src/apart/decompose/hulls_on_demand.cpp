// Makes the hulls of inner nodes, one at a time.
#include <algorithm>
#include <apart/decompose/hulls_on_demand.hpp>

namespace apart::decomposition {

namespace {

std::size_t bytes_of(const OwnedHullArrays& a) {
  const auto of = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return of(a.nodes) + of(a.points) + of(a.corners) + of(a.edges) + of(a.wide) + of(a.faces) + of(a.starts);
}

}  // namespace

HullsOnDemand::HullsOnDemand(const Model& model, OwnedHullArrays leaves)
    : model_(model),
      leaves_(std::move(leaves)),
      direct_(model_.mesh().vertices()),
      layout_(model_.mesh().vertices()),
      is_listed_(model_.mesh().vertices().size()) {
  const u32 count = leaves_.nodes.empty() ? 0 : static_cast<u32>(leaves_.nodes.size() - 1);
  made_ = std::make_unique<std::atomic<const Made*>[]>(count);
  for (u32 node = 0; node < count; ++node) {
    HullNode& n = leaves_.nodes[node];
    if (!n.is_leaf()) {
      set_ball(model_.mesh().vertices(), vertices_below(node), n);
      continue;
    }
    HullDraft d;
    draft_leaf(node, d);
    for (u32 k = 0; k < d.faces.size(); ++k) faces_of_leaves_.push_back({rotated(d.faces[k]), d.tags[k]});
  }
  std::sort(faces_of_leaves_.begin(), faces_of_leaves_.end());
}

HullsOnDemand::~HullsOnDemand() {
  for (std::size_t node = 0; node + 1 < leaves_.nodes.size(); ++node) delete made_[node].load();
}

HullArrays HullsOnDemand::arrays() const {
  HullArrays out = leaves_.view(model_.mesh().vertices());
  out.on_demand = this;
  return out;
}

std::size_t HullsOnDemand::bytes() const {
  return bytes_.load(std::memory_order_relaxed) + faces_of_leaves_.size() * sizeof(TaggedFace) +
         (leaves_.nodes.empty() ? 0 : leaves_.nodes.size() - 1) * sizeof(std::atomic<const Made*>);
}

void HullsOnDemand::draft_leaf(u32 leaf, HullDraft& out) const {
  const FlatHull hull = leaves_.view(model_.mesh().vertices()).hull(leaf);
  for (u32 k = 0; k < hull.size(); ++k) out.vertices.push_back(hull.corners.vertex(k));
  for (u32 f = 0; f < hull.faces(); ++f) {
    Face face = hull.face(f);
    for (u32& v : face) v = hull.corners.vertex(v);
    out.faces.push_back(face);
    out.twins.push_back({hull.twin(3 * f), hull.twin(3 * f + 1), hull.twin(3 * f + 2)});
    out.tags.push_back({leaves_.faces[leaves_.nodes[leaf].first_face + f].kind(), leaf, f});
  }
}

// Those of the hulls of all leaves below, ascending.
std::vector<u32> HullsOnDemand::vertices_below(u32 node) const {
  std::vector<u32> out, open{node};
  while (!open.empty()) {
    const HullNode& n = leaves_.nodes[open.back()];
    const HullNode& end = leaves_.nodes[open.back() + 1];
    open.pop_back();
    if (!n.is_leaf()) {
      open.push_back(n.below), open.push_back(n.below + 1);
      continue;
    }
    for (u32 k = n.first_vertex; k < end.first_vertex; ++k)
      if (const u32 v = leaves_.corners[k].vertex; is_listed_[v] == 0) is_listed_[v] = 1, out.push_back(v);
  }
  for (const u32 v : out) is_listed_[v] = 0;
  std::sort(out.begin(), out.end());
  return out;
}

bool HullsOnDemand::is_below(u32 node, u32 above) const {
  while (node > above) node = leaves_.nodes[node].parent;  // parents come before their children
  return node == above;
}

// A face that a piece below has is a copy of it, of several the strongest; all others are free.
void HullsOnDemand::draft(u32 inner, HullDraft& out) const {
  direct_.draft(vertices_below(inner), out);
  for (u32 k = 0; k < out.faces.size(); ++k) {
    HullDraft::Tag tag{HullFaceKind::free, inner, k};
    const Face key = rotated(out.faces[k]);
    for (auto at = std::lower_bound(faces_of_leaves_.begin(), faces_of_leaves_.end(), key,
                                    [](const TaggedFace&x, const Face&f) { return x.face < f; });
         at != faces_of_leaves_.end() && at->face == key; ++at)
      if (at->tag < tag && is_below(at->tag.node, inner)) tag = at->tag;
    out.tags.push_back(tag);
  }
}

const HullsOnDemand::Made& HullsOnDemand::make(u32 inner) const {
  const std::lock_guard lock(making_);
  if (const Made* const found = made_[inner].load(std::memory_order_relaxed)) return *found;
  HullDraft d;
  draft(inner, d);
  auto fresh = std::make_unique<Made>();
  OwnedHullArrays& a = fresh->owned;
  a.nodes.resize(2);
  std::vector<HullFace> faces;
  // The numbers of free faces are not those of the arrays, which have the faces of leaves alone.
  for (const HullDraft::Tag& tag : d.tags)
    faces.push_back(tag.kind == HullFaceKind::free ? HullFace{u32(tag.kind) << 30 | (HullFace::kMost - 1)}
                                                   : face_of(tag));
  layout_.add(d, faces, {}, fits_narrow(d.faces.size(), d.vertices.size()), a.nodes[0], a);
  a.nodes[1].first_vertex = static_cast<u32>(a.corners.size()), a.nodes[1].first_face = static_cast<u32>(faces.size());
  a.nodes[1].first_eight = static_cast<u32>(a.points.size()), a.nodes[1].first_wide = static_cast<u32>(a.wide.size());
  layout_.add_starts(0, a);
  a.nodes[1].first_start = static_cast<u32>(a.starts.size());
  fresh->view = a.view(model_.mesh().vertices());
  count_.fetch_add(1, std::memory_order_relaxed);
  bytes_.fetch_add(sizeof(Made) + bytes_of(a), std::memory_order_relaxed);
  const Made* const out = fresh.release();
  made_[inner].store(out, std::memory_order_release);
  return *out;
}

OwnedHullArrays HullsOnDemand::all() const {
  const std::lock_guard lock(making_);
  OwnedHullArrays out;
  out.nodes = leaves_.nodes, out.pieces = leaves_.pieces, out.triangles = leaves_.triangles;
  out.sources = leaves_.sources, out.a_triangle_at = leaves_.a_triangle_at;
  const u32 count = out.nodes.empty() ? 0 : static_cast<u32>(out.nodes.size() - 1);
  std::vector<HullDraft> drafts(count);
  for (u32 node = count; node-- > 0;) {
    HullDraft& d = drafts[node];
    if (out.nodes[node].is_leaf()) {
      draft_leaf(node, d);
      continue;
    }
    draft(node, d);
    // Free faces that a child has too are shared with it.
    std::vector<TaggedFace> known;
    for (const u32 child : {out.nodes[node].below, out.nodes[node].below + 1})
      for (u32 k = 0; k < drafts[child].faces.size(); ++k)
        if (drafts[child].tags[k].kind == HullFaceKind::free)
          known.push_back({rotated(drafts[child].faces[k]), drafts[child].tags[k]});
    std::sort(known.begin(), known.end());
    for (u32 k = 0; k < d.faces.size(); ++k) {
      const Face key = rotated(d.faces[k]);
      const auto at = std::lower_bound(known.begin(), known.end(), key,
                                       [](const TaggedFace& x, const Face& f) { return x.face < f; });
      if (d.tags[k].kind == HullFaceKind::free && at != known.end() && at->face == key) d.tags[k] = at->tag;
    }
  }
  layout_.add_all(drafts, out);
  for (u32 node = 0; node < count; ++node)  // of all vertices below: the same but for rounding
    out.nodes[node].centre = leaves_.nodes[node].centre, out.nodes[node].radius = leaves_.nodes[node].radius;
  return out;
}

}  // namespace apart::decomposition
