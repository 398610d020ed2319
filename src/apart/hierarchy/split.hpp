// Rules that cut a set of primitives in two: they reorder the items and say how many belong to the first part. The
// builder sees to it that neither part is empty and that no input makes a chain.
#pragma once
#include <apart/hierarchy/primitives.hpp>
#include <concepts>
#include <span>

namespace apart {

template <class S>
concept SplitRule = requires(const S split, std::span<u32> items, const Primitives& primitives) {
  { S::kNeedsMoments } -> std::convertible_to<bool>;
  { split(items, primitives) } -> std::same_as<std::size_t>;
};

// Halves, along the longest side of the box of centres.
struct MedianSplit {
  static constexpr bool kNeedsMoments = false;
  std::size_t operator()(std::span<u32> items, const Primitives& primitives) const;
};

// At the mean of the area, across the direction in which it spreads most.
struct CovarianceMean {
  static constexpr bool kNeedsMoments = true;
  std::size_t operator()(std::span<u32> items, const Primitives& primitives) const;
};

}  // namespace apart
