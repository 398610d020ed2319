// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/traversal/touching_walk_kernel.hpp>

namespace apart::traversal {

u64 walk_open_pairs_avx512(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                           OpenPairs& open) {
  return walk_open_pairs<16>(a, at, b, visit, open);
}

}  // namespace apart::traversal
