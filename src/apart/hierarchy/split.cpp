#include <algorithm>
#include <apart/hierarchy/split.hpp>

namespace apart {

std::size_t MedianSplit::operator()(std::span<u32> items, const Primitives& primitives) const {
  Bounds box;
  for (u32 i : items) box.add(primitives.centres[i]);
  const int axis = longest_axis(box.size());
  const std::size_t half = items.size() / 2;
  // Equal centres are told apart by their numbers, so that the tree does not depend on the library's nth_element.
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(), [&](u32 i, u32 j) {
    const double a = primitives.centres[i][axis], b = primitives.centres[j][axis];
    return a != b ? a < b : i < j;
  });
  return half;
}

std::size_t CovarianceMean::operator()(std::span<u32> items, const Primitives& primitives) const {
  Moments sum;
  for (u32 i : items) sum += primitives.moments[i];
  if (!(sum.area > 0)) return MedianSplit{}(items, primitives);
  const Mat3d axes = principal_axes(sum);
  const Vec3d mean = sum.mean();
  for (int k = 2; k >= 0; --k) {  // greatest spread first
    const double middle = dot(axes.rows[k], mean);
    const auto second = std::partition(items.begin(), items.end(),
                                       [&](u32 i) { return dot(axes.rows[k], primitives.centres[i]) < middle; });
    if (second != items.begin() && second != items.end()) return static_cast<std::size_t>(second - items.begin());
  }
  return 0;
}

}  // namespace apart
