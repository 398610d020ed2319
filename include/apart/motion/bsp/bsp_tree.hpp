// A surface-aligned BSP tree of a level: one tree for moving balls, cylinders and hulls of every size, whose planes are
// shifted when it is asked (Real-Time Rendering, section 25.5).
#pragma once
#include <apart/shapes/mesh.hpp>
#include <memory>

namespace apart {

namespace motion {
struct BspArrays;
}

struct BspOptions {
  // Extra planes at sharp edges and corners of solid cells, where shifted planes alone would meet far outside.
  bool bevels = true;
  // Lists of more faces than this are halved by axis-aligned planes first: without them the tree of a round body is a
  // list of its faces.
  u32 axis_aligned_above = 64;
};

struct BspFacts {
  u32 nodes = 0;         // planes, bevels included
  u32 bevels = 0;        // of them
  u32 solid_leaves = 0;  // convex cells that are solid
  u32 empty_leaves = 0;
  u32 depth = 0;
  u32 fragments = 0;  // faces that were split into pieces count once for each
  // Pieces of the surface that bound no solid cell, as those of a wall without thickness. Each is a solid by itself.
  u32 sheets = 0;
};

// Immutable, cheap to copy (copies share everything), thread-safe.
class BspTree {
 public:
  // Solid is what the faces point away from: the inside of a closed mesh that faces outward, the outside of one that
  // faces inward, as that of a room; parts may overlap. Refuses a mesh that is not closed and consistently oriented,
  // and what Model::make refuses. Every point of the surface is verified to be in a solid leaf.
  static Result<BspTree> make(const Mesh& level, const BspOptions& options = {});

  const BspFacts& facts() const;
  // By how much planes are shifted outward beyond what a shape asks for, so that rounding hides nothing: some 1e-12 of
  // the level's size.
  double slack() const;

  const motion::BspArrays& arrays() const { return *arrays_; }

 private:
  explicit BspTree(std::shared_ptr<const motion::BspArrays> arrays) : arrays_(std::move(arrays)) {}
  std::shared_ptr<const motion::BspArrays> arrays_;
};

}  // namespace apart
