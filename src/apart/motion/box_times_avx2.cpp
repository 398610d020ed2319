// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/motion/box_times_kernel.hpp>

namespace apart::motion {

extern const BoxTimes kBoxTimesAvx2;
const BoxTimes kBoxTimesAvx2{times_of_siblings<8>};

}  // namespace apart::motion
