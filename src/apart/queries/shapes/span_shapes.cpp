#include <apart/base/normalized.hpp>
#include <apart/convex/core_span.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart {
namespace {

Span span_rounded(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b) {
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

Span span_of_pieces(const Shape& a, const Pose& b_in_a, const Shape& b, const SpanOptions& options) {
  const std::vector<ConvexPiece> of_a = convex_pieces(a, {}), of_b = convex_pieces(b, b_in_a);
  Span best;
  double at_most = 0;
  // What is nearer does not matter.
  const auto threshold = [&] {
    return larger(best.distance + options.abs_error, best.distance * (1 + options.rel_error));
  };
  const auto bound = [](const Bounds& p, const Bounds& q) { return -farthest_bound(p, q); };
  const double open_bound = test_piece_pairs(of_a, of_b, nullptr, options.budget, kNoEnd, bound, [&](u32 i, u32 j) {
    const ConvexPiece &p = of_a[i], &q = of_b[j];
    const Span found = span_rounded(rounded_core(p), relative(p.pose, q.pose), rounded_core(q));
    at_most = larger(at_most, found.at_most);
    if (found.distance > best.distance) {
      best = found;
      best.on_a = p.pose * found.on_a, best.on_b = p.pose * found.on_b;
      best.a.piece = i, best.b.piece = j;
    }
    return -threshold();
  });
  best.at_most = larger(at_most, open_bound < kNoEnd ? -open_bound : threshold());
  if (open_bound < kNoEnd)
    best.status = Status::unfinished;
  else if (best.status == Status::exact && threshold() > best.distance)
    best.status = Status::within_error;
  return best;
}

}  // namespace

Span span(const Shape& a, const Pose& b_in_a, const Shape& b, const SpanOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return span(a, p, b, options); });
  check_options(options);
  if (is_union(a) || is_union(b)) return span_of_pieces(a, b_in_a, b, options);
  return span_rounded(rounded_core(a), b_in_a, rounded_core(b));
}

}  // namespace apart
