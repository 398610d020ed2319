// Points in blocks of eight, and which of them reaches farthest along a direction, as many at once as the machine has
// lanes.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart {

struct alignas(32) PointBlock {
  static constexpr u32 kPoints = 8;
  float x[kPoints], y[kPoints], z[kPoints];

  Vec3f point(u32 k) const { return {x[k], y[k], z[k]}; }
  void set(u32 k, Vec3f p) { x[k] = p.x, y[k] = p.y, z[k] = p.z; }
};
static_assert(sizeof(PointBlock) == 96);

// All lane widths give the same bits.
struct PointTests {
  // The number of the point, 8 · block + place; of equals one of them, always the same.
  u32 (*farthest)(const PointBlock* blocks, u32 count, Vec3f direction);
  // How far it reaches.
  float (*reach)(const PointBlock* blocks, u32 count, Vec3f direction);
};

const PointTests& point_tests();  // of lane_width()

}  // namespace apart
