// Split rules: a direction and a point along it. Any direction combines with any point: Split<CentreSpread, Median>. A
// custom rule is a function of a Subset that returns a Cut.
#pragma once
#include <apart/hierarchy/split/element.hpp>
#include <concepts>
#include <optional>

namespace apart::hierarchy {

// A coordinate axis, or any other direction.
struct Direction {
  static constexpr Direction axis(int k) { return {{k == 0 ? 1.f : 0.f, k == 1 ? 1.f : 0.f, k == 2 ? 1.f : 0.f}, k}; }
  Vec3f along{1, 0, 0};
  int coordinate = -1;  // 0, 1, 2; −1: not a coordinate axis
};

// A split: elements with (along · centre − start) · scale < below come first, the rest second. Or in halves: those with
// the lesser along · centre first, equal ones by index. The builder takes halves also if a split leaves one side empty,
// and if a tree grows too deep.
struct Cut {
  Direction direction;
  float start = 0, scale = 1, below = 0;
  bool halves = false;
  u32 first = 0;  // how many come first; 0 if the rule has not counted them
};

template <class S>
concept SplitRule = requires(const S split, const Subset& subset) {
  { split(subset) } -> std::same_as<Cut>;
};

// Three orthogonal directions, the one to split along first.
struct Directions {
  Direction in_order[3];
  std::optional<Vec3d> mean;  // of the sample, if it was computed on the way
};

// Along the sides of the box of the centres, longest first.
struct LongestCentreSide {
  Directions operator()(const Subset& subset) const;
};
// Along the sides of the box of the primitives, longest first.
struct LongestBoxSide {
  Directions operator()(const Subset& subset) const;
};
// The direction of greatest spread of the area (Gottschalk 2000, section 3.4.3); of the centres, if there is no area.
struct AreaSpread {
  Directions operator()(const Subset& subset) const;
};
// The direction of greatest spread of the centres.
struct CentreSpread {
  Directions operator()(const Subset& subset) const;
};

// Each of these splits along the first of the directions in which the centres differ.

// The mean of the centres; of the area, with AreaSpread.
struct Mean {
  Cut operator()(const Subset& subset, const Directions& directions) const;
};
// Halves.
struct Median {
  Cut operator()(const Subset& subset, const Directions& directions) const;
};
// The midpoint between the first and the last centre.
struct Midpoint {
  Cut operator()(const Subset& subset, const Directions& directions) const;
};
// In the widest gap between centres, if it is pronounced: its middle in the central 60 %, a tenth of the range or more,
// and no other gap wider than half of it. Else at the mean.
struct WidestGap {
  Cut operator()(const Subset& subset, const Directions& directions) const;
};
// Binned SAH: where Σ (number of primitives × area of their box) is least, of 15 evenly spaced positions in each of the
// first `axes` directions.
struct BinnedArea {
  int axes = 3;
  Cut operator()(const Subset& subset, const Directions& directions) const;
};
struct BinnedVolume {
  int axes = 3;
  Cut operator()(const Subset& subset, const Directions& directions) const;
};

template <class Axis, class Point>
struct Split {
  [[no_unique_address]] Axis axis{};
  [[no_unique_address]] Point point{};
  Cut operator()(const Subset& subset) const { return point(subset, axis(subset)); }
};

using MedianSplit = Split<LongestCentreSide, Median>;
using CovarianceMean = Split<AreaSpread, Mean>;  // as in RAPID
using AreaHeuristic = Split<LongestCentreSide, BinnedArea>;

}  // namespace apart::hierarchy
