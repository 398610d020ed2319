#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/polytope_epa_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::convex {

void polytope_epa_avx2(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept, EpaResult& out);
void polytope_epa_avx512(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept, EpaResult& out);

static EpaResult search(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept) {
  EpaResult out;
  constexpr PerLaneWidth<decltype(&polytope_epa_avx2)> code{polytope_epa_in_lanes<1>, polytope_epa_in_lanes<2>,
                                                            APART_AVX2(polytope_epa_avx2),
                                                            APART_AVX512(polytope_epa_avx512)};
  code.of_machine()(pair, start, kept, out);
  return out;
}

EpaResult polytope_epa(const PolytopePair& pair, const PolytopeSimplex& start, EpaSurface* kept) {
  if (kept) kept->faces = 0;
  return is_quick(pair) && start.count == 4 ? search(pair, &start, kept) : EpaResult{};
}

EpaResult polytope_epa(const PolytopePair& pair, EpaSurface& kept) {
  return is_quick(pair) && kept.faces > 0 ? search(pair, nullptr, &kept) : EpaResult{};
}

}  // namespace apart::convex
