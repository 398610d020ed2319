// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/triangles/lanes/triangle_patch_kernel.hpp>

namespace apart::triangles {

extern const PatchTests kPatchTestsAvx512;
const PatchTests kPatchTestsAvx512{fill_patches<4>, fill_patches<4>, patches_may_meet, collect_pairs};

}  // namespace apart::triangles
