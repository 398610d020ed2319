// The tree of a model traversed against itself: every pair of triangles occurs twice, and is taken once.
#include <apart/queries/models/by_traversal.hpp>
#include <apart/queries/self_facts.hpp>
#include <apart/triangles/beyond_corners.hpp>

namespace apart {
namespace {

// A point that two neighbours have in common beyond the corners that they share.
Vec3d common_point(const Triangle& s, const Triangle& t) {
  const auto shared = [&](Vec3d p) { return shared_corners({p, p, p}, s) > 0 && shared_corners({p, p, p}, t) > 0; };
  const Meeting where = meeting(s, t);
  if (!shared(where.p)) return where.p;
  return shared(where.q) ? 0.5 * where.p + 0.5 * where.q : where.q;
}

// Passes to a query of two models the pairs i < j, of neighbours only those that collide.
template <class Query>
struct OfOneModel {
  using Measure = typename Query::Measure;
  Query& query;
  const PlacedPair& pair = query.pair;

  double reach() const { return query.reach(); }
  Vec3d axis() const requires requires { query.axis(); }
  { return query.axis(); }

  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    if (i >= j) return Found::nothing;
    const bool neighbours = shared_corners(s, t) > 0;
    if (neighbours && !overlap_beyond_corners(s, t)) return Found::nothing;
    const Found found = query.primitives(i, s, j, t);
    if constexpr (std::is_same_v<Query, DistanceQuery>)
      if (neighbours) query.best.on_s = query.best.on_t = common_point(s, t);
    return found;
  }
};

// How a query of two models is run with one.
template <WalkPolicy Policy = DefaultPolicy>
auto on_itself(const Model& model, const Budget& budget = {}) {
  return [&model, budget](auto& query) {
    OfOneModel<std::remove_reference_t<decltype(query)>> of_one{query};
    return run_walk<Policy>(model, Pose{}, model, of_one, budget);
  };
}

}  // namespace

std::vector<TouchingPair> self_collisions(const Model& model) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  return collisions_by_traversal(model, Pose{}, model, all, on_itself(model)).pairs;
}

const std::vector<TouchingPair>& queries::known_self_collisions(const Model& model) {
  return *static_cast<const std::vector<TouchingPair>*>(
      model.derived([](const Model& m) -> std::shared_ptr<const void> {
        return std::make_shared<const std::vector<TouchingPair>>(self_collisions(m));
      }));
}

Distance self_distance(const Model& model, const DistanceOptions& options) {
  DistanceOptions surface = options;
  surface.solid = false;
  Distance out = distance_by_traversal(model, Pose{}, model, surface, on_itself<Distances>(model, options.budget));
  if (std::isinf(out.distance) && out.status != Status::unfinished) out.status = Status::nothing;
  return out;
}

Within self_within(const Model& model, double tolerance, const Budget& budget) {
  return within_by_traversal(model, Pose{}, model, tolerance, {}, on_itself(model, budget));
}

}  // namespace apart
