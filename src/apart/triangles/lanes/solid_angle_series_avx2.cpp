// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/solid_angle_series_kernel.hpp>

namespace apart::triangles {

extern const SolidAngleSeries kSolidAngleSeriesAvx2;
const SolidAngleSeries kSolidAngleSeriesAvx2{add_triangles, join_series, sum_of_series};

}  // namespace apart::triangles
