// Extents of points along the axes of a box: obb_along in SIMD lanes, to the same bits.
#pragma once
#include <apart/hierarchy/fit/fit_lanes.hpp>
#include <apart/hierarchy/fit/patches.hpp>
#include <apart/volumes/obb.hpp>
#include <functional>

namespace apart::hierarchy {

// Of at least Patch::kLeastPoints points.
Extents extents(const Mat3f& axes, const Points& points, std::size_t begin, std::size_t end);

// Their box; no coordinate is larger than `reach`.
void put_box(const Mat3f& axes, const Points& points, std::size_t begin, std::size_t end, double reach,
             Obb<float>& box);

// The boxes above the patches, along given axes. points(p) are those of patch p, no coordinate larger than its reach.
void extend_above(const PatchCut& cut, std::span<const Mat3f> axes, std::span<const double> patch_reach,
                  const Workers& workers, std::span<Obb<float>> volumes,
                  const std::function<const Points&(std::size_t)>& points);

}  // namespace apart::hierarchy
