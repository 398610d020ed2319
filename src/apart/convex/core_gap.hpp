// The signed distance of two cores, without their radii.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/shape_cache.hpp>
#include <apart/shapes/shape.hpp>

namespace apart::convex {

struct CoreGapOptions {
  double reach = std::numeric_limits<double>::infinity();  // larger distances are not searched
  double enough = 0;                                       // smaller distances need not be more accurate
  bool depth = true;                                       // of cores that overlap; otherwise their distance is 0
  double tolerance = 0;                                    // relative, of the distance between cores, …
  double abs_tolerance = 0;                                // … or absolute
  ShapeCache* memory = nullptr;
};

// By the algorithm for the two kinds (dispatch.hpp), which may not be unions. B is at `b_in_a`.
ConvexGap core_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options = {});

// Are they nearer than a reach? False only if proven.
bool core_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory = nullptr);

}  // namespace apart::convex
