// The tests of point_boxes.hpp for W boxes at once. Included only by the sources that compile them for an instruction
// set.
#pragma once
#include <apart/traversal/point_boxes.hpp>

namespace apart::traversal {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
using BoxNumber = std::conditional_t<W == 1, float, Pack<float, W>>;

template <int W>
APART_INLINE BoxNumber<W> box_numbers(const float* boxes, int which, int from) {
  if constexpr (W == 1)
    return boxes[8 * which + from];
  else
    return BoxNumber<W>::load(boxes + 8 * which + from);
}

template <int W, class P = BoxNumber<W>>
APART_INLINE u32 boxes_near(const PointInTree& point, const float* boxes, float limit, float* squared) {
  using std::abs;
  u32 near = 0;
  const P slack(point.slack), zero(0);
  for (int k = 0; k < 8; k += W) {
    const auto gap = [&](int axis) {
      const P out = abs(P(point.at[axis]) - box_numbers<W>(boxes, axis, k)) - box_numbers<W>(boxes, 3 + axis, k);
      return larger(out - slack, zero);
    };
    const P x = gap(0), y = gap(1), z = gap(2);
    // Squares that underflow are rounded by up to half of the smallest float, 2^-149.
    const P least = P(1 - 16 * kUnit<float>) * (x * x + y * y + z * z) - P(0x1p-146f);
    if constexpr (W == 1)
      squared[k] = least;
    else
      least.store(squared + k);
    near |= bits(least <= P(limit)) << k;
  }
  return near;
}

template <int W, class P = BoxNumber<W>>
APART_INLINE u32 boxes_stabbed(const PointInTree& point, int axis, float way, const float* boxes) {
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  using std::abs;
  u32 met = 0;
  const P slack(point.slack);
  for (int k = 0; k < 8; k += W) {
    const auto offset = [&](int of) { return P(point.at[of]) - box_numbers<W>(boxes, of, k); };
    const auto size = [&](int of) { return box_numbers<W>(boxes, 3 + of, k) + slack; };
    met |= bits((abs(offset(i)) <= size(i)) & (abs(offset(j)) <= size(j)) & (P(way) * offset(axis) <= size(axis))) << k;
  }
  return met;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
