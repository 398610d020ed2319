// The queries of two trees of hulls. Nearest features are turned into triangles that hold them, which then decide as
// they do in a tree of triangles; so answers are the same, to rounding of the choice between pairs.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/queries/hulls/hull_walk.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <functional>

namespace apart::queries {

// A triangle that holds a feature of a hull, likely.
u32 a_triangle_of(const HullArrays& tree, u32 node, Feature feature);
// Of the pieces that have the feature, and all around its vertices.
std::vector<u32> triangles_near(const HullArrays& tree, u32 node, Feature feature);

// The nearest pair of features, then their triangles.
struct HullDistance {
  static constexpr bool kToLeaves = false;
  const HullPlacement& at;
  DistanceQuery& query;
  HullPair best{};
  double best_distance = std::numeric_limits<double>::infinity();
  bool overlap = false;  // two pieces that are solid meet, but their patches do not: triangles must tell

  double nearest() const { return lesser(best_distance, query.best_distance); }
  double reach() const {
    const double d = nearest();
    if (!query.exact()) {
      const DistanceOptions& o = query.options;
      return lesser(o.max, lesser(d - o.abs_error, d / (1 + o.rel_error)));
    }
    // Pairs that are as near, to rounding, are not visited.
    return lesser(query.options.max, d - lesser(4 * at.noise, 1e-10 * d));
  }
  bool resolved(const HullPair& pair, const MarchResult& found) {
    if (found.distance < best_distance) best_distance = found.distance, best = pair;
    return false;
  }
  bool leaves(const HullPair& pair, const MarchResult& found);
  // What was found, as triangles. False if these are not as near.
  bool finish();
};

// The first pair of triangles that is touching, or near enough.
template <class First>
struct HullFirst {
  static constexpr bool kToLeaves = false;
  const HullPlacement& at;
  First& query;
  HullPair answer{};  // the pair that gave it
  bool overlap = false;

  double reach() const { return query.reach() + 2 * at.noise; }
  bool resolved(const HullPair& pair, const MarchResult&) {
    answer = pair;
    if (enough(a_triangle_of(at.a, pair.a, pair.features.a), a_triangle_of(at.b, pair.b, pair.features.b))) return true;
    for (const u32 i : triangles_near(at.a, pair.a, pair.features.a))
      for (const u32 j : triangles_near(at.b, pair.b, pair.features.b))
        if (enough(i, j)) return true;
    return false;
  }
  bool leaves(const HullPair& pair, const MarchResult& found) {
    answer = pair;
    const u32 p = at.a.nodes[pair.a].piece(), q = at.b.nodes[pair.b].piece();
    for (const u32 i : at.a.patch(p))
      for (const u32 j : at.b.patch(q))
        if (enough(i, j)) return true;
    overlap |= found.verdict != MarchVerdict::nearest && at.a.pieces[p].inside && at.b.pieces[q].inside;
    return false;
  }

 private:
  bool enough(u32 i, u32 j) { return query.primitives(i, j) == Found::enough; }
};

// Every pair of triangles within the tolerance, and more. A local minimum between two surfaces is the minimum between
// the two pieces that hold its points; but a node whose nearest features are not free may hold others, farther away, so
// that every pair of pieces within the tolerance is visited.
struct HullPairs {
  static constexpr bool kToLeaves = true;
  const HullPlacement& at;
  const PlacedPair& pair_of_meshes;
  double tolerance;
  const std::function<void(u32, u32)>& test;
  std::vector<Bounds> boxes{};

  double reach() const { return tolerance + 2 * at.noise; }
  bool resolved(const HullPair&, const MarchResult&) { return false; }
  bool leaves(const HullPair& pair, const MarchResult&);
};

}  // namespace apart::queries
