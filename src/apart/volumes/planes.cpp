#include <apart/base/lane_width.hpp>
#include <apart/volumes/planes.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/volumes/planes_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::volumes {

extern const PlaneTests kPlaneTestsAvx2;

namespace {

template <int W>
constexpr PlaneTests kPlaneTests{check_planes<W>, planes_between<W>};

}  // namespace

const PlaneTests& plane_tests() {
  constexpr PerLaneWidth<const PlaneTests*> tests{&kPlaneTests<1>, &kPlaneTests<4>, APART_AVX2(&kPlaneTestsAvx2)};
  return *tests.of_machine();
}

}  // namespace apart::volumes
