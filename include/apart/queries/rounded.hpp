// What the queries of two shapes make of the gap of their cores: the answer, in line. Not for callers.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>

// A large function leaves its lambdas out of line otherwise, and their answers in memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APART_INLINE_LAMBDA
#else
#define APART_INLINE_LAMBDA __attribute__((always_inline))
#endif

namespace apart {

namespace convex {
struct ShapeCache;
}

namespace queries {

struct GapOptions {
  double max = std::numeric_limits<double>::infinity();
  double abs_error = 0, rel_error = 0;
  bool depth = true;           // how deep they overlap; otherwise their distance is 0
  bool overlap_alone = false;  // of those that do not overlap nothing else is wanted
  convex::ShapeCache* cache = nullptr;
};

// They overlap, the depth is not wanted, and this is a point of both.
APART_INLINE Distance in_common(const Vec3d& point, const Vec3d& normal) {
  return {.distance = 0, .at_least = 0, .at_most = 0, .on_a = point, .on_b = point, .normal = normal};
}

// They do not overlap, and nothing else is wanted: the normal is one that separates them.
APART_INLINE Distance not_overlapping(const Vec3d& normal) {
  return {.distance = 0, .at_least = 0, .on_a = {}, .on_b = {}, .normal = normal, .status = Status::at_least};
}

// The gap of the cores with their radii.
APART_INLINE Distance with_radii(const ConvexGap& gap, double radius_a, double radius_b, const GapOptions& options) {
  const double radii = radius_a + radius_b, distance = gap.distance - radii, at_least = gap.at_least - radii;
  // The distance first: of what overlaps no lower bound is needed then, nor of what is exactly this far apart if that
  // is all that is asked.
  const bool enough = options.overlap_alone && gap.status == Status::exact;
  // A comparison with infinity is not left out by the compiler, one of two constants is.
  const bool limited = options.max < std::numeric_limits<double>::infinity();
  const bool beyond = distance > options.max && limited && (enough || at_least > options.max);
  if (!beyond && !options.depth && distance <= 0) {
    const double share = gap.distance > 0 ? radius_a / radii : 0;
    return in_common(gap.on_a + share * (gap.on_b - gap.on_a), gap.normal);
  }
  const auto with = [&](double is, Status status) APART_INLINE_LAMBDA -> Distance {
    return {.distance = is,
            .at_least = options.depth ? lesser(at_least, is) : larger(lesser(at_least, is), 0.0),
            .at_most = gap.at_most - radii,
            .on_a = gap.on_a + radius_a * gap.normal,
            .on_b = gap.on_b - radius_b * gap.normal,
            .normal = {gap.normal.x, gap.normal.y, gap.normal.z},
            .status = status};
  };
  if (beyond) return with(enough ? distance : at_least, Status::at_least);
  return with(distance, gap.status);
}

// In one expression: a default answer is cleared in a slow way first.
APART_INLINE Penetration as_penetration(const Distance& gap) {
  const bool overlap = gap.distance < 0;
  return {.depth = overlap ? -gap.distance : 0,
          .at_least = overlap ? larger(0.0, -gap.at_most) : 0,
          .on_a = gap.on_a,
          .on_b = gap.on_b,
          .normal = gap.normal,
          .a = gap.a,
          .b = gap.b,
          .status = gap.status == Status::at_least ? Status::exact : gap.status};  // apart
}

}  // namespace queries
}  // namespace apart
