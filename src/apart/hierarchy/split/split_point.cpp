// Split positions along a direction: mean, median, midpoint, widest gap.
#include <apart/hierarchy/split/project.hpp>

namespace apart::hierarchy {

namespace {

// The split that `at` (direction, range) proposes in the first direction where it leaves neither side empty.
template <class F>
Cut first_that_parts(const Subset& subset, const Directions& directions, F at) {
  for (const Direction& direction : directions.in_order) {
    const FromTo range = from_to(subset, direction);
    if (!(range.low < range.high)) continue;
    const float below = at(direction, range);
    if (range.low < below && below <= range.high) return {.direction = direction, .below = below};
  }
  return {.direction = directions.in_order[0], .halves = true};
}

float mean_along(const Subset& subset, const Directions& directions, const Direction& direction) {
  if (directions.mean) return rounded<float>(dot(cast<double>(direction.along), *directions.mean));
  double sum = 0;
  with_projection(direction, [&](auto project) {
    for (const Element& e : subset.elements) sum += static_cast<double>(project(e));
  });
  return rounded<float>(sum / static_cast<double>(subset.elements.size()));
}

// Gaps of at least 1/64 of the range lie between the elements of different bins of that width. Narrower ones do not
// matter: they are less than half of a tenth.
std::optional<float> gap_that_stands_out(const Subset& subset, const Direction& direction, FromTo range) {
  constexpr int kBins = 64;
  FromTo bins[kBins];
  for (FromTo& bin : bins) bin = {CentreBox::kMost, -CentreBox::kMost};
  const float width = range.high - range.low, scale = float(kBins) / width;
  if (!(scale < CentreBox::kMost)) return {};
  with_projection(direction, [&](auto project) {
    for (const Element& e : subset.elements) {
      const float at = project(e);
      const int bin = static_cast<int>((at - range.low) * scale);
      FromTo& in = bins[bin < kBins ? bin : kBins - 1];
      in = {lesser(in.low, at), larger(in.high, at)};
    }
  });
  float widest = 0, next = 0, central = 0, middle = 0;
  float last = range.low;
  for (const FromTo& bin : bins) {
    if (bin.low > bin.high) continue;
    const float gap = bin.low - last, at = last + 0.5f * gap;
    if (gap > widest)
      next = widest, widest = gap;
    else if (gap > next)
      next = gap;
    const float share = (at - range.low) / width;
    if (gap > central && share >= 0.2f && share <= 0.8f) central = gap, middle = at;
    last = bin.high;
  }
  if (central < widest || central < 2 * next || central < 0.1f * width) return {};
  return middle;
}

}  // namespace

Cut Mean::operator()(const Subset& subset, const Directions& directions) const {
  return first_that_parts(subset, directions,
                          [&](const Direction& d, FromTo) { return mean_along(subset, directions, d); });
}

Cut Median::operator()(const Subset& subset, const Directions& directions) const {
  for (const Direction& direction : directions.in_order) {
    const FromTo range = from_to(subset, direction);
    if (range.low < range.high) return {.direction = direction, .halves = true};
  }
  return {.direction = directions.in_order[0], .halves = true};
}

Cut Midpoint::operator()(const Subset& subset, const Directions& directions) const {
  return first_that_parts(subset, directions, [](const Direction&, FromTo range) {
    const float middle = 0.5f * range.low + 0.5f * range.high;
    return middle > range.low ? middle : range.high;
  });
}

Cut WidestGap::operator()(const Subset& subset, const Directions& directions) const {
  return first_that_parts(subset, directions, [&](const Direction& d, FromTo range) {
    const std::optional<float> gap = gap_that_stands_out(subset, d, range);
    return gap ? *gap : mean_along(subset, directions, d);
  });
}

}  // namespace apart::hierarchy
