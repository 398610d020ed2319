// The distance and the signed distance of two shapes, unions included.
#include <apart/queries/check_options.hpp>
#include <apart/queries/rigid_pose.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart {
namespace {

[[gnu::noinline]] Distance distance_of_pieces(const Shape& a, const Pose& b_in_a, const Shape& b,
                                              const DistanceOptions& options, bool depth) {
  const std::vector<ConvexPiece> of_a = convex_pieces(a, {}), of_b = convex_pieces(b, b_in_a);
  Distance best;
  GapOptions narrower{
      .max = options.max, .abs_error = options.abs_error, .rel_error = options.rel_error, .depth = depth};
  double proven = kNoEnd;
  PairCacheState* const cache = PairCacheState::of(options.cache);
  // What is farther does not matter.
  const auto reach = [&] {
    if (!(best.distance > 0)) return depth ? best.distance : -kNoEnd;
    return lesser(options.max, lesser(best.distance - options.abs_error, best.distance / (1 + options.rel_error)));
  };
  const double open_bound =
      test_piece_pairs(of_a, of_b, cache, options.budget, options.max, nearest_bound, [&](u32 i, u32 j) {
        const ConvexPiece &p = of_a[i], &q = of_b[j];
        const Distance found = rounded_gap(rounded_core(p), relative(p.pose, q.pose), rounded_core(q), narrower);
        proven = lesser(proven, found.at_least);
        if (found.status != Status::at_least && found.distance < best.distance) {
          best = in_world(found, p.pose);
          best.a.piece = i, best.b.piece = j;
          narrower.max = lesser(options.max, larger(best.distance, 0.0));
        }
        return reach();
      });
  const bool finished = open_bound == kNoEnd;
  proven = lesser(proven, open_bound);
  if (best.distance > options.max || !(best.distance < kNoEnd)) {
    if (!finished)
      return {.at_least = depth ? lesser(options.max, proven) : larger(0.0, lesser(options.max, proven)),
              .status = Status::unfinished};
    return {.distance = options.max, .at_least = lesser(options.max, proven), .status = Status::at_least};
  }
  if (cache) cache->piece_a = best.a.piece, cache->piece_b = best.b.piece;
  best.at_least = lesser(lesser(best.distance, proven), best.distance > 0 ? reach() : best.distance);
  if (!depth) best.at_least = larger(best.at_least, 0.0);
  if (best.at_least < best.distance && best.status == Status::exact && (options.abs_error > 0 || options.rel_error > 0))
    best.status = Status::within_error;
  if (best.distance < 0) {
    // Separating the deepest pair may not separate the others, but separating their bounding boxes does.
    Bounds around_a, around_b;
    for (const ConvexPiece& p : of_a) around_a.add(p.box);
    for (const ConvexPiece& q : of_b) around_b.add(q.box);
    best.at_least = lesser(best.at_least, nearest_bound(around_a, around_b));
    best.status = Status::within_error;
  }
  if (!finished && best.distance > best.at_least) best.status = Status::unfinished;
  return best;
}

template <int kKinds, bool kAtOrigin = false>
APART_INLINE Distance gap_of(const Shape& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options,
                             bool depth) {
  assume_kinds<kKinds>(a, b);
  check_options(options);
  if (kKinds == kAnyKinds && (is_union(a) || is_union(b))) return distance_of_pieces(a, b_in_a, b, options, depth);
  return rounded_gap<kKinds, kAtOrigin>(rounded_core(a), b_in_a, rounded_core(b),
                                        {.max = options.max,
                                         .abs_error = options.abs_error,
                                         .rel_error = options.rel_error,
                                         .depth = depth,
                                         .cache = PairCacheState::cores_of(options.cache)});
}

template <int kKinds, bool kRigid>
[[gnu::noinline]] Distance distance_of(const Shape& a, const Pose& b_in_a, const Shape& b,
                                       const DistanceOptions& options) {
  if (!kRigid && !is_usable_in_pairs(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return distance(a, p, b, options); });
  return gap_of<kKinds>(a, b_in_a, b, options, false);
}
template <int kKinds, bool kRigid>
Distance quick_distance_of(const Shape& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options) {
  if (are_plain<kKinds, kRigid>(a, b_in_a, b)) return gap_of<kKinds, true>(a, b_in_a, b, options, false);
  return distance_of<kKinds, kRigid>(a, b_in_a, b, options);
}
// Of upright capsules whose segments are plainly apart, which takes few registers; all else is left to others.
template <bool kRigid>
Distance quick_distance_of_capsules(const Shape& a, const Pose& b_in_a, const Shape& b,
                                    const DistanceOptions& options) {
  assume_kinds<kCapsules>(a, b);
  const Segment &p = *std::get_if<Segment>(&a.core()), &q = *std::get_if<Segment>(&b.core());
  if ((kRigid || is_plainly_usable_in_pairs(b_in_a)) && SegmentPairBySigns::are_upright(p, q)) {
    const SegmentPairBySigns segments(p.b.z, b_in_a, q.b.z);
    if (segments.verdict == Verdict::apart) {
      check_options(options);
      return finished_segments(segments, a.radius(), b.radius(), {.max = options.max, .depth = false},
                               [](const auto& make) APART_INLINE_LAMBDA { return make(); });
    }
  }
  return distance_of<kCapsules, kRigid>(a, b_in_a, b, options);
}
// A ball and a box take longer so, though there are fewer instructions.
template <bool kRigid>
constexpr auto kDistanceOf = by_kinds([]<int kKinds>() {
  if constexpr (kKinds == kCapsules)
    return &quick_distance_of_capsules<kRigid>;
  else if constexpr (kPointA<kKinds> && kPointB<kKinds>)
    return &quick_distance_of<kKinds, kRigid>;
  else
    return &distance_of<kKinds, kRigid>;
});

}  // namespace

Distance distance(const Shape& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options) {
  return kDistanceOf<false>[kinds_of(a, b)](a, b_in_a, b, options);
}
Distance distance(const Shape& a, const RigidPose& b_in_a, const Shape& b, const DistanceOptions& options) {
  return kDistanceOf<true>[kinds_of(a, b)](a, b_in_a.pose(), b, options);
}

Distance signed_distance(const Shape& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options) {
  if (!is_usable_in_pairs(b_in_a)) {
    Distance out = at_usable_pose(b_in_a, [&](const Pose& p) { return signed_distance(a, p, b, options); });
    if (out.status == Status::invalid) out.at_least = -kNoEnd;
    return out;
  }
  return gap_of<kAnyKinds>(a, b_in_a, b, options, true);
}

Distance signed_distance(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                         const DistanceOptions& options) {
  Distance out = query_in_world(a_in_world, b_in_world,
                                [&](const Pose& b_in_a) { return signed_distance(a, b_in_a, b, options); });
  if (out.status == Status::invalid) out.at_least = -kNoEnd;
  return out;
}

}  // namespace apart
