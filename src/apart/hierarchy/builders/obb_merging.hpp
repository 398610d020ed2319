// Bottom-up builder by oriented boxes: merges neighbours along a space-filling curve whose common oriented box is best.
// Agglomerate and BottomUp do the same by aligned boxes, faster.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::hierarchy {

struct ObbMerging {
  // What is best: the least area of the box; or the least distance from a point of the box to the content, as estimated
  // from the boxes alone, an upper bound of the Hausdorff distance if primitives fill theirs (Gottschalk 2000, section
  // 8.0.5).
  enum class Least { area, hausdorff };
  Least least = Least::area;
  u32 leaf_size = 1;
  u32 window = 8;  // neighbours to either side along the curve
};
Topology build(const Mesh& mesh, const ObbMerging& how);

}  // namespace apart::hierarchy
