// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/traversal/point_boxes_kernel.hpp>

namespace apart::traversal {

extern const PointBoxTests kPointBoxTestsAvx2;
const PointBoxTests kPointBoxTestsAvx2{boxes_near<8>,    children_near<8>, small_boxes_nearest<8>, boxes_in_reach<8>,
                                       boxes_stabbed<8>, triangles_near,   triangles_nearest,      triangles_stabbed};

}  // namespace apart::traversal
