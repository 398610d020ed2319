// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/point_frames_kernel.hpp>

namespace apart::triangles {

extern const PointFrames kPointFramesAvx2;
const PointFrames kPointFramesAvx2{prepare_frames<4>, point_from_four<4>, farthest_corner<4>, four_points<4>};

}  // namespace apart::triangles
