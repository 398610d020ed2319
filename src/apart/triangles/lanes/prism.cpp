#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/prism.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/prism_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

void in_prism_avx2(const Prism& prism, const FourCorners& corners, u32 lanes, InPrism& out);

InPrismTest in_prism() {
  constexpr PerLaneWidth<InPrismTest> tests{test_in_prism, test_in_prism, APART_AVX2(in_prism_avx2)};
  return tests.of_machine();
}

}  // namespace apart::triangles
