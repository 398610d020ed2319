#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/polytope_gjk_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
void polytope_gjk_avx2(const PolytopePair& pair, double reach, const PolytopeSimplex& start, PolytopeGjk& out);
#endif

PolytopeGjk polytope_gjk(const PolytopePair& pair, double reach, const PolytopeSimplex& start) {
  PolytopeGjk out;
  if (!is_quick(pair)) return out;
  switch (lane_width()) {
    case LaneWidth::one:
      polytope_gjk_in_lanes<1>(pair, reach, start, out);
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      polytope_gjk_avx2(pair, reach, start, out);
      break;
#endif
    case LaneWidth::four:
      polytope_gjk_in_lanes<2>(pair, reach, start, out);
  }
  return out;
}

GjkSimplex corners_of(const PolytopeSimplex& simplex, const Polytope& a, const Polytope& b) {
  GjkSimplex out;
  out.count = simplex.count;
  for (int i = 0; i < simplex.count; ++i)
    out.of_a[i] = a.vertices()[simplex.of_a[i]], out.of_b[i] = b.vertices()[simplex.of_b[i]];
  return out;
}

}  // namespace apart
