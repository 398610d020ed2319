// The gap between two convex pieces: that of their cores, less their radii.
#pragma once
#include <apart/convex/closed/segment_segment.hpp>
#include <apart/convex/core_gap.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/shapes/pieces.hpp>

namespace apart::queries {

// A core and its radius, in its own frame.
struct RoundedCore {
  const Core& core;
  double radius;
};

struct GapOptions {
  double max = std::numeric_limits<double>::infinity();
  double abs_error = 0, rel_error = 0;
  bool depth = true;  // how deep they overlap; otherwise their distance is 0
  ShapeCache* cache = nullptr;
};

// They overlap, the depth is not wanted, and this is a point of both.
APART_INLINE Distance in_common(const Vec3d& point, const Vec3d& normal) {
  return {.distance = 0, .at_least = 0, .at_most = 0, .on_a = point, .on_b = point, .normal = normal};
}

// The gap of the cores with their radii.
APART_INLINE Distance rounded(const ConvexGap& gap, double radius_a, double radius_b, const GapOptions& options) {
  const double radii = radius_a + radius_b, distance = gap.distance - radii, at_least = gap.at_least - radii;
  if (!(at_least > options.max) && !options.depth && distance <= 0) {
    const double share = gap.distance > 0 ? radius_a / radii : 0;
    return in_common(gap.on_a + share * (gap.on_b - gap.on_a), gap.normal);
  }
  const auto with = [&](double is, Status status) -> Distance {
    return {.distance = is,
            .at_least = options.depth ? lesser(at_least, is) : larger(lesser(at_least, is), 0.0),
            .at_most = gap.at_most - radii,
            .on_a = gap.on_a + radius_a * gap.normal,
            .on_b = gap.on_b - radius_b * gap.normal,
            .normal = gap.normal,
            .status = status};
  };
  if (at_least > options.max) return with(at_least, Status::at_least);
  return with(distance, gap.status);
}

Distance rounded_gap_by_kernel(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                               const GapOptions& options);

// Two capsules take no longer than the dispatch to their kernel does, so they are computed here.
APART_INLINE Distance rounded_gap(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                                  const GapOptions& options) {
  const Segment *const of_a = std::get_if<Segment>(&a.core), *const of_b = std::get_if<Segment>(&b.core);
  if (of_a && of_b)
    if (const SegmentPairBySigns by_signs(*of_a, b_in_a, *of_b); by_signs.verdict == Verdict::apart) {
      const double radii = a.radius + b.radius;
      if (options.depth || by_signs.squared > 4 * radii * radii)
        return rounded(by_signs.gap(), a.radius, b.radius, options);
      return in_common(by_signs.on_a + (0.5 * a.radius / radii) * by_signs.apart, by_signs.normal());
    }
  return rounded_gap_by_kernel(a, b_in_a, b, options);
}

// Are they nearer than a tolerance? False only if proven.
bool rounded_within(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b, double tolerance,
                    ShapeCache* cache);

inline bool is_union(const Shape& shape) { return shape.kind() == CoreKind::compound; }

inline RoundedCore rounded_core(const Shape& shape) { return {shape.core(), shape.radius()}; }
inline RoundedCore rounded_core(const ConvexPiece& piece) { return {*piece.core, piece.radius}; }

}  // namespace apart::queries
