// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/shapes/polytope/eight_points_kernel.hpp>

namespace apart {

extern const PointSearch<float> kFloatSearchAvx2;
extern const PointSearch<double> kDoubleSearchAvx2;
const PointSearch<float> kFloatSearchAvx2 = kPointSearch<float, 8>;
const PointSearch<double> kDoubleSearchAvx2 = kPointSearch<double, 4>;

}  // namespace apart
