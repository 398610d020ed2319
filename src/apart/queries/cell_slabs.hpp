// Where a surface passes through the cells of a grid: in each between two parallel planes. On either side of these the
// cell is empty and convex, and has one winding number.
#pragma once
#include <apart/queries/grid_cells.hpp>
#include <bit>
#include <utility>
#include <vector>

namespace apart::queries {

struct CellSlab {
  static constexpr signed char kUnknown = -128;

  Vec3f normal;                                   // along the sum of the areas of its triangles
  float low, high;                                // heights over the middle of the cell, with a margin for all rounding
  signed char winding[2] = {kUnknown, kUnknown};  // below and above

  double height(Vec3d from_middle) const { return dot(cast<double>(normal), from_middle); }
  // 0: below, 1: above, −1: neither.
  int side(double height) const { return height > double(high) ? 1 : height < double(low) ? 0 : -1; }
};

class CellSlabs {
 public:
  CellSlabs() = default;
  // `touched(i)`: does a triangle touch the cell?
  template <class Touched>
  CellSlabs(const Mesh& mesh, const GridCells& grid, Touched touched) : ranks_(grid.size() / kCells + 1) {
    u32 count = 0;
    for (std::size_t i = 0; i < grid.size(); ++i) {
      Rank& rank = ranks_[i / kCells];
      if (i % kCells == 0) rank = {0, count};
      if (touched(i)) rank.mask |= u32(1) << i % kCells, ++count;
    }
    slabs_.resize(count);
    fit(mesh, grid);
  }

  // Of a cell: null if no triangle touches it.
  const CellSlab* of(std::size_t cell) const {
    const Rank rank = ranks_[cell / kCells];
    const u32 bit = u32(1) << cell % kCells;
    if ((rank.mask & bit) == 0) return nullptr;
    return &slabs_[rank.first + static_cast<u32>(std::popcount(rank.mask & (bit - 1)))];
  }
  CellSlab* of(std::size_t cell) { return const_cast<CellSlab*>(std::as_const(*this).of(cell)); }

  // Sets the winding numbers of both sides, as far as they follow from `winding_of(i)` of cells that no triangle
  // touches: CellSlab::kUnknown of all others.
  template <class WindingOf>
  void wind(const GridCells& grid, WindingOf winding_of);

 private:
  static constexpr std::size_t kCells = 32;
  struct Rank {
    u32 mask;   // of 32 cells, those with a slab
    u32 first;  // the slab of the first of these
  };
  void fit(const Mesh& mesh, const GridCells& grid);

  std::vector<Rank> ranks_;
  std::vector<CellSlab> slabs_;
};

// Around the corner of a cell that is farthest on one side of its slab are seven other cells, and on the border of the
// grid the outside. If one of them is empty there too, it has the same winding number.
template <class WindingOf>
void CellSlabs::wind(const GridCells& grid, WindingOf winding_of) {
  const Vec3d half = 0.5 * grid.width;
  const double margin = grid.margin();
  const auto wound = [&](const int(&at)[3], CellSlab& slab, int side) {
    int corner[3];
    Vec3d to_corner;
    for (int k = 0; k < 3; ++k) {
      const bool up = (slab.normal[k] > 0) == (side == 1);
      corner[k] = at[k] + up, to_corner[k] = up ? half[k] : -half[k];
    }
    const double height = slab.height(to_corner);
    if (slab.side(side == 1 ? height - margin : height + margin) != side) return false;
    for (int which = 0; which < 8; ++which) {
      int next[3];
      bool is_outside = false;
      Vec3d from_middle;
      for (int k = 0; k < 3; ++k) {
        const bool after = (which >> k & 1) != 0;
        next[k] = corner[k] - !after, from_middle[k] = after ? -half[k] : half[k];
        is_outside = is_outside || next[k] < 0 || next[k] >= grid.count[k];
      }
      signed char found = 0;
      if (!is_outside) {
        const std::size_t i = grid.index(next[0], next[1], next[2]);
        found = winding_of(i);
        if (const CellSlab* beside = of(i); beside != nullptr && beside != &slab) {
          const double there = beside->height(from_middle);
          const int on = beside->side(there - margin);
          if (on >= 0 && on == beside->side(there + margin)) found = beside->winding[on];
        }
      }
      if (found == CellSlab::kUnknown) continue;
      slab.winding[side] = found;
      return true;
    }
    return false;
  };
  // Each time one cell farther from those that no triangle touches.
  bool more = true;
  for (int times = 0; times < 3 && more; ++times) {
    more = false;
    std::size_t i = 0;
    int at[3];
    for (at[2] = 0; at[2] < grid.count[2]; ++at[2])
      for (at[1] = 0; at[1] < grid.count[1]; ++at[1])
        for (at[0] = 0; at[0] < grid.count[0]; ++at[0], ++i)
          if (CellSlab* slab = of(i))
            for (const int side : {0, 1})
              if (slab->winding[side] == CellSlab::kUnknown && wound(at, *slab, side)) more = true;
  }
}

}  // namespace apart::queries
