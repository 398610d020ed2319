#include <apart/base/lane_width.hpp>
#include <apart/shapes/eight_points.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/shapes/farthest_in_lanes_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
u32 farthest_avx2(const EightPoints* points, u32 blocks, Vec3d direction);
#endif

std::vector<EightPoints> in_eights(std::span<const Vec3d> points) {
  std::vector<EightPoints> out((points.size() + 7) / 8);
  for (std::size_t i = 0; i < 8 * out.size(); ++i) {
    const Vec3d p = points[i < points.size() ? i : 0];
    out[i / 8].x[i % 8] = p.x, out[i / 8].y[i % 8] = p.y, out[i / 8].z[i % 8] = p.z;
  }
  return out;
}

u32 farthest_of(std::span<const EightPoints> points, Vec3d direction) {
  const u32 blocks = static_cast<u32>(points.size());
  switch (lane_width()) {
    case LaneWidth::one:
      return farthest_in_lanes<1>(points.data(), blocks, direction);
    case LaneWidth::four:
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      return farthest_avx2(points.data(), blocks, direction);
#endif
      break;
  }
  return farthest_in_lanes<2>(points.data(), blocks, direction);
}

}  // namespace apart
