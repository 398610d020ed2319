// A tree of hulls, as callers see it.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/decompose/hull_build.hpp>
#include <apart/decompose/hulls_on_demand.hpp>

namespace apart {

using namespace decomposition;

std::string_view to_string(HullSplit split) {
  switch (split) {
    case HullSplit::median:
      return "median";
    case HullSplit::midpoint:
      return "midpoint";
    case HullSplit::mean:
      return "mean";
    case HullSplit::gap:
      return "gap";
  }
  return "";
}

namespace decomposition {

u32 HullArrays::node_of_face(u32 face) const {
  // The last node that begins there or before: those without faces come before it.
  const auto at =
      std::upper_bound(nodes.begin(), nodes.end() - 1, face, [](u32 f, const HullNode& n) { return f < n.first_face; });
  return static_cast<u32>(at - nodes.begin()) - 1;
}

FlatHull HullArrays::hull_on_demand(u32 node) const { return on_demand->hull(node); }
HullFace HullArrays::face_on_demand(u32 node, u32 k) const { return on_demand->faces(node)[k]; }

u32 HullArrays::below_on_demand(u32 node, u32 v) const {
  const u32 vertex = hull(node).corners.vertex(v);
  for (const u32 second : {0u, 1u}) {
    const HullCorners all = hull(nodes[node].below + second).corners;
    u32 low = 0, high = all.size();  // ascending
    while (low < high) {
      const u32 middle = (low + high) / 2;
      if (all.vertex(middle) < vertex)
        low = middle + 1;
      else
        high = middle;
    }
    if (low < all.size() && all.vertex(low) == vertex) return low | (second != 0 ? FlatHull::kSecond : 0);
  }
  return FlatHull::kNone;
}

u32 HullArrays::source_of(HullFace face) const {
  if (face.kind() == HullFaceKind::free) return FlatHull::kNone;
  const HullNode& node = nodes[node_of_face(face.origin())];
  return sources[pieces[node.piece()].first_source + (face.origin() - node.first_face)];
}

}  // namespace decomposition

struct HullTree::Facts {
  Model model;
  HullArrays arrays;
  std::shared_ptr<const void> keep;
};

HullTree HullTree::trusted(const Model& model, const HullArrays& arrays, std::shared_ptr<const void> keep) {
  return HullTree(std::make_shared<const Facts>(Facts{model, arrays, std::move(keep)}));
}

Result<HullTree> HullTree::make(const Model& model, const Decomposition& pieces, const HullTreeOptions& options) {
  APART_ASSERT(pieces.patch_of.size() == model.mesh().size(), "a decomposition of another model");
  const BuildWatch watch{options.progress};
  Progress progress(watch, std::max<std::size_t>(2 * std::size_t{pieces.size()}, 2) - 1);
  if (options.on_demand) {
    OwnedHullArrays leaves = build_leaves(model, pieces, options.split, progress);
    if (progress.stopped()) return stopped_by_watch();
    const auto hulls = std::make_shared<const HullsOnDemand>(model, std::move(leaves));
    return trusted(model, hulls->arrays(), hulls);
  }
  auto arrays = std::make_shared<const OwnedHullArrays>(build_hulls(model, pieces, options.split, progress));
  if (progress.stopped()) return stopped_by_watch();
  if (arrays->faces.size() >= HullFace::kMost) return Error{"the hulls have more than 2^30 faces"};
  return trusted(model, arrays->view(model.mesh().vertices()), arrays);
}

Result<HullTree> HullTree::make(const Model& model, const HullTreeOptions& options) {
  // Most of the time is the decomposition's.
  constexpr double kShare = 0.7;
  DecompositionOptions first{options.method, {}};
  HullTreeOptions second = options;
  if (options.progress) {
    first.progress = [&](double share) { return options.progress(kShare * share); };
    second.progress = [&](double share) { return options.progress(kShare + (1 - kShare) * share); };
  }
  const Result<Decomposition> pieces = decompose(model, first);
  if (!pieces) return Error{pieces.error()};
  return make(model, *pieces, second);
}

HullTree HullTree::complete() const {
  if (arrays().on_demand == nullptr) return *this;
  auto all = std::make_shared<const OwnedHullArrays>(arrays().on_demand->all());
  return trusted(model(), all->view(model().mesh().vertices()), all);
}

u32 HullTree::hulls_made() const {
  return arrays().on_demand != nullptr ? pieces() + arrays().on_demand->count() : size();
}

const Model& HullTree::model() const { return facts_->model; }
const HullArrays& HullTree::arrays() const { return facts_->arrays; }
u32 HullTree::size() const { return arrays().size(); }
u32 HullTree::pieces() const { return arrays().pieces.empty() ? 0 : static_cast<u32>(arrays().pieces.size() - 1); }
bool HullTree::is_leaf(u32 node) const { return arrays().nodes[node].is_leaf(); }
u32 HullTree::piece(u32 leaf) const { return arrays().nodes[leaf].piece(); }
u32 HullTree::first_child(u32 inner) const { return arrays().nodes[inner].below; }
u32 HullTree::parent(u32 node) const { return arrays().nodes[node].parent; }
u32 HullTree::depth(u32 node) const {
  u32 out = 0;
  for (u32 at = parent(node); at != kNone; at = parent(at)) ++out;
  return out;
}
u32 HullTree::face_count(u32 node) const { return arrays().hull(node).faces(); }
u32 HullTree::vertex_count(u32 node) const { return arrays().hull(node).size(); }
u32 HullTree::vertex(u32 node, u32 k) const { return arrays().hull(node).corners.vertex(k); }
std::span<const u32> HullTree::patch(u32 piece) const { return arrays().patch(piece); }

HullTree::Facet HullTree::face(u32 node, u32 k) const {
  const FlatHull hull = arrays().hull(node);
  const apart::Face f = hull.face(k);
  const HullFace bits = arrays().face(node, k);
  const std::array<u32, 3> vertices{hull.corners.vertex(f[0]), hull.corners.vertex(f[1]), hull.corners.vertex(f[2])};
  if (bits.kind() == HullFaceKind::free && arrays().on_demand != nullptr && !is_leaf(node))
    return {vertices, bits.kind(), deepest_with(node, vertices), kNone};
  return {vertices, bits.kind(), arrays().node_of_face(bits.origin()),
          bits.kind() == HullFaceKind::original ? arrays().source_of(bits) : kNone};
}

// Below a node whose hull has a face, the deepest one that has it too, of two the first; of hulls made on demand.
u32 HullTree::deepest_with(u32 node, const std::array<u32, 3>& face) const {
  if (is_leaf(node)) return node;
  u32 out = kNone;
  for (const u32 child : {first_child(node), first_child(node) + 1}) {
    const FlatHull hull = arrays().hull(child);
    for (u32 k = 0; k < hull.faces(); ++k) {
      Face f = hull.face(k);
      for (u32& v : f) v = hull.corners.vertex(v);
      if (rotated(f) != rotated(face)) continue;
      out = std::min(out, deepest_with(child, face));
      break;
    }
  }
  return out != kNone ? out : node;
}

std::size_t HullTree::bytes() const {
  const HullArrays& a = arrays();
  return a.nodes.size_bytes() + a.points.size_bytes() + a.corners.size_bytes() + a.edges.size_bytes() +
         a.wide.size_bytes() + a.faces.size_bytes() + a.starts.size_bytes() + a.pieces.size_bytes() +
         a.triangles.size_bytes() + a.sources.size_bytes() + a.a_triangle_at.size_bytes() +
         (a.on_demand != nullptr ? a.on_demand->bytes() : 0);
}

}  // namespace apart
