// What top-down builders do with every element on every level, in SIMD lanes: boxes into bins, the cheapest place
// between two bins, and the partition.
#pragma once
#include <apart/hierarchy/split/split.hpp>

namespace apart::hierarchy {

// The boxes of the elements whose centres lie in each of some equal parts of a range. Uninitialized: most subsets have
// few elements, and only the bins in use are cleared.
struct Bins {
  static constexpr int kMost = 16;

  alignas(32) float box[kMost][8];  // low, then −high: grows by one minimum of all lanes
  alignas(32) u32 count[kMost];
};

struct BinsOfAxes {
  Bins along[3];
};

// The cheapest place so far.
struct BestPlace {
  float cost = std::numeric_limits<float>::infinity();
  u32 lesser_side = 0;  // ties prefer the more even split
  int direction = -1, bin = 0;
  u32 first = 0;  // how many elements lie before it
};

// Where bins lie along a direction: at start + k / scale.
struct BinPlaces {
  float start = 0, scale = 0;
};

// Bins per unit of length, such that nothing lies beyond the last bin. T is float or a pack of them.
template <class T>
APART_INLINE T bins_per(const T& width, int bins) {
  const T some(1e-30f), none(0.f);  // if all centres are equal
  return select(width > some, T(float(bins) * (1 - 1e-6f)) / larger(width, some), none);
}

enum class BoxCost { area, volume };

struct SplitLanes {
  // Clears the bins and fills them: along each coordinate those between the limits of the centres.
  void (*fill_axes)(const Element* elements, u32 count, const CentreBox& centres, int bins, BinsOfAxes& to);
  void (*fill_along)(const Element* elements, u32 count, const Direction& direction, const BinPlaces& places, int bins,
                     Bins& to);
  // Considers all places between two of the bins, which hold `total` elements.
  void (*consider)(const Bins& bins, int size, u32 total, BoxCost cost, int direction, BestPlace& best);
  // Stable partition to another place, cut.first of them first; the boxes of both sides.
  void (*part)(const Element* elements, u32 count, const Cut& cut, Element* to, CentreBox boxes[2]);
  // Elements of given primitives, relative to an origin; returns the box of their centres.
  CentreBox (*write_down)(Element* elements, u32 count, std::span<const Vec3d> vertices, std::span<const Face> faces,
                          Vec3d origin, double scale);
};

const SplitLanes& split_lanes();

}  // namespace apart::hierarchy
