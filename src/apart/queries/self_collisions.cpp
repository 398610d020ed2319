#include <algorithm>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart {
namespace {

// The model against itself: every pair occurs twice, and is taken once.
struct SelfQuery {
  using Measure = Touching;
  PlacedPair pair;
  const MeshTopology& topology;
  std::vector<TouchingPair> found{};

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    if (i >= j || share_a_corner(i, j) || !overlap(s, t)) return Found::nothing;
    found.push_back({i, j, pair.a.part(i), pair.a.part(j)});
    return Found::contact;
  }

 private:
  bool share_a_corner(u32 i, u32 j) const {
    for (u32 v : pair.a.faces()[i])
      for (u32 w : pair.a.faces()[j])
        if (topology.vertex[v] == topology.vertex[w]) return true;
    return false;
  }
};

}  // namespace

std::vector<TouchingPair> self_collisions(const Model& model) {
  if (model.mesh().empty()) return {};
  SelfQuery query{{model.mesh(), {}, model.mesh()}, model.topology()};
  walk(model.tree(), Pose{}, model.tree(), query);
  std::sort(query.found.begin(), query.found.end(), [](const TouchingPair& x, const TouchingPair& y) {
    return x.triangle_a != y.triangle_a ? x.triangle_a < y.triangle_a : x.triangle_b < y.triangle_b;
  });
  return std::move(query.found);
}

}  // namespace apart
