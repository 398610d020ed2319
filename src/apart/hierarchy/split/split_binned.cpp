// Binned split by the surface area heuristic.
#include <apart/hierarchy/split/bins.hpp>
#include <apart/hierarchy/split/project.hpp>

namespace apart::hierarchy {

namespace {

constexpr u32 kFew = 16;
constexpr std::size_t kBinnedPiece = 1 << 13;  // elements per chunk of a thread

// Bins that are filled in pieces.
struct SumOfBins : BinsOfAxes {
  void add(const SumOfBins& b) {
    for (int axis = 0; axis < 3; ++axis) {
      Bins& here = along[axis];
      const Bins& there = b.along[axis];
      for (int k = 0; k < Bins::kMost; ++k) {
        for (int i = 0; i < 8; ++i) here.box[k][i] = lesser(here.box[k][i], there.box[k][i]);
        here.count[k] += there.count[k];
      }
    }
  }
};

Cut cheapest(const Subset& subset, const Directions& directions, int axes, BoxCost cost) {
  const SplitLanes& lanes = split_lanes();
  const Element* const elements = subset.elements.data();
  const u32 total = static_cast<u32>(subset.elements.size());
  // Most subsets have few elements. Further directions of those would save 0 … 6 % of a traversal's volume tests, at a
  // few per cent of a build.
  if (total < kFew) axes = 1;
  const int size = total < 2 * Bins::kMost ? Bins::kMost / 2 : Bins::kMost;
  BestPlace best;
  BinPlaces places_of_best;
  const auto places_along = [&](const Direction& along) {
    const FromTo range = from_to(subset, along);
    return BinPlaces{range.low, bins_per(range.high - range.low, size)};
  };
  const Direction* d = directions.in_order;
  if (axes == 3 && d[0].coordinate >= 0 && d[1].coordinate >= 0 && d[2].coordinate >= 0) {
    // The common case takes a single pass over the elements.
    const auto consider = [&](const BinsOfAxes& bins) {
      for (int k = 0; k < 3; ++k) lanes.consider(bins.along[d[k].coordinate], size, total, cost, k, best);
    };
    if (total <= kBinnedPiece) {
      BinsOfAxes bins;
      lanes.fill_axes(elements, total, subset.centres, size, bins);
      consider(bins);
    } else {
      consider(subset.workers.sum<SumOfBins>(total, kBinnedPiece, [&](std::size_t begin, std::size_t end) {
        SumOfBins some;
        lanes.fill_axes(elements + begin, static_cast<u32>(end - begin), subset.centres, size, some);
        return some;
      }));
    }
    if (best.direction >= 0) places_of_best = places_along(d[best.direction]);
  } else {
    // The requested number of directions; further ones only if no split was found.
    for (int k = 0; k < 3 && (k < axes || best.direction < 0); ++k) {
      const BinPlaces places = places_along(d[k]);
      if (places.scale == 0) continue;
      Bins bins;
      lanes.fill_along(elements, total, d[k], places, size, bins);
      lanes.consider(bins, size, total, cost, k, best);
      if (best.direction == k) places_of_best = places;
    }
  }
  if (best.direction < 0) return {.direction = d[0], .halves = true};
  return {d[best.direction], places_of_best.start, places_of_best.scale, float(best.bin), false, best.first};
}

}  // namespace

Cut BinnedArea::operator()(const Subset& subset, const Directions& directions) const {
  return cheapest(subset, directions, axes, BoxCost::area);
}
Cut BinnedVolume::operator()(const Subset& subset, const Directions& directions) const {
  return cheapest(subset, directions, axes, BoxCost::volume);
}

}  // namespace apart::hierarchy
