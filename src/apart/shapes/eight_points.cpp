#include <apart/base/lane_width.hpp>
#include <apart/shapes/eight_points.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/shapes/eight_points_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

// Of eight_points_avx2.cpp, where that is compiled.
u32 farthest_avx2(const EightPoints<double>* points, u32 blocks, Vec3d direction);
u32 farthest_avx2(const EightPoints<float>* points, u32 blocks, Vec3f direction);
float reach_avx2(const EightPoints<float>* points, u32 blocks, Vec3f direction);

namespace {

// As many at once as the machine has lanes: one by one, in registers that every machine has, or by AVX2.
template <class One, class Some, class Most>
auto in_lanes(One one, Some some, [[maybe_unused]] Most most) {
  switch (lane_width()) {
    case LaneWidth::one:
      return one();
    case LaneWidth::four:
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      return most();
#endif
      break;
  }
  return some();
}

u32 count_of(const auto& points) { return static_cast<u32>(points.size()); }

}  // namespace

u32 farthest_of(std::span<const EightPoints<double>> points, Vec3d direction) {
  return in_lanes([&] { return farthest_in_lanes<double, 1>(points.data(), count_of(points), direction); },
                  [&] { return farthest_in_lanes<double, 2>(points.data(), count_of(points), direction); },
                  [&] { return farthest_avx2(points.data(), count_of(points), direction); });
}

u32 farthest_of(std::span<const EightPoints<float>> points, Vec3f direction) {
  return in_lanes([&] { return farthest_in_lanes<float, 1>(points.data(), count_of(points), direction); },
                  [&] { return farthest_in_lanes<float, 4>(points.data(), count_of(points), direction); },
                  [&] { return farthest_avx2(points.data(), count_of(points), direction); });
}

float reach_of(std::span<const EightPoints<float>> points, Vec3f direction) {
  return in_lanes([&] { return reach_in_lanes<float, 1>(points.data(), count_of(points), direction); },
                  [&] { return reach_in_lanes<float, 4>(points.data(), count_of(points), direction); },
                  [&] { return reach_avx2(points.data(), count_of(points), direction); });
}

}  // namespace apart
