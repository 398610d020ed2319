// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/prism_kernel.hpp>

namespace apart::triangles {

void in_prism_avx2(const Prism& prism, const FourCorners& corners, u32 lanes, InPrism& out);
void in_prism_avx2(const Prism& prism, const FourCorners& corners, u32 lanes, InPrism& out) {
  test_in_prism(prism, corners, lanes, out);
}

}  // namespace apart::triangles
