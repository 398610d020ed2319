// Compiled for AVX2, and called only where the machine has it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/volumes/point_blocks_kernel.hpp>

namespace apart {

extern const PointTests kPointTestsAvx2;
const PointTests kPointTestsAvx2{points_farthest<8>, points_reach<8>};

}  // namespace apart
