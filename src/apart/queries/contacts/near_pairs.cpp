#include <apart/base/stretch.hpp>
#include <apart/queries/contacts/near_pairs.hpp>
#include <apart/queries/models/by_traversal.hpp>

namespace apart::queries {
namespace {

struct NearPairsQuery {
  using Measure = Nearness;
  PlacedPair pair;
  NearPairs& out;

  double reach() const { return out.reach; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    if (std::sqrt(distance(s, t).squared) > out.reach) return Found::nothing;
    out.pairs.push_back({i, j});
    return Found::contact;
  }
};

// Of placing vertices and measuring distances.
double noise(const Model& a, const Pose& at, const Model& b) {
  const auto farthest = [](const Model& model) {
    return length(model.tree().frame.centre) + model.tree().frame.radius;
  };
  return rounding_error(farthest(a) + length(at.translation) + farthest(b));
}

}  // namespace

double farthest_moved(const Model& a, const Pose& from, const Pose& to, const Model& b) {
  const Frame& frame = b.tree().frame;
  const double moved = displacement(from, to, frame.centre, frame.radius).farthest;
  return moved + 4 * noise(a, from, b) + 4 * noise(a, to, b);
}

bool NearPairs::hold(const Model& a, const Pose& b_in_a, const Model& b, double tolerance) const {
  return reach >= 0 && tolerance + farthest_moved(a, at, b_in_a, b) <= reach;
}

NearPairs near_pairs(const Model& a, const Pose& b_in_a, const Model& b, double reach, u64& tests) {
  NearPairs out{b_in_a, reach, {}};
  NearPairsQuery query{{a.mesh(), b_in_a, b.mesh()}, out};
  NoProbe probe;
  PairWalk<ModelTree, ModelTree, NearPairsQuery, DefaultPolicy> walk(a.tree(), b_in_a, b.tree(), query, probe);
  walk.run();
  tests += walk.tests();
  return out;
}

}  // namespace apart::queries
