// The regions that two solids share, with their depths and their corners.
#pragma once
#include <apart/queries/local_depth.hpp>
#include <apart/queries/overlap_regions.hpp>

namespace apart::queries {

struct MeasuredRegion {
  RegionDepth depth;
  std::vector<RegionPoint> corners;
};

// As region_depths(), at a pose that is usable.
std::vector<MeasuredRegion> measured_regions(const Model& a, const Pose& b_in_a, const Model& b);

}  // namespace apart::queries
