#include <apart/queries/check_options.hpp>
#include <apart/queries/mixed/as_collision.hpp>
#include <apart/queries/rigid_pose.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>
#include <apart/queries/within.hpp>

namespace apart {
namespace {

[[gnu::noinline]] Within within_of_pieces(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance,
                                          const CollideOptions& options) {
  const std::vector<ConvexPiece> of_a = convex_pieces(a, {}), of_b = convex_pieces(b, b_in_a);
  Within out;
  PairCacheState* const cache = PairCacheState::of(options.cache);
  const double open_bound =
      test_piece_pairs(of_a, of_b, cache, options.budget, tolerance, nearest_bound, [&](u32 i, u32 j) {
        const ConvexPiece &p = of_a[i], &q = of_b[j];
        if (!rounded_within(rounded_core(p), relative(p.pose, q.pose), rounded_core(q), tolerance, nullptr))
          return tolerance;
        out = {.within = true, .a = {.piece = i}, .b = {.piece = j}};
        return -kNoEnd;  // one is enough
      });
  if (out.within && cache) cache->piece_a = out.a.piece, cache->piece_b = out.b.piece;
  if (!out.within && open_bound <= tolerance) out.status = Status::unfinished;
  return out;
}

// Answers of some twenty nanoseconds: each is made where it is returned, since a copy waits for the stores just made.
template <int kKinds, bool kAtOrigin = false>
APART_INLINE bool within_convex(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance,
                                const CollideOptions& options) {
  assume_kinds<kKinds>(a, b);
  return rounded_within<kKinds, kAtOrigin>(rounded_core(a), b_in_a, rounded_core(b), tolerance,
                                           PairCacheState::cores_of(options.cache));
}

template <int kKinds, bool kRigid>
[[gnu::noinline]] Collision collision_of(const Shape& a, const Pose& b_in_a, const Shape& b,
                                         const CollideOptions& options) {
  if (!kRigid && !is_usable_in_pairs(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return collide(a, p, b, options); });
  if (kKinds == kAnyKinds && (is_union(a) || is_union(b)))
    return as_collision(within_of_pieces(a, b_in_a, b, 0, options));
  return {.colliding = within_convex<kKinds>(a, b_in_a, b, 0, options)};
}
template <int kKinds, bool kRigid>
Collision quick_collision_of(const Shape& a, const Pose& b_in_a, const Shape& b, const CollideOptions& options) {
  if (are_plain<kKinds, kRigid>(a, b_in_a, b))
    return {.colliding = within_convex<kKinds, true>(a, b_in_a, b, 0, options)};
  return collision_of<kKinds, kRigid>(a, b_in_a, b, options);
}
template <bool kRigid>
constexpr auto kCollisionOf = by_kinds([]<int kKinds>() {
  if constexpr (kHasPoint<kKinds>)
    return &quick_collision_of<kKinds, kRigid>;
  else
    return &collision_of<kKinds, kRigid>;
});

}  // namespace

Within within(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance, const CollideOptions& options) {
  if (!is_usable_in_pairs(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return within(a, p, b, tolerance, options); });
  check_tolerance(tolerance);
  if (is_union(a) || is_union(b)) return within_of_pieces(a, b_in_a, b, tolerance, options);
  return {.within = within_convex<kAnyKinds>(a, b_in_a, b, tolerance, options)};
}

Collision collide(const Shape& a, const Pose& b_in_a, const Shape& b, const CollideOptions& options) {
  return kCollisionOf<false>[kinds_of(a, b)](a, b_in_a, b, options);
}
Collision collide(const Shape& a, const RigidPose& b_in_a, const Shape& b, const CollideOptions& options) {
  return kCollisionOf<true>[kinds_of(a, b)](a, b_in_a.pose(), b, options);
}

}  // namespace apart
