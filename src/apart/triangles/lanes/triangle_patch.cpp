#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/triangle_patch.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/triangle_patch_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

extern const PatchTests kPatchTestsAvx2, kPatchTestsAvx512;

const PatchTests& patch_tests() {
  static constexpr PatchTests one{fill_patches<1>, fill_patches<1>, patches_may_meet, collect_pairs},
      four{fill_patches<2>, fill_patches<2>, patches_may_meet, collect_pairs};
  constexpr PerLaneWidth<const PatchTests*> tests{&one, &four, APART_AVX2(&kPatchTestsAvx2),
                                                  APART_AVX512(&kPatchTestsAvx512)};
  return *tests.of_machine();
}

}  // namespace apart::triangles
