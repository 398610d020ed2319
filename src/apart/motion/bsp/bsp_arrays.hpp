// What a BSP tree consists of. Coordinates are relative to the middle of the level.
#pragma once
#include <apart/motion/bsp/bsp_tree.hpp>
#include <apart/shapes/solids.hpp>

namespace apart::motion {

// A child: a node, a solid or an empty leaf, or an empty leaf with sheets in it.
enum class BspRef : u32 { solid = ~u32(0), empty = ~u32(0) - 1 };
constexpr u32 kSheetsBit = u32(1) << 31;
constexpr bool is_node(BspRef ref) { return static_cast<u32>(ref) < kSheetsBit; }
constexpr bool has_sheets(BspRef ref) { return !is_node(ref) && ref < BspRef::empty; }

struct BspNode {
  HalfSpace plane;          // its inside: where normal · x ≤ offset
  BspRef children[2] = {};  // inside, outside
};

struct BspArrays {
  Vec3d middle{};
  double radius = 0;  // of the level, about its middle
  double slack = 0;
  BspRef root = BspRef::empty;
  std::vector<BspNode> nodes;
  // Sheets are convex: where all their planes' insides meet. Those of leaf k are sheets[leaf_sheets[k]] up to the next.
  std::vector<u32> leaf_sheets{0}, sheets{0};
  std::vector<HalfSpace> sheet_planes;
  BspFacts facts{};
};

}  // namespace apart::motion
