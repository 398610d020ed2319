// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/traversal/all_leaves_kernel.hpp>

namespace apart::traversal {

u64 walk_all_leaves_avx512(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                           OpenPairs& open) {
  return walk_all_leaves<16>(a, at, b, visit, open);
}

}  // namespace apart::traversal
