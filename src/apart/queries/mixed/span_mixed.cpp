#include <apart/base/normalized.hpp>
#include <apart/convex/core_span.hpp>
#include <apart/queries/mixed/mixed.hpp>

namespace apart {
namespace {

Span farthest_points(const Model& model, const Pose& shape_in_model, const Shape& shape, const SpanOptions& options) {
  check_options(options);
  if (model.mesh().empty()) return {.status = Status::nothing};
  const std::vector<ConvexPiece> pieces = convex_pieces(shape, shape_in_model);
  Span best;
  for (u32 i = 0; i < pieces.size(); ++i)
    if (std::holds_alternative<HalfSpace>(*pieces[i].core))
      return {.distance = kNoEnd, .at_most = kNoEnd, .b = {.piece = i}};
  const auto threshold = [&] {
    return larger(best.distance + options.abs_error, best.distance * (1 + options.rel_error));
  };
  const WalkEnd end = walk_pieces(
      pieces, model.tree(), true, options.budget, [&] { return -threshold(); },
      [&](u32 piece, u32 triangle) {
        const ConvexPiece& p = pieces[piece];
        const Triangle t = model.mesh().triangle(triangle);
        for (int k = 0; k < 3; ++k) {
          // The farthest point does not depend on the radius.
          const Vec3d on_core =
              p.pose * farthest_from(transposed_times(p.pose.rotation, t[k] - p.pose.translation), *p.core);
          const Normalized out = normalized(on_core - t[k]);
          const double far = out.length + p.radius;
          const bool earlier = piece != best.b.piece ? piece < best.b.piece : triangle < best.a.triangle;
          if (far < best.distance || (far == best.distance && !earlier)) continue;
          const Vec3d unit = out.length > 0 ? out.unit : Vec3d{1, 0, 0};
          best = {.distance = far,
                  .on_a = t[k],
                  .on_b = on_core + p.radius * unit,
                  .a = {.part = model.mesh().part(triangle), .triangle = triangle},
                  .b = {.piece = piece}};
        }
      });
  best.at_most = larger(best.distance, larger(threshold(), -end.least_open_bound));
  best.status = !end.done ? Status::unfinished : best.at_most > best.distance ? Status::within_error : Status::exact;
  return best;
}

}  // namespace

Span span(const Model& a, const Pose& b_in_a, const Shape& b, const SpanOptions& options) {
  return at_pose(b_in_a, [&](const Pose& at) { return farthest_points(a, at, b, options); });
}
Span span(const Shape& a, const Pose& b_in_a, const Model& b, const SpanOptions& options) {
  return swapped_at_pose(b_in_a, [&](const Pose& at) { return farthest_points(b, at, a, options); });
}

}  // namespace apart
