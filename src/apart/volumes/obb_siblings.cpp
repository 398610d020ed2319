#include <apart/base/lane_width.hpp>
#include <apart/volumes/obb_siblings.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/volumes/obb_siblings_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::volumes {

extern const SiblingTests kSiblingTestsAvx2;

namespace {

template <int W>
constexpr SiblingTests kSiblingTests{siblings_overlap<W>, siblings_gap<W>, siblings_reach<W>};

}  // namespace

const SiblingTests& sibling_tests() {
  constexpr PerLaneWidth<const SiblingTests*> tests{&kSiblingTests<1>, &kSiblingTests<4>,
                                                    APART_AVX2(&kSiblingTestsAvx2)};
  return *tests.of_machine();
}

}  // namespace apart::volumes
