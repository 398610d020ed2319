#include <apart/base/lane_width.hpp>
#include <apart/convex/quick_gjk.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/quick_gjk_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
void quick_gjk_avx2(const HullPair& pair, double reach, const HullSimplex& start, QuickGjk& out);
#endif

QuickGjk quick_gjk(const HullPair& pair, double reach, const HullSimplex& start) {
  QuickGjk out;
  if (!is_quick(pair)) return out;
  switch (lane_width()) {
    case LaneWidth::one:
      quick_gjk_in_lanes<1>(pair, reach, start, out);
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      quick_gjk_avx2(pair, reach, start, out);
      break;
#endif
    case LaneWidth::four:
      quick_gjk_in_lanes<2>(pair, reach, start, out);
  }
  return out;
}

GjkSimplex corners_of(const HullSimplex& simplex, const Polytope& a, const Polytope& b) {
  GjkSimplex out;
  out.count = simplex.count;
  for (int i = 0; i < simplex.count; ++i)
    out.of_a[i] = a.vertices()[simplex.of_a[i]], out.of_b[i] = b.vertices()[simplex.of_b[i]];
  return out;
}

}  // namespace apart
