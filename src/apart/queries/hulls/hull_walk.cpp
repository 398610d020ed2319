// Tests of pairs of hulls, and what to start them from.
#include <apart/queries/hulls/hull_walk.hpp>

namespace apart::queries {

HullFaceKind kind_of(const HullArrays& tree, u32 node, Feature feature) {
  if (feature.kind == FeatureKind::vertex) return HullFaceKind::original;
  if (feature.kind == FeatureKind::face) return tree.face(node, feature.index).kind();
  // An edge is part of both faces.
  const u32 twin = tree.hull(node).twin(feature.index);
  return std::min(tree.face(node, feature.index / 3).kind(), tree.face(node, twin / 3).kind());
}

double HullPlacement::noise_of(const HullTree& a, const Pose& b_in_a, const HullTree& b) {
  const HullNode &p = a.arrays().nodes[0], &q = b.arrays().nodes[0];
  const double size =
      largest(abs(p.centre)) + p.radius + largest(abs(q.centre)) + q.radius + largest(abs(b_in_a.translation));
  return 16 * std::numeric_limits<double>::epsilon() * size;
}

FeaturePair HullPlacement::first_features() const {
  const Vec3d towards = b_in_a * b.nodes[0].centre - a.nodes[0].centre;
  return {{FeatureKind::vertex, a.hull(0).farthest(towards)},
          {FeatureKind::vertex, b.hull(0).farthest(-transposed_times(b_in_a.rotation, towards))}};
}

MarchResult HullPlacement::test(const HullPair& pair, double reach, HullCounts& counts) const {
  ++counts.tests;
  const HullNode &p = a.nodes[pair.a], &q = b.nodes[pair.b];
  const Vec3d across = b_in_a * q.centre - p.centre;
  const double radii = p.radius + q.radius, far = reach + noise + radii;
  if (const double square = squared_length(across); square > far * far) {
    MarchResult out;
    out.verdict = MarchVerdict::beyond;
    out.distance = std::sqrt(square), out.at_least = out.distance - radii;
    out.on_a = p.centre, out.on_b = p.centre + across;
    out.features = pair.features;
    return out;
  }
  // Beyond by more than rounding.
  const MarchResult out =
      march(a.hull(pair.a), b_in_a, b.hull(pair.b), pair.features, {.reach = reach + noise, .noise = noise});
  counts.steps += static_cast<u64>(out.steps), counts.fallbacks += out.fell_back;
  return out;
}

double HullPlacement::bound_along(const HullPair& pair, Vec3d normal) const {
  const FlatHull p = a.hull(pair.a), q = b.hull(pair.b);
  const u32 top = p.farthest(normal, convex::a_vertex_of(p, pair.features.a));
  const u32 bottom = q.farthest(-transposed_times(b_in_a.rotation, normal), convex::a_vertex_of(q, pair.features.b));
  return dot(normal, b_in_a * q.points[bottom] - p.points[top]);
}

int HullPlacement::side_to_open(const HullPair& pair) const {
  const HullNode &p = a.nodes[pair.a], &q = b.nodes[pair.b];
  if (p.is_leaf() && q.is_leaf()) return -1;
  if (p.is_leaf()) return 1;
  if (q.is_leaf()) return 0;
  if (pair.features_known) {
    const bool free_a = kind_of(a, pair.a, pair.features.a) == HullFaceKind::free;
    const bool free_b = kind_of(b, pair.b, pair.features.b) == HullFaceKind::free;
    if (free_a != free_b) return free_a ? 0 : 1;
  }
  return p.radius >= q.radius ? 0 : 1;
}

std::array<std::optional<Feature>, 2> features_below(const HullArrays& tree, u32 node, Feature feature) {
  const FlatHull hull = tree.hull(node);
  u32 corners[3] = {feature.index}, count = 1;
  if (feature.kind == FeatureKind::edge) {
    corners[0] = hull.start(feature.index), corners[1] = hull.end(feature.index), count = 2;
  } else if (feature.kind == FeatureKind::face) {
    const Face face = hull.face(feature.index);
    std::copy(face.begin(), face.end(), corners), count = 3;
  }
  // Those that each child has.
  u32 own[2][3], counts[2] = {0, 0};
  for (u32 k = 0; k < count; ++k) {
    const u32 below = tree.below(node, corners[k]), child = (below & FlatHull::kSecond) != 0 ? 1 : 0;
    own[child][counts[child]++] = below & ~FlatHull::kSecond;
  }
  std::array<std::optional<Feature>, 2> out;
  for (const u32 k : {0u, 1u}) {
    if (counts[k] == 0) continue;
    Feature found{FeatureKind::vertex, own[k][0]};
    const FlatHull child = tree.hull(tree.nodes[node].below + k);
    if (counts[k] > 1)
      child.for_each_edge_from(own[k][0], [&](u32 half) {
        if (child.end(half) != own[k][1] || found.kind == FeatureKind::face) return;
        const bool whole = counts[k] == 3 && child.end(FlatHull::next(half)) == own[k][2];
        found =
            whole ? Feature{FeatureKind::face, half / 3} : Feature{FeatureKind::edge, lesser(half, child.twin(half))};
      });
    out[k] = found;
  }
  return out;
}

void HullPlacement::open(const HullPair& pair, int side, HullPair (&children)[2]) const {
  const HullArrays& tree = side == 0 ? a : b;
  const u32 node = side == 0 ? pair.a : pair.b, first = tree.nodes[node].below;
  // A child that has the feature, or part of it, starts there; another one at its support vertex.
  const auto below = features_below(tree, node, side == 0 ? pair.features.a : pair.features.b);
  Vec3d towards = pair.towards_b;
  if (towards == Vec3d{}) towards = b_in_a * b.nodes[pair.b].centre - a.nodes[pair.a].centre;
  if (side == 1) towards = -transposed_times(b_in_a.rotation, towards);
  for (u32 k : {0u, 1u}) {
    const Feature start = below[k] ? *below[k] : Feature{FeatureKind::vertex, tree.hull(first + k).farthest(towards)};
    children[k] = pair;
    children[k].tested = children[k].features_known = false;
    (side == 0 ? children[k].a : children[k].b) = first + k;
    (side == 0 ? children[k].features.a : children[k].features.b) = start;
  }
}

}  // namespace apart::queries
