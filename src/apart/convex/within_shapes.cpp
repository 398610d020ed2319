#include <apart/convex/rounded_gap.hpp>
#include <apart/convex/within_shapes.hpp>

namespace apart {
namespace {

ShapeWithin within_of_pieces(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance,
                             const ShapeOptions& options) {
  const std::vector<ConvexPiece> of_a = convex_pieces(a, {}), of_b = convex_pieces(b, b_in_a);
  ShapeWithin out;
  ask_pairs(of_a, of_b, options.memory, tolerance, nearest_bound, [&](u32 i, u32 j) {
    const ConvexPiece &p = of_a[i], &q = of_b[j];
    if (!rounded_within(rounded_core(p), relative(p.pose, q.pose), rounded_core(q), tolerance, nullptr))
      return tolerance;
    out = {.within = true, .piece_a = i, .piece_b = j};
    return -std::numeric_limits<double>::infinity();  // one is enough
  });
  if (out.within && options.memory) options.memory->piece_a = out.piece_a, options.memory->piece_b = out.piece_b;
  return out;
}

}  // namespace

ShapeWithin within(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance, const ShapeOptions& options) {
  if (!is_usable(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return within(a, p, b, tolerance, options); });
  APART_ASSERT(tolerance >= 0, "a tolerance is negative or not a number");
  if (is_union(a) || is_union(b)) return within_of_pieces(a, b_in_a, b, tolerance, options);
  return {.within = rounded_within(rounded_core(a), b_in_a, rounded_core(b), tolerance, options.memory)};
}

ShapeWithin within(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world, double tolerance,
                   const ShapeOptions& options) {
  return query_in_world(a_in_world, b_in_world,
                        [&](const Pose& b_in_a) { return within(a, b_in_a, b, tolerance, options); });
}

}  // namespace apart
