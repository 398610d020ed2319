#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/point_frames.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/point_frames_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

extern const PointFrames kPointFramesAvx2;

namespace {

template <int W>
constexpr PointFrames kPointFrames{prepare_frames<W>, point_from_four<W>, farthest_corner<W>, four_points<W>};

}  // namespace

const PointFrames& point_frames() {
  constexpr PerLaneWidth<const PointFrames*> frames{&kPointFrames<1>, &kPointFrames<2>, APART_AVX2(&kPointFramesAvx2)};
  return *frames.of_machine();
}

}  // namespace apart::triangles
