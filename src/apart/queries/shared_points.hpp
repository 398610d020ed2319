// Merges points that were computed in several ways and differ by rounding alone.
#pragma once
#include <apart/base/disjoint_sets.hpp>
#include <array>
#include <span>
#include <unordered_map>
#include <vector>

namespace apart::queries {

// Merges points that coincide up to the tolerance, by a hash grid of twice the tolerance: whatever else lies in a cell
// within the tolerance of a point is the same point.
class SharedPoints {
 public:
  explicit SharedPoints(double tolerance) : tolerance_(tolerance), per_cell_(tolerance > 0 ? 0.5 / tolerance : 0) {}

  std::vector<u32> number(std::span<const Vec3d> points) {
    DisjointSets same(points.size());
    for (u32 i = 0; i < points.size(); ++i) {
      const Vec3d reach{tolerance_, tolerance_, tolerance_};
      const Cell low = cell(points[i] - reach), high = cell(points[i] + reach);
      for (i64 x = low[0]; x <= high[0]; ++x)
        for (i64 y = low[1]; y <= high[1]; ++y)
          for (i64 z = low[2]; z <= high[2]; ++z)
            if (const auto there = first_.find({x, y, z}); there != first_.end()) same.join(i, there->second);
      first_.try_emplace(cell(points[i]), i);
    }
    return std::move(same).roots();
  }

 private:
  using i64 = std::int64_t;
  using Cell = std::array<i64, 3>;
  struct Hash {
    std::size_t operator()(const Cell& c) const {
      u64 h = 0;
      for (i64 x : c) h = (h ^ static_cast<u64>(x)) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
      return static_cast<std::size_t>(h);
    }
  };
  Cell cell(Vec3d p) const {
    const auto one = [&](double x) { return static_cast<i64>(std::floor(x * per_cell_)); };
    return {one(p.x), one(p.y), one(p.z)};
  }

  double tolerance_, per_cell_;
  std::unordered_map<Cell, u32, Hash> first_;
};

}  // namespace apart::queries
