// Binned split by the surface area heuristic.
#include <apart/hierarchy/split/project.hpp>

namespace apart::hierarchy {

namespace {

using Lanes = Pack<float, 4>;

constexpr int kMostBins = 16;
constexpr u32 kFew = 16;
constexpr std::size_t kBinnedPiece = 1 << 13;  // elements per chunk of a thread

struct Bins {  // uninitialized: most parts have few elements, and clear() writes only the bins in use
  alignas(16) float low[kMostBins][4], high[kMostBins][4];
  u32 count[kMostBins];

  Lanes lower(int bin) const { return Lanes::load(low[bin]); }
  Lanes upper(int bin) const { return Lanes::load(high[bin]); }
  void clear(int bins) {
    const Lanes most(CentreBox::kMost), least(-CentreBox::kMost);
    for (int k = 0; k < bins; ++k) most.store(low[k]), least.store(high[k]), count[k] = 0;
  }
  APART_INLINE void add(int bin, const Lanes& from, const Lanes& to) {
    lesser(lower(bin), from).store(low[bin]);
    larger(upper(bin), to).store(high[bin]);
    ++count[bin];
  }
};

struct BinsOfAxes {
  Bins along[3];

  void add(const BinsOfAxes& b) {
    for (int axis = 0; axis < 3; ++axis)
      for (int k = 0; k < kMostBins; ++k) {
        along[axis].add(k, b.along[axis].lower(k), b.along[axis].upper(k));
        along[axis].count[k] += b.along[axis].count[k] - 1;
      }
  }
};

struct BoxArea {
  static float of(const Lanes& d) { return d[0] * (d[1] + d[2]) + d[1] * d[2]; }
};
struct BoxVolume {
  static float of(const Lanes& d) { return d[0] * d[1] * d[2]; }
};

struct Best {
  float cost = std::numeric_limits<float>::infinity();
  u32 lesser_side = 0;  // ties prefer the more even split
  int direction = -1, bin = 0;
};

template <class Size>
void sweep(const Bins& bins, int size, u32 total, int direction, Best& best) {
  float above[kMostBins];  // the cost of the bins from here on
  Lanes low(CentreBox::kMost), high(-CentreBox::kMost);
  u32 count = 0;
  for (int k = size - 1; k > 0; --k) {
    low = lesser(low, bins.lower(k)), high = larger(high, bins.upper(k));
    count += bins.count[k];
    above[k] = count == 0 ? 0 : float(count) * Size::of(high - low);
  }
  low = Lanes(CentreBox::kMost), high = Lanes(-CentreBox::kMost);
  count = 0;
  for (int k = 1; k < size; ++k) {
    if (bins.count[k - 1] == 0) continue;  // the same split as the one before
    low = lesser(low, bins.lower(k - 1)), high = larger(high, bins.upper(k - 1));
    count += bins.count[k - 1];
    if (count == total) break;
    const float cost = float(count) * Size::of(high - low) + above[k];
    const u32 side = lesser(count, total - count);
    if (cost < best.cost || (cost == best.cost && side > best.lesser_side)) best = {cost, side, direction, k};
  }
}

// Bins per unit of length, such that none lies beyond the last bin. 0 if all centres are equal.
float bins_per(FromTo range, int bins) {
  const float width = range.high - range.low;
  return width > 1e-30f ? float(bins) * (1 - 1e-6f) / width : 0;
}

template <class Size>
Cut cheapest(const Subset& subset, const Directions& directions, int axes) {
  const u32 total = static_cast<u32>(subset.elements.size());
  // Most subsets have few elements. Further directions of those would save 0 … 6 % of a traversal's volume tests, at a
  // few per cent of a build.
  if (total < kFew) axes = 1;
  const int size = total < 2 * kMostBins ? kMostBins / 2 : kMostBins;
  FromTo ranges[3]{};
  float scales[3]{};
  Best best;
  const auto prepare = [&](int k) {
    ranges[k] = from_to(subset, directions.in_order[k]);
    scales[k] = bins_per(ranges[k], size);
    return scales[k] > 0;
  };
  const Direction* d = directions.in_order;
  if (axes == 3 && d[0].coordinate >= 0 && d[1].coordinate >= 0 && d[2].coordinate >= 0) {
    alignas(16) float start[4] = {}, scale[4] = {};
    for (int k = 0; k < 3; ++k) {
      prepare(k);
      start[d[k].coordinate] = ranges[k].low, scale[d[k].coordinate] = scales[k];
    }
    const Lanes starts = Lanes::load(start), per = Lanes::load(scale);
    // The common case takes a single pass over the elements.
    const auto fill_bins = [&](std::span<const Element> elements, BinsOfAxes& bins) {
      Bins* along[3];
      for (int k = 0; k < 3; ++k) {
        along[d[k].coordinate] = &bins.along[k];
        bins.along[k].clear(size);
      }
      for (const Element& e : elements) {
        const Lanes centre = Lanes::load(e.centre), half = Lanes::load(e.half);
        const Lanes lower = centre - half, upper = centre + half, at = (centre - starts) * per;
        for (int k = 0; k < 3; ++k) along[k]->add(static_cast<int>(at[k]), lower, upper);
      }
    };
    BinsOfAxes bins;
    if (total <= kBinnedPiece)
      fill_bins(subset.elements, bins);
    else
      bins = subset.workers.sum<BinsOfAxes>(total, kBinnedPiece, [&](std::size_t begin, std::size_t end) {
        BinsOfAxes some;
        fill_bins(subset.elements.subspan(begin, end - begin), some);
        return some;
      });
    for (int k = 0; k < 3; ++k) sweep<Size>(bins.along[k], size, total, k, best);
  } else {
    // The requested number of directions; further ones only if no split was found.
    for (int k = 0; k < 3 && (k < axes || best.direction < 0); ++k) {
      if (!prepare(k)) continue;
      Bins bins;
      bins.clear(size);
      with_projection(d[k], [&](auto project) {
        for (const Element& e : subset.elements) {
          const Lanes centre = Lanes::load(e.centre), half = Lanes::load(e.half);
          bins.add(static_cast<int>((project(e) - ranges[k].low) * scales[k]), centre - half, centre + half);
        }
      });
      sweep<Size>(bins, size, total, k, best);
    }
  }
  if (best.direction < 0) return {.direction = d[0], .halves = true};
  return {d[best.direction], ranges[best.direction].low, scales[best.direction], float(best.bin), false};
}

}  // namespace

Cut BinnedArea::operator()(const Subset& subset, const Directions& directions) const {
  return cheapest<BoxArea>(subset, directions, axes);
}
Cut BinnedVolume::operator()(const Subset& subset, const Directions& directions) const {
  return cheapest<BoxVolume>(subset, directions, axes);
}

}  // namespace apart::hierarchy
