#include <apart/base/relative.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/rigid_pose.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart {
namespace {

using namespace queries;

template <int kKinds, bool kAtOrigin = false>
APART_INLINE Penetration convex_penetration_of(const Shape& a, const Pose& b_in_a, const Shape& b,
                                               const PenetrationOptions& options) {
  assume_kinds<kKinds>(a, b);
  return finished_gap<kKinds, kAtOrigin>(
      rounded_core(a), b_in_a, rounded_core(b),
      {.max = 0, .overlap_alone = true, .cache = PairCacheState::cores_of(options.cache)},
      [](const auto& make) APART_INLINE_LAMBDA { return as_penetration(make()); });
}

template <int kKinds, bool kRigid>
[[gnu::noinline]] Penetration penetration_of(const Shape& a, const Pose& b_in_a, const Shape& b,
                                             const PenetrationOptions& options) {
  if (!kRigid && !is_usable_in_pairs(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return penetration(a, p, b, options); });
  if (kKinds == kAnyKinds && (is_union(a) || is_union(b)))
    return as_penetration(signed_distance(a, b_in_a, b, {.max = 0, .cache = options.cache}));
  return convex_penetration_of<kKinds>(a, b_in_a, b, options);
}
template <int kKinds, bool kRigid>
Penetration quick_penetration_of(const Shape& a, const Pose& b_in_a, const Shape& b,
                                 const PenetrationOptions& options) {
  if (are_plain<kKinds, kRigid>(a, b_in_a, b)) return convex_penetration_of<kKinds, true>(a, b_in_a, b, options);
  return penetration_of<kKinds, kRigid>(a, b_in_a, b, options);
}
// Two boxes that a side separates, which takes few registers; all else is left to others.
[[gnu::noinline]] Penetration penetration_of_boxes(const Shape& a, const Pose& b_in_a, const Shape& b,
                                                   const PenetrationOptions& options, BoxSide side) {
  return finished_boxes(rounded_core(a), b_in_a, rounded_core(b),
                        {.max = 0, .overlap_alone = true, .cache = PairCacheState::cores_of(options.cache)}, side,
                        [](const auto& make) APART_INLINE_LAMBDA { return as_penetration(make()); });
}
template <bool kRigid>
Penetration quick_penetration_of_boxes(const Shape& a, const Pose& b_in_a, const Shape& b,
                                       const PenetrationOptions& options) {
  assume_kinds<kBoxes>(a, b);
  if (!(kRigid || is_plainly_usable_in_pairs(b_in_a)) || a.radius() + b.radius() > 0)
    return penetration_of<kBoxes, kRigid>(a, b_in_a, b, options);
  const Box &p = *std::get_if<Box>(&a.core()), &q = *std::get_if<Box>(&b.core());
  const BoxSide side(0.5 * p.size, b_in_a, 0.5 * q.size, 0);
  if (side.separation > side.noise) return as_penetration(not_overlapping(side.normal(b_in_a.rotation)));
  return penetration_of_boxes(a, b_in_a, b, options, side);
}
template <bool kRigid>
constexpr auto kPenetrationOf = by_kinds([]<int kKinds>() {
  if constexpr (kKinds == kBoxes)
    return &quick_penetration_of_boxes<kRigid>;
  else if constexpr (kHasPoint<kKinds>)
    return &quick_penetration_of<kKinds, kRigid>;
  else
    return &penetration_of<kKinds, kRigid>;
});

}  // namespace

Penetration penetration(const Shape& a, const Pose& b_in_a, const Shape& b, const PenetrationOptions& options) {
  return kPenetrationOf<false>[kinds_of(a, b)](a, b_in_a, b, options);
}
Penetration penetration(const Shape& a, const RigidPose& b_in_a, const Shape& b, const PenetrationOptions& options) {
  return kPenetrationOf<true>[kinds_of(a, b)](a, b_in_a.pose(), b, options);
}

}  // namespace apart
