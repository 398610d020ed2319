#include <apart/base/lane_width.hpp>
#include <apart/motion/box_times.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/motion/box_times_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::motion {

extern const BoxTimes kBoxTimesAvx2;

namespace {

template <int W>
constexpr BoxTimes kBoxTimes{times_of_siblings<W>};

}  // namespace

const BoxTimes& box_times() {
  constexpr PerLaneWidth<const BoxTimes*> tests{&kBoxTimes<1>, &kBoxTimes<4>, APART_AVX2(&kBoxTimesAvx2)};
  return *tests.of_machine();
}

}  // namespace apart::motion
