// The gap between two convex pieces: that of their cores, less their radii.
#pragma once
#include <apart/base/usable_in_pairs.hpp>
#include <apart/convex/closed/box_box_axes.hpp>
#include <apart/convex/closed/plain_gap.hpp>
#include <apart/convex/closed/plainly_apart.hpp>
#include <apart/convex/closed/segment_segment.hpp>
#include <apart/convex/core_gap.hpp>
#include <apart/convex/escalation/quick_gap.hpp>
#include <apart/queries/rounded.hpp>
#include <apart/queries/shapes/pieces.hpp>
#include <array>

namespace apart::queries {

// A core and its radius, in its own frame.
struct RoundedCore {
  const Core& core;
  double radius;
};

Distance rounded_gap_by_kernel(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                               const GapOptions& options);

constexpr int kAnyKinds = -1, kBoxes = kind_pair(CoreKind::box, CoreKind::box),
              kCapsules = kind_pair(CoreKind::segment, CoreKind::segment);

// By kind_pair(): of<kinds>() for the plain pairs, of<kAnyKinds>() for all others. Where each is a function of its own,
// it has a small frame, and neither saves nor spills what only other kinds need.
template <class Of>
constexpr auto by_kinds(Of of) {
  using enum CoreKind;
  std::array<decltype(of.template operator()<kAnyKinds>()), std::size_t{kCoreKinds} * kCoreKinds> out{};
  out.fill(of.template operator()<kAnyKinds>());
  const auto add = [&]<CoreKind kA, CoreKind kB>() {
    out[static_cast<std::size_t>(kind_pair(kA, kB))] = of.template operator()<kind_pair(kA, kB)>();
  };
  add.template operator()<point, point>();
  add.template operator()<point, box>();
  add.template operator()<box, point>();
  add.template operator()<segment, segment>();
  add.template operator()<segment, box>();
  add.template operator()<box, segment>();
  add.template operator()<box, box>();
  add.template operator()<polytope, polytope>();
  return out;
}
APART_INLINE std::size_t kinds_of(const Shape& a, const Shape& b) {
  return static_cast<std::size_t>(kind_pair(a.core(), b.core()));
}

// What the compiler does not see of two shapes for whose kinds a function was chosen.
template <int kKinds>
APART_INLINE void assume_kinds(const Shape& a, const Shape& b) {
  if constexpr (kKinds != kAnyKinds) {
    constexpr std::size_t kKindA = kKinds / kCoreKinds, kKindB = kKinds % kCoreKinds;
    if (a.core().index() != kKindA || b.core().index() != kKindB) __builtin_unreachable();
  }
}

template <int kKinds>
constexpr bool kPointA = kKinds != kAnyKinds&& kKinds / kCoreKinds == static_cast<int>(CoreKind::point);
template <int kKinds>
constexpr bool kPointB = kKinds != kAnyKinds&& kKinds % kCoreKinds == static_cast<int>(CoreKind::point);
template <int kKinds>
constexpr bool kHasPoint = kPointA<kKinds> || kPointB<kKinds>;

// Are the points among two shapes of these kinds the origins of their frames, as centres of balls mostly are, and is
// the pose plainly usable? What is known to be so has a function of its own, which is short: it neither turns a point
// nor saves what only the others need. A rigid pose was validated before.
template <int kKinds, bool kRigid>
requires kHasPoint<kKinds> APART_INLINE bool are_plain(const Shape& a, const Pose& b_in_a, const Shape& b) {
  assume_kinds<kKinds>(a, b);
  if (kPointA<kKinds> && !is_origin(std::get_if<Point>(&a.core())->at)) return false;
  if (kPointB<kKinds> && !is_origin(std::get_if<Point>(&b.core())->at)) return false;
  return kRigid || is_plainly_usable_in_pairs(b_in_a);
}

// As finished_gap() below, of two boxes of which only an overlap is wanted.
template <class Finish>
APART_INLINE auto finished_boxes(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                                 const GapOptions& options, const BoxSide& side, Finish finish) {
  const double radii = a.radius + b.radius, at_least = side.separation - side.noise;
  if (at_least > radii)
    return finish([&]() APART_INLINE_LAMBDA {
      const ConvexGap gap{at_least, at_least, kNoEnd, {}, {}, side.normal(b_in_a.rotation), Status::at_least};
      return with_radii(gap, a.radius, b.radius, options);
    });
  const BoxAxis least = least_overlap(*std::get_if<Box>(&a.core), b_in_a, *std::get_if<Box>(&b.core), side);
  if (!least.meet() && !(least.at_least > radii))
    return finish([&]() APART_INLINE_LAMBDA { return rounded_gap_by_kernel(a, b_in_a, b, options); });
  return finish([&]() APART_INLINE_LAMBDA { return with_radii(least, a.radius, b.radius, options); });
}

// As finished_gap() below, of two capsules whose segments are `apart`.
template <class Finish>
APART_INLINE auto finished_segments(const SegmentPairBySigns& segments, double radius_a, double radius_b,
                                    const GapOptions& options, Finish finish) {
  const double radii = radius_a + radius_b;
  if (options.depth || segments.squared > 4 * radii * radii)
    return finish([&]() APART_INLINE_LAMBDA { return with_radii(segments.gap(), radius_a, radius_b, options); });
  return finish([&]() APART_INLINE_LAMBDA {
    return in_common(segments.on_a + (0.5 * radius_a / radii) * segments.apart, segments.normal());
  });
}

// What finish(make) returns, where make() is the gap. Balls, capsules, and a ball and a box take no longer than the
// dispatch to their kernels does, so they are computed here; and what reads a gap that was just written waits for it,
// so each is finished where it is made.
template <int kKinds = kAnyKinds, bool kAtOrigin = false, class Finish>
APART_INLINE auto finished_gap(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                               const GapOptions& options, Finish finish) {
  const double radii = a.radius + b.radius;
  switch (kKinds == kAnyKinds ? kind_pair(a.core, b.core) : kKinds) {
    case kCapsules: {
      const SegmentPairBySigns by_signs(*std::get_if<Segment>(&a.core), b_in_a, *std::get_if<Segment>(&b.core));
      if (by_signs.verdict != Verdict::apart) break;
      return finished_segments(by_signs, a.radius, b.radius, options, finish);
    }
    case kind_pair(CoreKind::point, CoreKind::point): {
      const Point p = point_of<kAtOrigin>(a.core), q = point_of<kAtOrigin>(b.core);
      if (is_origin(p.at) && is_origin(q.at))
        return finish([&]() APART_INLINE_LAMBDA {
          return with_radii(centres_gap(placed_origin(b_in_a)), a.radius, b.radius, options);
        });
      return finish(
          [&]() APART_INLINE_LAMBDA { return with_radii(points_gap(p, b_in_a, q), a.radius, b.radius, options); });
    }
    case kind_pair(CoreKind::point, CoreKind::box): {
      const Point p = point_of<kAtOrigin>(a.core);
      const Box& box = *std::get_if<Box>(&b.core);
      if (options.overlap_alone)
        if (const SeparatingSide side(p, b_in_a, box, radii); side.separates())
          return finish([&]() APART_INLINE_LAMBDA { return not_overlapping(-b_in_a.rotate(side.normal())); });
      return finish(
          [&]() APART_INLINE_LAMBDA { return with_radii(point_box_gap(p, b_in_a, box), a.radius, b.radius, options); });
    }
    case kind_pair(CoreKind::box, CoreKind::point): {
      const Box& box = *std::get_if<Box>(&a.core);
      const Point p = point_of<kAtOrigin>(b.core);
      if (options.overlap_alone)
        if (const SeparatingSide side(box, b_in_a, p, radii); side.separates())
          return finish([&]() APART_INLINE_LAMBDA { return not_overlapping(side.normal()); });
      return finish(
          [&]() APART_INLINE_LAMBDA { return with_radii(box_point_gap(box, b_in_a, p), a.radius, b.radius, options); });
    }
    case kind_pair(CoreKind::segment, CoreKind::box): {
      if (!options.overlap_alone) break;
      const SeparatingSide side(*std::get_if<Segment>(&a.core), b_in_a, *std::get_if<Box>(&b.core), radii);
      if (!side.separates()) break;
      return finish([&]() APART_INLINE_LAMBDA { return not_overlapping(-b_in_a.rotate(side.normal())); });
    }
    case kind_pair(CoreKind::box, CoreKind::segment): {
      if (!options.overlap_alone) break;
      const SeparatingSide side(*std::get_if<Box>(&a.core), b_in_a, *std::get_if<Segment>(&b.core), radii);
      if (!side.separates()) break;
      return finish([&]() APART_INLINE_LAMBDA { return not_overlapping(side.normal()); });
    }
    case kind_pair(CoreKind::box, CoreKind::box): {
      if (!options.overlap_alone) break;
      const Box &p = *std::get_if<Box>(&a.core), &q = *std::get_if<Box>(&b.core);
      return finished_boxes(a, b_in_a, b, options, BoxSide(0.5 * p.size, b_in_a, 0.5 * q.size, radii), finish);
    }
    case kind_pair(CoreKind::polytope, CoreKind::polytope): {
      if (options.abs_error > 0 || options.rel_error > 0) break;
      union Unset {  // it is written where there is one
        GjkResult gap;
        Unset() {}
      } of;
      if (!quick_gap(a.core, b_in_a, b.core, options.max + radii, options.depth, options.cache, of.gap)) break;
      return finish([&]() APART_INLINE_LAMBDA { return with_radii(of.gap, a.radius, b.radius, options); });
    }
    default:
      break;
  }
  return finish([&]() APART_INLINE_LAMBDA { return rounded_gap_by_kernel(a, b_in_a, b, options); });
}

template <int kKinds = kAnyKinds, bool kAtOrigin = false>
APART_INLINE Distance rounded_gap(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                                  const GapOptions& options) {
  return finished_gap<kKinds, kAtOrigin>(a, b_in_a, b, options,
                                         [](const auto& make) APART_INLINE_LAMBDA { return make(); });
}

// Are they nearer than a tolerance? False only if proven.
bool rounded_within_by_kernel(RoundedCore a, const Pose& b_in_a, RoundedCore b, double tolerance, ShapeCache* cache);
template <int kKinds = kAnyKinds, bool kAtOrigin = false>
APART_INLINE bool rounded_within(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b, double tolerance,
                                 ShapeCache* cache) {
  const double reach = a.radius + b.radius + tolerance;
  Verdict plain = Verdict::unsure;
  if constexpr (kKinds == kCapsules)
    plain = SegmentPairBySigns(*std::get_if<Segment>(&a.core), b_in_a, *std::get_if<Segment>(&b.core)).within(reach);
  else if constexpr (kKinds != kBoxes)
    plain = plain_verdict<kAtOrigin>(a.core, b_in_a, b.core, reach);
  else if (reach == 0)
    return boxes_meet(*std::get_if<Box>(&a.core), b_in_a, *std::get_if<Box>(&b.core));
  if (plain != Verdict::unsure) return plain == Verdict::meet;
  return rounded_within_by_kernel(a, b_in_a, b, tolerance, cache);
}

inline bool is_union(const Shape& shape) { return shape.kind() == CoreKind::compound; }

inline RoundedCore rounded_core(const Shape& shape) { return {shape.core(), shape.radius()}; }
inline RoundedCore rounded_core(const ConvexPiece& piece) { return {*piece.core, piece.radius}; }

}  // namespace apart::queries
