// Points side by side as lanes want them, and which of them lies farthest along a direction.
#pragma once
#include <apart/base/vec3.hpp>
#include <span>
#include <vector>

namespace apart {

struct alignas(64) EightPoints {
  double x[8], y[8], z[8];
};
static_assert(sizeof(EightPoints) == 192);

// At least one. The last eight are filled up with the first point, which changes no answer.
std::vector<EightPoints> in_eights(std::span<const Vec3d> points);

// The number of the farthest, of equals the first: the same with every lane width.
u32 farthest_of(std::span<const EightPoints> points, Vec3d direction);

}  // namespace apart
