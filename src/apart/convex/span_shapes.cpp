#include <apart/base/normalized.hpp>
#include <apart/convex/core_span.hpp>
#include <apart/convex/rounded_gap.hpp>
#include <apart/convex/span_shapes.hpp>

namespace apart {
namespace {

ShapeSpan span_rounded(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b) {
  const CoreSpan far = core_span(a.core, b_in_a, b.core);
  const double radii = a.radius + b.radius;
  const auto [unit, distance] = normalized(far.on_a - far.on_b);
  const Vec3d out = distance > 0 ? unit : Vec3d{1, 0, 0};
  return {.distance = far.distance + radii,
          .at_most = far.at_most + radii,
          .on_a = far.on_a + a.radius * out,
          .on_b = far.on_b - b.radius * out,
          .status = far.status};
}

ShapeSpan span_of_pieces(const Shape& a, const Pose& b_in_a, const Shape& b) {
  const std::vector<ConvexPiece> of_a = convex_pieces(a, {}), of_b = convex_pieces(b, b_in_a);
  ShapeSpan best;
  double at_most = 0;
  const auto bound = [](const Bounds& p, const Bounds& q) { return -farthest_bound(p, q); };
  ask_pairs(of_a, of_b, nullptr, std::numeric_limits<double>::infinity(), bound, [&](u32 i, u32 j) {
    const ConvexPiece &p = of_a[i], &q = of_b[j];
    const ShapeSpan found = span_rounded(rounded_core(p), relative(p.pose, q.pose), rounded_core(q));
    at_most = larger(at_most, found.at_most);
    if (found.distance > best.distance) {
      best = found;
      best.on_a = p.pose * found.on_a, best.on_b = p.pose * found.on_b;
      best.piece_a = i, best.piece_b = j;
    }
    return -best.distance;
  });
  best.at_most = at_most;
  return best;
}

}  // namespace

ShapeSpan span(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return span(a, p, b, options); });
  if (is_union(a) || is_union(b)) return span_of_pieces(a, b_in_a, b);
  return span_rounded(rounded_core(a), b_in_a, rounded_core(b));
}

ShapeSpan span(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
               const ShapeOptions& options) {
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) { return span(a, b_in_a, b, options); });
}

}  // namespace apart
