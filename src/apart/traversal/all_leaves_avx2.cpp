// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/traversal/all_leaves_kernel.hpp>

namespace apart::traversal {

u64 walk_all_leaves_avx2(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                         OpenPairs& open) {
  return walk_all_leaves<8>(a, at, b, visit, open);
}

}  // namespace apart::traversal
