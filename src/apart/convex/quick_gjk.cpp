#include <apart/base/lane_width.hpp>
#include <apart/convex/quick_gjk.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/quick_gjk_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
void quick_gjk_avx2(const HullPair& pair, double reach, QuickGjk& out);
#endif

QuickGjk quick_gjk(const HullPair& pair, double reach) {
  QuickGjk out;
  if (!is_quick(pair)) return out;
  switch (lane_width()) {
    case LaneWidth::one:
      quick_gjk_in_lanes<1>(pair, reach, out);
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      quick_gjk_avx2(pair, reach, out);
      break;
#endif
    case LaneWidth::four:
      quick_gjk_in_lanes<2>(pair, reach, out);
  }
  return out;
}

GjkSimplex QuickGjk::simplex(const HullPair& pair) const {
  GjkSimplex all;
  all.count = count;
  for (int i = 0; i < count; ++i)
    all.of_a[i] = pair.a.vertices()[of_a[i]], all.of_b[i] = pair.b_in_a * pair.b.vertices()[of_b[i]];
  return all;
}

}  // namespace apart
