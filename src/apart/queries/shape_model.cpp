#include <apart/base/normalized.hpp>
#include <apart/convex/core_span.hpp>
#include <apart/convex/rounded_gap.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/ask.hpp>
#include <apart/queries/shape_model.hpp>
#include <apart/queries/shape_walk.hpp>

namespace apart {
namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

// What is kept from one triangle to the next: the direction alone, since corners are another triangle's.
ShapeCache* for_next_triangle(ShapeCache& memory) {
  memory.core_a = nullptr;
  return &memory;
}

// All is worked out in the model's frame, where its triangles are as they were given; A is the model.

// For surfaces that do not touch.
bool lies_inside(const Model& model, const std::vector<ConvexPiece>& pieces) {
  if (!model.closed()) return false;
  for (const ConvexPiece& piece : pieces)
    if (!std::holds_alternative<HalfSpace>(*piece.core) &&
        locate(model, piece.pose * farthest(*piece.core, {1, 0, 0})) == Where::inside)
      return true;
  return false;
}

// The pair that was remembered, if there is such a one.
const ShapeModelMemory::Pair* remembered(const std::optional<ShapeModelMemory::Pair>& pair, std::size_t pieces,
                                         const Mesh& mesh) {
  return pair && pair->piece < pieces && pair->triangle < mesh.size() ? &*pair : nullptr;
}

ShapeModelWithin near(const Model& model, const Pose& shape_in_model, const Shape& shape, double tolerance,
                      const CollideOptions& options, ShapeModelMemory* kept = nullptr) {
  check_tolerance(tolerance);
  if (model.mesh().empty()) return {.status = Status::nothing};
  const std::vector<ConvexPiece> pieces = convex_pieces(shape, shape_in_model);
  ShapeModelWithin out;
  std::vector<ShapeCache> memory(pieces.size());
  const auto look = [&](u32 piece, u32 triangle) {
    if (out.within) return;
    const ConvexPiece& p = pieces[piece];
    const Core core = model.mesh().triangle(triangle);
    if (rounded_within({core, 0}, p.pose, rounded_core(p), tolerance, for_next_triangle(memory[piece])))
      out = {.within = true, .piece = piece, .triangle = triangle};
  };
  if (kept)
    if (const auto* last = remembered(kept->near, pieces.size(), model.mesh())) look(last->piece, last->triangle);
  if (out.within) return out;
  const WalkEnd end = walk_pieces(
      pieces, model.tree(), false, options.budget, [&] { return out.within ? -kNoEnd : tolerance; }, look);
  if (out.within && kept) kept->near = {out.piece, out.triangle};
  if (out.within) return out;
  if (options.solid && lies_inside(model, pieces)) return {.within = true, .contained = true};
  out.status = end.done ? Status::exact : Status::unfinished;
  return out;
}

ShapeModelDistance nearest(const Model& model, const Pose& shape_in_model, const Shape& shape,
                           const DistanceOptions& options, ShapeModelMemory* kept = nullptr) {
  check_options(options);
  if (model.mesh().empty()) return {.status = Status::nothing};
  const std::vector<ConvexPiece> pieces = convex_pieces(shape, shape_in_model);
  std::vector<ShapeCache> memory(pieces.size());
  ShapeModelDistance best;
  double proven = kNoEnd;  // of all triangles that were looked at
  const auto reach = [&] {
    return lesser(options.max, lesser(best.distance - options.abs_error, best.distance / (1 + options.rel_error)));
  };
  const auto look = [&](u32 piece, u32 triangle) {
    const ConvexPiece& p = pieces[piece];
    const Core core = model.mesh().triangle(triangle);
    const double limit = lesser(options.max, best.distance);
    const ShapeDistance gap = rounded_gap({core, 0}, p.pose, rounded_core(p),
                                          {.max = limit, .depth = false, .memory = for_next_triangle(memory[piece])});
    proven = lesser(proven, gap.at_least);
    if (gap.status == Status::at_least) return;
    // Of equals the one with the lowest numbers, so that the order of the walk does not show.
    const bool earlier = piece != best.piece ? piece < best.piece : triangle < best.triangle;
    if (gap.distance > best.distance || (gap.distance == best.distance && !earlier)) return;
    best = {.distance = gap.distance, .on_a = gap.on_a, .on_b = gap.on_b, .normal = gap.normal};
    best.piece = piece, best.triangle = triangle, best.status = gap.status;
  };
  if (kept)
    if (const auto* last = remembered(kept->nearest, pieces.size(), model.mesh())) look(last->piece, last->triangle);
  const WalkEnd end = walk_pieces(
      pieces, model.tree(), false, options.budget, [&] { return best.distance == 0 ? -kNoEnd : reach(); }, look);
  if (kept && best.has_points()) kept->nearest = {best.piece, best.triangle};
  if (options.solid && best.distance > 0 && lies_inside(model, pieces))
    return {.distance = 0, .at_least = 0, .contained = true};
  if (end.done && !(best.distance <= options.max))
    return {.distance = options.max, .at_least = options.max, .status = Status::at_least};
  best.at_least = larger(0.0, lesser(lesser(best.distance, proven), lesser(reach(), end.least_open_bound)));
  if (!end.done)
    best.status = Status::unfinished;
  else if (best.status == Status::exact && best.distance - best.at_least > 1e-9 * best.distance)
    best.status = Status::within_error;
  if (std::isfinite(best.distance)) best.part = model.mesh().part(best.triangle);
  return best;
}

ShapeModelSpan farthest_points(const Model& model, const Pose& shape_in_model, const Shape& shape,
                               const SpanOptions& options) {
  check_options(options);
  if (model.mesh().empty()) return {.status = Status::nothing};
  const std::vector<ConvexPiece> pieces = convex_pieces(shape, shape_in_model);
  ShapeModelSpan best;
  for (u32 i = 0; i < pieces.size(); ++i)
    if (std::holds_alternative<HalfSpace>(*pieces[i].core))
      return {.distance = kNoEnd, .at_most = kNoEnd, .piece = i, .triangle = 0};
  const auto threshold = [&] {
    return larger(best.distance + options.abs_error, best.distance * (1 + options.rel_error));
  };
  const WalkEnd end = walk_pieces(
      pieces, model.tree(), true, options.budget, [&] { return -threshold(); },
      [&](u32 piece, u32 triangle) {
        const ConvexPiece& p = pieces[piece];
        const Triangle t = model.mesh().triangle(triangle);
        for (int k = 0; k < 3; ++k) {
          // What is farthest from a point is so with every radius.
          const Vec3d on_core =
              p.pose * farthest_from(transposed_times(p.pose.rotation, t[k] - p.pose.translation), *p.core);
          const Normalized out = normalized(on_core - t[k]);
          const double far = out.length + p.radius;
          const bool earlier = piece != best.piece ? piece < best.piece : triangle < best.triangle;
          if (far < best.distance || (far == best.distance && !earlier)) continue;
          const Vec3d unit = out.length > 0 ? out.unit : Vec3d{1, 0, 0};
          best = {
              .distance = far, .on_a = t[k], .on_b = on_core + p.radius * unit, .piece = piece, .triangle = triangle};
        }
      });
  best.at_most = larger(best.distance, larger(threshold(), -end.least_open_bound));
  best.status = !end.done ? Status::unfinished : best.at_most > best.distance ? Status::within_error : Status::exact;
  return best;
}

// With A and B exchanged.
template <class Answer>
Answer swapped(Answer answer) {
  if constexpr (requires { answer.on_a; }) std::swap(answer.on_a, answer.on_b);
  if constexpr (requires { answer.normal; }) answer.normal = -answer.normal;
  return answer;
}

// The answer of query(shape_in_model), which is given nothing but usable poses, for the model as A and for the shape as
// A; B's pose is given in A's frame, or both in the world.
template <class Query>
auto model_first(const Pose& shape_in_model, Query query) {
  return is_usable(shape_in_model) ? query(shape_in_model) : at_usable_pose(shape_in_model, query);
}
template <class Query>
auto shape_first(const Pose& model_in_shape, Query query) {
  return model_first(model_in_shape, [&](const Pose& at) { return swapped(in_world(query(inverse(at)), at)); });
}
template <class Query>
auto model_first(const Pose& model, const Pose& shape, Query query) {
  return query_in_world(model, shape, [&](const Pose& shape_in_model) { return model_first(shape_in_model, query); });
}
template <class Query>
auto shape_first(const Pose& shape, const Pose& model, Query query) {
  return swapped(model_first(model, shape, query));
}

ShapeModelCollision as_collision(const ShapeModelWithin& w) {
  return {w.within, w.contained, w.piece, w.triangle, w.status};
}

}  // namespace

ShapeModelCollision collide(const Model& a, const Pose& b_in_a, const Shape& b, const CollideOptions& options,
                            ShapeModelMemory* memory) {
  return model_first(b_in_a, [&](const Pose& at) { return as_collision(near(a, at, b, 0, options, memory)); });
}
ShapeModelCollision collide(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                            const CollideOptions& options) {
  return model_first(a_in_world, b_in_world, [&](const Pose& at) { return as_collision(near(a, at, b, 0, options)); });
}
ShapeModelCollision collide(const Shape& a, const Pose& b_in_a, const Model& b, const CollideOptions& options,
                            ShapeModelMemory* memory) {
  return shape_first(b_in_a, [&](const Pose& at) { return as_collision(near(b, at, a, 0, options, memory)); });
}
ShapeModelCollision collide(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                            const CollideOptions& options) {
  return shape_first(a_in_world, b_in_world, [&](const Pose& at) { return as_collision(near(b, at, a, 0, options)); });
}

ShapeModelWithin within(const Model& a, const Pose& b_in_a, const Shape& b, double tolerance,
                        const CollideOptions& options, ShapeModelMemory* memory) {
  return model_first(b_in_a, [&](const Pose& at) { return near(a, at, b, tolerance, options, memory); });
}
ShapeModelWithin within(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                        double tolerance, const CollideOptions& options) {
  return model_first(a_in_world, b_in_world, [&](const Pose& at) { return near(a, at, b, tolerance, options); });
}
ShapeModelWithin within(const Shape& a, const Pose& b_in_a, const Model& b, double tolerance,
                        const CollideOptions& options, ShapeModelMemory* memory) {
  return shape_first(b_in_a, [&](const Pose& at) { return near(b, at, a, tolerance, options, memory); });
}
ShapeModelWithin within(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                        double tolerance, const CollideOptions& options) {
  return shape_first(a_in_world, b_in_world, [&](const Pose& at) { return near(b, at, a, tolerance, options); });
}

ShapeModelDistance distance(const Model& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options,
                            ShapeModelMemory* memory) {
  return model_first(b_in_a, [&](const Pose& at) { return nearest(a, at, b, options, memory); });
}
ShapeModelDistance distance(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                            const DistanceOptions& options) {
  return model_first(a_in_world, b_in_world, [&](const Pose& at) { return nearest(a, at, b, options); });
}
ShapeModelDistance distance(const Shape& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options,
                            ShapeModelMemory* memory) {
  return shape_first(b_in_a, [&](const Pose& at) { return nearest(b, at, a, options, memory); });
}
ShapeModelDistance distance(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                            const DistanceOptions& options) {
  return shape_first(a_in_world, b_in_world, [&](const Pose& at) { return nearest(b, at, a, options); });
}

ShapeModelSpan span(const Model& a, const Pose& b_in_a, const Shape& b, const SpanOptions& options) {
  return model_first(b_in_a, [&](const Pose& at) { return farthest_points(a, at, b, options); });
}
ShapeModelSpan span(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                    const SpanOptions& options) {
  return model_first(a_in_world, b_in_world, [&](const Pose& at) { return farthest_points(a, at, b, options); });
}
ShapeModelSpan span(const Shape& a, const Pose& b_in_a, const Model& b, const SpanOptions& options) {
  return shape_first(b_in_a, [&](const Pose& at) { return farthest_points(b, at, a, options); });
}
ShapeModelSpan span(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                    const SpanOptions& options) {
  return shape_first(a_in_world, b_in_world, [&](const Pose& at) { return farthest_points(b, at, a, options); });
}

}  // namespace apart
