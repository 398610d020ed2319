// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/traversal/ray_walk_kernel.hpp>

namespace apart::traversal {

void walk_boxes_avx2(const RayTree& tree, RayVisit& visit, OpenNode* stack) { walk_boxes<8>(tree, visit, stack); }
void walk_stream_avx2(const RayTree& tree, RayStream& stream, OpenNode* stacks, u32 stack_size) {
  walk_stream<8>(tree, stream, stacks, stack_size);
}

}  // namespace apart::traversal
