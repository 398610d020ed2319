// The distance of a model and a shape.
#include <apart/queries/mixed/mixed.hpp>
#include <apart/triangles/feature.hpp>

namespace apart {
namespace {

Distance nearest(const Model& model, const Pose& shape_in_model, const Shape& shape, const DistanceOptions& options) {
  check_options(options);
  if (model.mesh().empty()) return {.status = Status::nothing};
  const std::vector<ConvexPiece> pieces = convex_pieces(shape, shape_in_model);
  std::vector<ShapeCache> of_pieces(pieces.size());
  PairCacheState* const cache = PairCacheState::of(options.cache);
  Distance best;
  double proven = kNoEnd;  // of all triangles that were tested
  const auto reach = [&] {
    return lesser(options.max, lesser(best.distance - options.abs_error, best.distance / (1 + options.rel_error)));
  };
  const auto test = [&](u32 piece, u32 triangle) {
    const ConvexPiece& p = pieces[piece];
    const Core core = model.mesh().triangle(triangle);
    const double limit = lesser(options.max, best.distance);
    const Distance gap = rounded_gap({core, 0}, p.pose, rounded_core(p),
                                     {.max = limit, .depth = false, .cache = for_next_triangle(of_pieces[piece])});
    proven = lesser(proven, gap.at_least);
    if (gap.status == Status::at_least) return;
    // Of equals the one with the lowest indices, so that the result does not depend on the order of the traversal.
    const bool earlier = piece != best.b.piece ? piece < best.b.piece : triangle < best.a.triangle;
    if (gap.distance > best.distance || (gap.distance == best.distance && !earlier)) return;
    best = gap;
    best.a.triangle = triangle, best.b.piece = piece;
  };
  if (cache)
    if (const auto* last = remembered(cache->distance, pieces.size(), model.mesh())) test(last->piece, last->triangle);
  const WalkEnd end = walk_pieces(
      pieces, model.tree(), false, options.budget, [&] { return best.distance == 0 ? -kNoEnd : reach(); }, test);
  if (cache && best.has_points()) cache->distance = {best.b.piece, best.a.triangle};
  if (options.solid && best.distance > 0 && lies_inside(model, pieces))
    return {.distance = 0, .at_most = 0, .contained = true};
  if (end.done && !(best.distance <= options.max))
    return {.distance = options.max, .at_least = options.max, .status = Status::at_least};
  best.at_least = larger(0.0, lesser(lesser(best.distance, proven), lesser(reach(), end.least_open_bound)));
  if (!end.done)
    best.status = Status::unfinished;
  else if (best.status == Status::exact && best.distance - best.at_least > 1e-9 * best.distance)
    best.status = Status::within_error;
  if (std::isfinite(best.distance)) {
    best.a.part = model.mesh().part(best.a.triangle);
    best.a.feature = feature_at(model.mesh().triangle(best.a.triangle), best.on_a);
  }
  return best;
}

}  // namespace

Distance distance(const Model& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options) {
  return at_pose(b_in_a, [&](const Pose& at) { return nearest(a, at, b, options); });
}
Distance distance(const Shape& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options) {
  return swapped_at_pose(b_in_a, [&](const Pose& at) { return nearest(b, at, a, options); });
}

}  // namespace apart
