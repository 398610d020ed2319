// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/volumes/obb_siblings_kernel.hpp>

namespace apart::volumes {

extern const SiblingTests kSiblingTestsAvx2;
const SiblingTests kSiblingTestsAvx2{siblings_overlap<8>, siblings_gap<8>, siblings_reach<8>};

}  // namespace apart::volumes
