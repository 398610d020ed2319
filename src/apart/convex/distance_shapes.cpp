#include <apart/convex/distance_shapes.hpp>
#include <apart/convex/rounded_gap.hpp>

namespace apart {
namespace {

[[gnu::noinline]] ShapeDistance distance_of_pieces(const Shape& a, const Pose& b_in_a, const Shape& b,
                                                   const ShapeOptions& options) {
  const std::vector<ConvexPiece> of_a = convex_pieces(a, {}), of_b = convex_pieces(b, b_in_a);
  ShapeDistance best;
  ShapeOptions narrower = options;
  narrower.memory = nullptr;
  double proven = std::numeric_limits<double>::infinity();
  ask_pairs(of_a, of_b, options.memory, options.max, nearest_bound, [&](u32 i, u32 j) {
    const ConvexPiece &p = of_a[i], &q = of_b[j];
    const ShapeDistance found = rounded_gap(rounded_core(p), relative(p.pose, q.pose), rounded_core(q), narrower);
    proven = lesser(proven, found.at_least);
    if (found.status != Status::at_least && found.distance < best.distance) {
      best = in_world(found, p.pose);
      best.piece_a = i, best.piece_b = j;
      narrower.max = lesser(options.max, larger(best.distance, 0.0));
    }
    return options.depth ? lesser(options.max, best.distance) : narrower.max;
  });
  if (best.distance > options.max || !(best.distance < std::numeric_limits<double>::infinity()))
    return {.distance = options.max, .at_least = lesser(options.max, proven), .status = Status::at_least};
  if (options.memory) options.memory->piece_a = best.piece_a, options.memory->piece_b = best.piece_b;
  best.at_least = lesser(best.distance, proven);
  if (best.distance < 0) {
    // To part the deepest pair may not part the others, but to part what is around all does.
    Bounds around_a, around_b;
    for (const ConvexPiece& p : of_a) around_a.add(p.box);
    for (const ConvexPiece& q : of_b) around_b.add(q.box);
    best.at_least = lesser(best.at_least, nearest_bound(around_a, around_b));
    best.status = Status::within_error;
  }
  return best;
}

}  // namespace

ShapeDistance distance(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return distance(a, p, b, options); });
  APART_ASSERT(options.max >= 0 && options.rel_error >= 0, "a maximum or an error is negative or not a number");
  if (is_union(a) || is_union(b)) return distance_of_pieces(a, b_in_a, b, options);
  return rounded_gap(rounded_core(a), b_in_a, rounded_core(b), options);
}

ShapeDistance distance(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                       const ShapeOptions& options) {
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) { return distance(a, b_in_a, b, options); });
}

}  // namespace apart
