#include <apart/queries/containment.hpp>
#include <apart/queries/mixed/as_collision.hpp>
#include <apart/queries/mixed/mixed.hpp>
#include <apart/shapes/support.hpp>

namespace apart {
namespace {

Within near(const Model& model, const Pose& shape_in_model, const Shape& shape, double tolerance,
            const CollideOptions& options) {
  check_tolerance(tolerance);
  if (model.mesh().empty()) return {.status = Status::nothing};
  const std::vector<ConvexPiece> pieces = convex_pieces(shape, shape_in_model);
  Within out;
  std::vector<ShapeCache> of_pieces(pieces.size());
  PairCacheState* const cache = PairCacheState::of(options.cache);
  const auto test = [&](u32 piece, u32 triangle) {
    if (out.within) return;
    const ConvexPiece& p = pieces[piece];
    const Core core = model.mesh().triangle(triangle);
    if (rounded_within({core, 0}, p.pose, rounded_core(p), tolerance, for_next_triangle(of_pieces[piece])))
      out = {.within = true, .a = {.part = model.mesh().part(triangle), .triangle = triangle}, .b = {.piece = piece}};
  };
  if (cache)
    if (const auto* last = remembered(cache->within, pieces.size(), model.mesh())) test(last->piece, last->triangle);
  if (out.within) return out;
  const WalkEnd end = walk_pieces(
      pieces, model.tree(), false, options.budget, [&] { return out.within ? -kNoEnd : tolerance; }, test);
  if (out.within && cache) cache->within = {out.b.piece, out.a.triangle};
  if (out.within) return out;
  if (options.solid && lies_inside(model, pieces)) return {.within = true, .contained = true};
  out.status = end.done ? Status::exact : Status::unfinished;
  return out;
}

}  // namespace

bool queries::lies_inside(const Model& model, const std::vector<ConvexPiece>& pieces) {
  if (!model.closed()) return false;
  for (const ConvexPiece& piece : pieces)
    if (!std::holds_alternative<HalfSpace>(*piece.core) &&
        locate(model, piece.pose * farthest(*piece.core, {1, 0, 0})) == Where::inside)
      return true;
  return false;
}

Within within(const Model& a, const Pose& b_in_a, const Shape& b, double tolerance, const CollideOptions& options) {
  return at_pose(b_in_a, [&](const Pose& at) { return near(a, at, b, tolerance, options); });
}
Within within(const Shape& a, const Pose& b_in_a, const Model& b, double tolerance, const CollideOptions& options) {
  return swapped_at_pose(b_in_a, [&](const Pose& at) { return near(b, at, a, tolerance, options); });
}

Collision collide(const Model& a, const Pose& b_in_a, const Shape& b, const CollideOptions& options) {
  return as_collision(within(a, b_in_a, b, 0, options));
}
Collision collide(const Shape& a, const Pose& b_in_a, const Model& b, const CollideOptions& options) {
  return as_collision(within(a, b_in_a, b, 0, options));
}

}  // namespace apart
