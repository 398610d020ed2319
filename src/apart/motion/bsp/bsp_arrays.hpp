// What a BSP tree consists of. Coordinates are relative to the middle of the level.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/motion/bsp/bsp_tree.hpp>
#include <apart/shapes/solids.hpp>
#include <optional>

namespace apart::motion {

// A child: a node; a leaf, solid or empty, that no face reaches; or a leaf with a list of the faces in it, solid or
// with sheets.
enum class BspRef : u32 { solid = ~u32(0), empty = ~u32(0) - 1 };
constexpr u32 kLeafBit = u32(1) << 31, kSolidBit = u32(1) << 30;
constexpr bool is_node(BspRef ref) { return static_cast<u32>(ref) < kLeafBit; }
constexpr bool has_faces(BspRef ref) { return !is_node(ref) && ref < BspRef::empty; }
constexpr bool is_solid(BspRef ref) {
  return ref == BspRef::solid || (has_faces(ref) && (static_cast<u32>(ref) & kSolidBit) != 0);
}
constexpr u32 leaf_of(BspRef ref) { return static_cast<u32>(ref) & ~(kLeafBit | kSolidBit); }

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
  // Of leaf k: faces[leaf_faces[k]] up to the next are triangles of the level, of each of which a piece is in the leaf;
  // every point of the surface is in a leaf that lists its triangle, up to kEitherSide beyond the leaf's planes.
  std::vector<u32> leaf_faces{0}, faces;
  // Sheets are convex: where all their planes' insides meet. Those of leaf k are sheets[leaf_sheets[k]] up to the next.
  std::vector<u32> leaf_sheets{0}, sheets{0};
  std::vector<HalfSpace> sheet_planes;
  Mesh level;                    // as it was given, in the world
  std::optional<Model> centred;  // relative to the middle
  BspFacts facts{};
};

}  // namespace apart::motion
