// Shape casts by Newton's method on the distance as a function of time.
#include <apart/base/normalized.hpp>
#include <apart/queries/cast.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// The separation of two cores along `normal`: a lower bound of their distance.
double plane_gap(const Core& a, const Pose& b_in_a, const Core& b, Vec3d normal, const Distance& gap, double radii) {
  if (std::holds_alternative<HalfSpace>(a) || std::holds_alternative<HalfSpace>(b)) return gap.distance;
  const Vec3d of_a = CoreSupport{&a}(normal), of_b = PlacedCore{b_in_a, {&b}}(-normal);
  return dot(normal, of_b - of_a) - radii;
}

// The distance of convex bodies is a convex function of time, and a separating plane bounds it from below: so Newton's
// method (conservative advancement) approaches the first touch from before, never beyond it. A plane that B does not
// approach proves that they never touch.
Cast cast_rounded(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b, Vec3d motion, double until,
                  ShapeCache* cache) {
  const double radii = a.radius + b.radius;
  ShapeCache own;
  if (cache) own = *cache;
  double time = 0;
  for (int round = 0; round < 256; ++round) {
    Pose at = b_in_a;
    at.translation += time * motion;
    const Distance gap = rounded_gap(a, at, b, {.cache = &own});
    if (cache) *cache = own;
    const Cast here{.hit = true, .time = time, .on_a = gap.on_a, .on_b = gap.on_b, .normal = gap.normal};
    const double size = larger(largest(abs(gap.on_a)), largest(abs(gap.on_b))) + radii;
    if (gap.at_least <= 0 || gap.distance <= 2 * rounding_error(size)) return here;
    const double speed = -dot(gap.normal, motion);
    const double apart = larger(plane_gap(a.core, at, b.core, gap.normal, gap, radii), 0.0);
    if (!(speed > 0) && apart > 0) return {};
    const double next = time + apart / speed;
    if (!(next <= until)) return {};
    if (next - time <= 1e-13 * time) return here;  // the resolution of the time
    time = next;
  }
  return {.hit = true, .time = time, .status = Status::unfinished};
}

// Before this share of the motion their boxes are disjoint.
double entry(const Bounds& a, const Bounds& b, Vec3d motion) {
  double from = 0, to = 1;
  for (int i = 0; i < 3; ++i) {
    const double ahead = a.low[i] - b.high[i], behind = a.high[i] - b.low[i];
    if (motion[i] == 0) {
      if (ahead > 0 || behind < 0) return kNever;
      continue;
    }
    const double first = (motion[i] > 0 ? ahead : behind) / motion[i];
    const double last = (motion[i] > 0 ? behind : ahead) / motion[i];
    // Accurate to a few units, for a time resolution of 1e-13.
    from = larger(from, first - 1e-14 * std::abs(first)), to = lesser(to, last + 1e-14 * std::abs(last));
  }
  return from <= to ? from : kNever;
}

Cast cast_of_pieces(const Shape& a, const Pose& b_in_a, const Shape& b, Vec3d motion, const CastOptions& options) {
  const std::vector<ConvexPiece> of_a = convex_pieces(a, {}), of_b = convex_pieces(b, b_in_a);
  Cast best;
  const auto bound = [&](const Bounds& p, const Bounds& q) { return entry(p, q, motion); };
  PairCacheState* const cache = PairCacheState::of(options.cache);
  test_piece_pairs(of_a, of_b, cache, {}, 1, bound, [&](u32 i, u32 j) {
    const ConvexPiece &p = of_a[i], &q = of_b[j];
    Cast found = cast_rounded(rounded_core(p), relative(p.pose, q.pose), rounded_core(q),
                              transposed_times(p.pose.rotation, motion), best.time, nullptr);
    if (found.hit && (!best.hit || found.time < best.time)) {
      best = found;
      best.on_a = p.pose * found.on_a, best.on_b = p.pose * found.on_b, best.normal = p.pose.rotate(found.normal);
      best.a.piece = i, best.b.piece = j;
    }
    return best.hit && best.time == 0 ? -kNever : best.time;
  });
  if (best.hit && cache) cache->piece_a = best.a.piece, cache->piece_b = best.b.piece;
  return best;
}

}  // namespace

Cast cast(const Shape& a, const Pose& b_in_a, const Shape& b, Vec3d motion, const CastOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return cast(a, p, b, motion, options); });
  if (!is_finite(motion)) return invalid_answer<Cast>();
  if (is_union(a) || is_union(b)) return cast_of_pieces(a, b_in_a, b, motion, options);
  return cast_rounded(rounded_core(a), b_in_a, rounded_core(b), motion, 1, PairCacheState::cores_of(options.cache));
}

Cast cast(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world, Vec3d motion,
          const CastOptions& options) {
  if (!is_usable(a_in_world))  // the motion is rotated by it too
    return at_usable_pose(a_in_world, [&](const Pose& p) { return cast(a, p, b, b_in_world, motion, options); });
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) {
    return cast(a, b_in_a, b, transposed_times(a_in_world.rotation, motion), options);
  });
}

}  // namespace apart
