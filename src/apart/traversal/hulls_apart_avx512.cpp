// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/traversal/hulls_apart_kernel.hpp>

namespace apart::traversal {

bool apart_in_plane_avx512(const SupportMap& a, const SupportMap& b, const DirectionPlane& plane) {
  return apart_in_plane(a, b, plane);
}

}  // namespace apart::traversal
