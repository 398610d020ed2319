// A grid over a model: for each cell near its surface the leaves of the box tree within reach of the cell. A point
// beside the surface finds the triangles nearest to it in these leaves, and need not walk the tree.
#pragma once
#include <apart/hierarchy/large_pages.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/traversal/point_boxes.hpp>

namespace apart::queries {

class LeafCells {
 public:
  // Of a model to which a stream of so many points is put. Nothing as long as all streams together had too few points
  // to repay the time that it takes to make; then it is kept with the model.
  static const LeafCells* of(const Model& model, std::size_t points);

  explicit LeafCells(const BoxTree& tree);
  bool empty() const { return lists_.empty(); }
  // At most kMostBytes for each leaf of the tree, and some for the smallest; of a surface of even triangles a quarter.
  static constexpr std::size_t kMostBytes = 600;
  std::size_t bytes() const { return lists_.size() * sizeof(SmallBoxes) + blocks_.size() * sizeof(Block); }

  // A point in its cell.
  struct Place {
    u32 cell;
    Vec3f at;      // in steps of the boxes of its leaves
    double reach;  // squared: every triangle that is as near is in one of the leaves
  };
  // False if the point is outside of all cells. It is finite.
  bool find(Vec3d point, Place& out) const {
    double least = 1;
    u32 at[3];
    for (int k = 0; k < 3; ++k) {
      const double x = (point[k] - low_[k]) * scale_;
      if (!(x >= 0 && x < count_[k])) return false;
      at[k] = static_cast<u32>(x);
      const double within = x - at[k];
      least = lesser(least, lesser(within, 1 - within));
      out.at[k] = rounded<float>((within + kMargin) * kSteps);
    }
    out.cell = number(at[0], at[1], at[2]);
    out.reach = (least + kMargin) * (least + kMargin) * squared_width_;
    return true;
  }
  void prefetch(u32 cell) const { __builtin_prefetch(&blocks_[cell / kCells]); }

  // Of a cell. Refs are the first blocks of leaves. None: no triangle is near, or too many are.
  std::span<const SmallBoxes> leaves(u32 cell) const {
    const Block& block = blocks_[cell / kCells];
    const u64 both = (u64(1) << 32 | 1) << cell % kCells;
    const u32 has = static_cast<u32>((block.lists & both) >> cell % kCells != 0) +
                    static_cast<u32>(block.lists >> 32 >> cell % kCells & 1);
    return {lists_.data() + block.first + count(block.lists & (both - (u64(1) << 32 | 1))), has};
  }
  // Of a squared length, in squared steps; not less.
  float in_steps(double squared) const { return rounded<float>(squared * squared_steps_) * (1 + 0x1p-20f); }

 private:
  // Cells are numbered in blocks of 4 × 4 × 2, so that those near one another share a cache line.
  static constexpr u32 kCells = 32, kMostLeaves = 16;
  struct Block {
    u64 lists;  // a bit for each cell that has a list, and above these for each that has a second one
    u32 first;  // list
  };
  // How far the surroundings of a cell reach, in widths of it, and the steps in a width: they have at most 255.
  static constexpr double kMargin = 0.1875;
  static constexpr int kSteps = 185;
  static_assert((1 + 2 * kMargin) * kSteps <= 255);

  // How many bits are set. std::popcount is a call where every machine must run the code.
  static u32 count(u64 bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return static_cast<u32>(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
  }
  u32 number(u32 x, u32 y, u32 z) const {
    const u32 block = (z / 2 * rows_ + y / 4) * columns_ + x / 4;
    return kCells * block + (z % 2 * 16 + y % 4 * 4 + x % 4);
  }

  struct Entry;
  class Lister;
  double use(double width, const Bounds& box);
  bool fill(std::span<Entry> entries, std::size_t most);

  Vec3d low_{};
  double scale_ = 0, squared_width_ = 0, squared_steps_ = 0;
  double count_[3] = {};
  u32 columns_ = 0, rows_ = 0;
  hierarchy::LargeVector<Block> blocks_;
  hierarchy::LargeVector<SmallBoxes> lists_;
};

}  // namespace apart::queries
