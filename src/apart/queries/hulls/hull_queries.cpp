// Triangles of features.
#include <apart/queries/hulls/hull_queries.hpp>

namespace apart::queries {

u32 a_triangle_of(const HullArrays& tree, u32 node, Feature feature) {
  const FlatHull hull = tree.hull(node);
  const auto source = [&](u32 face) { return tree.source_of(tree.face(node, face)); };
  u32 out = FlatHull::kNone;
  if (feature.kind == FeatureKind::face) out = source(feature.index);
  if (feature.kind == FeatureKind::edge) {
    out = source(feature.index / 3);
    if (out == FlatHull::kNone) out = source(hull.twin(feature.index) / 3);
  }
  return out != FlatHull::kNone ? out : tree.a_triangle_at[hull.corners.vertex(convex::a_vertex_of(hull, feature))];
}

std::vector<u32> triangles_near(const HullArrays& tree, u32 node, Feature feature) {
  const FlatHull hull = tree.hull(node);
  std::vector<u32> pieces;
  const auto add = [&](u32 face) {
    const decomposition::HullFace f = tree.face(node, face);
    if (f.kind() != HullFaceKind::free) pieces.push_back(tree.nodes[tree.node_of_face(f.origin())].piece());
  };
  if (feature.kind == FeatureKind::face) add(feature.index);
  if (feature.kind == FeatureKind::edge) add(feature.index / 3), add(hull.twin(feature.index) / 3);
  std::vector<u32> out{tree.a_triangle_at[hull.corners.vertex(convex::a_vertex_of(hull, feature))]};
  for (const u32 p : pieces) out.insert(out.end(), tree.patch(p).begin(), tree.patch(p).end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool HullDistance::leaves(const HullPair& pair, const MarchResult& found) {
  const u32 p = at.a.nodes[pair.a].piece(), q = at.b.nodes[pair.b].piece();
  for (const u32 i : at.a.patch(p))
    for (const u32 j : at.b.patch(q))
      if (query.primitives(i, j) == Found::enough) return true;
  // Solids that meet but for rounding: the trees of triangles tell.
  overlap = found.verdict != MarchVerdict::nearest && at.a.pieces[p].inside && at.b.pieces[q].inside;
  return overlap;
}

bool HullPairs::leaves(const HullPair& pair, const MarchResult&) {
  const auto box_of = [](const Triangle& t) {
    Bounds out;
    for (const Vec3d& p : {t.a, t.b, t.c}) out.add(p);
    return out;
  };
  const std::span<const u32> of_b = at.b.patch(at.b.nodes[pair.b].piece());
  boxes.clear();
  for (const u32 j : of_b) boxes.push_back(box_of(pair_of_meshes.of_b(j)));
  const double far = reach();
  for (const u32 i : at.a.patch(at.a.nodes[pair.a].piece())) {
    const Bounds box = box_of(pair_of_meshes.of_a(i));
    for (std::size_t k = 0; k < of_b.size(); ++k) {
      const Vec3d gap = larger(larger(boxes[k].low - box.high, box.low - boxes[k].high), Vec3d{});
      if (!(squared_length(gap) > far * far)) test(i, of_b[k]);
    }
  }
  return false;
}

bool HullDistance::finish() {
  if (!(best_distance < query.best_distance)) return true;
  const double enough = best_distance + lesser(16 * at.noise, 1e-10 * best_distance);
  query.primitives(a_triangle_of(at.a, best.a, best.features.a), a_triangle_of(at.b, best.b, best.features.b));
  if (query.best_distance <= enough) return true;
  for (const u32 i : triangles_near(at.a, best.a, best.features.a))
    for (const u32 j : triangles_near(at.b, best.b, best.features.b)) query.primitives(i, j);
  return query.best_distance <= enough;
}

}  // namespace apart::queries
