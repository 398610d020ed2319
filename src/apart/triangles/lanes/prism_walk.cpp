#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/prism_walk.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/prism_walk_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

extern const PrismWalk kPrismWalkAvx2;

const PrismWalk& prism_walk() {
  static constexpr PrismWalk any{see_four, reach_four};
  static constexpr PerLaneWidth<const PrismWalk*> tests{&any, &any, APART_AVX2(&kPrismWalkAvx2)};
  return *tests.of_machine();
}

}  // namespace apart::triangles
