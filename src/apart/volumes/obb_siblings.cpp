#include <apart/base/lane_width.hpp>
#include <apart/volumes/obb_siblings.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/volumes/obb_siblings_kernel.hpp>

namespace apart {

#if APART_WITH_AVX2
extern const SiblingTests kSiblingTestsAvx2;
#endif

namespace {

template <int W>
constexpr SiblingTests kSiblingTests{siblings_overlap<W>, siblings_gap<W>, siblings_reach<W>};

}  // namespace

const SiblingTests& sibling_tests() {
  switch (lane_width()) {
    case LaneWidth::one:
      return kSiblingTests<1>;
    case LaneWidth::four:
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      return kSiblingTestsAvx2;
#endif
      break;
  }
  return kSiblingTests<4>;
}

}  // namespace apart
