#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/last_axis.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/last_axis_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::convex {

double along_last_axis_avx2(const PolytopePair& pair, const EpaSurface& kept, double last_depth, double slop,
                            GjkResult& out);
double along_last_axis_avx512(const PolytopePair& pair, const EpaSurface& kept, double last_depth, double slop,
                              GjkResult& out);

double along_last_axis(const PolytopePair& pair, const EpaSurface& kept, double last_depth, double slop,
                       GjkResult& out) {
  if (kept.faces == 0) return std::numeric_limits<double>::infinity();
  constexpr PerLaneWidth<decltype(&along_last_axis_avx2)> code{along_last_axis_in_lanes<1>, along_last_axis_in_lanes<2>,
                                                               APART_AVX2(along_last_axis_avx2),
                                                               APART_AVX512(along_last_axis_avx512)};
  return code.of(lane_width_of_short_queries())(pair, kept, last_depth, slop, out);
}

}  // namespace apart::convex
