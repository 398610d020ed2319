#include <apart/base/lane_width.hpp>
#include <apart/traversal/point_boxes.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/traversal/point_boxes_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::traversal {

extern const PointBoxTests kPointBoxTestsAvx2;

namespace {

template <int W>
constexpr PointBoxTests kPointBoxTests{boxes_near<W>,    children_near<W>, small_boxes_nearest<W>, boxes_in_reach<W>,
                                       boxes_stabbed<W>, triangles_near,   triangles_nearest,      triangles_stabbed};

}  // namespace

const PointBoxTests& point_box_tests() {
  constexpr PerLaneWidth<const PointBoxTests*> tests{&kPointBoxTests<1>, &kPointBoxTests<4>,
                                                     APART_AVX2(&kPointBoxTestsAvx2)};
  return *tests.of_machine();
}

}  // namespace apart::traversal
