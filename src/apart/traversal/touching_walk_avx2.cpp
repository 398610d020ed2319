// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/traversal/touching_walk_kernel.hpp>

namespace apart::traversal {

u64 walk_open_pairs_avx2(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                         OpenPairs& open) {
  return walk_open_pairs<8>(a, at, b, visit, open);
}

}  // namespace apart::traversal
