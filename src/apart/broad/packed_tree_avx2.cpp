// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/broad/packed_tree_kernel.hpp>

namespace apart::broad {

u32 leaf_self_pairs_avx2(const TreeView& tree, u32 leaf, u32 end, BoxPair* out, u32 room, u32* written);
u32 leaf_self_pairs_avx2(const TreeView& tree, u32 leaf, u32 end, BoxPair* out, u32 room, u32* written) {
  return avx2_machine::leaf_self_pairs<8>(tree, leaf, end, out, room, written);
}

}  // namespace apart::broad
