// Uniform cells over space, numbered by integers, for the methods with grids.
#pragma once
#include <apart/broad/spread.hpp>
#include <array>
#include <cmath>

namespace apart::broad {

using Cell = std::array<std::int64_t, 3>;

// The cell of a coordinate is a monotone function of it, rounded or not: where boxes overlap, so do their ranges of
// cells.
class Cells {
 public:
  // At most `most` cells along an axis; a size of zero is one cell.
  Cells(const Bounds& all, Vec3d cell, double most) : low_(all.low) {
    const Vec3d size = all.size();
    for (int k = 0; k < 3; ++k) {
      count_[k] = 1;
      if (!(cell[k] > 0) || !(size[k] > 0)) cell[k] = size[k];
      if (!(cell[k] > 0)) continue;
      cell[k] = larger(cell[k], size[k] / most);
      scale_[k] = 1 / cell[k];
      if (!std::isfinite(scale_[k])) scale_[k] = 0;
      count_[k] = larger(1.0, std::floor(size[k] * scale_[k]) + 1);
    }
  }
  Cell of(Vec3d p) const {
    Cell out;
    for (int k = 0; k < 3; ++k) out[std::size_t(k)] = along(k, p[k]);
    return out;
  }
  std::int64_t along(int k, double x) const {
    const double at = std::floor((larger(-kFarthestBound, lesser(x, kFarthestBound)) - low_[k]) * scale_[k]);
    return static_cast<std::int64_t>(larger(0.0, lesser(at, count_[k] - 1)));
  }
  std::int64_t count(int k) const { return static_cast<std::int64_t>(count_[k]); }

 private:
  Vec3d low_{}, scale_{}, count_{};
};

// f(cell) for all from low to high.
template <class F>
void for_cells(const Cell& low, const Cell& high, F f) {
  for (std::int64_t x = low[0]; x <= high[0]; ++x)
    for (std::int64_t y = low[1]; y <= high[1]; ++y)
      for (std::int64_t z = low[2]; z <= high[2]; ++z) f(Cell{x, y, z});
}
inline Cell larger_of(const Cell& a, const Cell& b) {
  return {larger(a[0], b[0]), larger(a[1], b[1]), larger(a[2], b[2])};
}

}  // namespace apart::broad
