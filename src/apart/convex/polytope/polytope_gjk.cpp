#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/polytope_gjk_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::convex {

void polytope_gjk_avx2(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                       PolytopeSimplex& corners);
void polytope_gjk_avx512(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                         PolytopeSimplex& corners);

void polytope_gjk(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                  PolytopeSimplex& corners) {
  constexpr PerLaneWidth<decltype(&polytope_gjk_avx2)> search{polytope_gjk_in_lanes<1>, polytope_gjk_in_lanes<2>,
                                                              APART_AVX2(polytope_gjk_avx2),
                                                              APART_AVX512(polytope_gjk_avx512)};
  search.of(lane_width_of_short_queries())(pair, reach, start, out, corners);
}

PolytopeGjk polytope_gjk(const PolytopePair& pair, double reach, const PolytopeSimplex& start) {
  PolytopeGjk out;
  if (is_quick(pair)) polytope_gjk(pair, reach, start, out.result, out.corners);
  return out;
}

GjkSimplex corners_of(const PolytopeSimplex& simplex, const Polytope& a, const Polytope& b) {
  GjkSimplex out;
  out.count = simplex.count;
  for (int i = 0; i < simplex.count; ++i)
    out.of_a[i] = a.vertices()[simplex.of_a[i]], out.of_b[i] = b.vertices()[simplex.of_b[i]];
  return out;
}

}  // namespace apart::convex
