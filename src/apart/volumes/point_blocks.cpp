#include <apart/base/lane_width.hpp>
#include <apart/volumes/point_blocks.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/volumes/point_blocks_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
extern const PointTests kPointTestsAvx2;
#endif

namespace {

template <int W>
constexpr PointTests kPointTests{points_farthest<W>, points_reach<W>};

}  // namespace

const PointTests& point_tests() {
  switch (lane_width()) {
    case LaneWidth::one:
      return kPointTests<1>;
    case LaneWidth::four:
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      return kPointTestsAvx2;
#endif
      break;
  }
  return kPointTests<4>;
}

}  // namespace apart
