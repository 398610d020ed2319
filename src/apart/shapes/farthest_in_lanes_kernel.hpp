// Which of many points lies farthest along a direction? All of them looked at, W at once. Included only by the sources
// that compile it for a machine.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/shapes/eight_points.hpp>
#include <bit>

namespace apart {
inline namespace APART_LANES_OF_MACHINE {

// The number of the first of the farthest. Heights are kept, the highest is found without its number, and then the
// first that is as high: less work than to carry a number in each lane.
template <int W>
APART_INLINE u32 farthest_in_lanes(const EightPoints* points, u32 blocks, Vec3d direction) {
  constexpr u32 kAtOnce = 32;  // blocks
  alignas(64) double heights[8 * kAtOnce];
  u32 best = 0;
  double highest = -std::numeric_limits<double>::infinity();
  for (u32 from = 0; from < blocks; from += kAtOnce) {
    const u32 count = lesser(blocks - from, kAtOnce);
    if constexpr (W == 1) {
      double most = highest;
      for (u32 b = 0; b < count; ++b)
        for (int k = 0; k < 8; ++k) {
          const EightPoints& p = points[from + b];
          const double h = direction.x * p.x[k] + direction.y * p.y[k] + direction.z * p.z[k];
          if (h > most) most = h, best = 8 * (from + b) + static_cast<u32>(k);
        }
      highest = most;
    } else {
      using P = Pack<double, W>;
      constexpr int kParts = 8 / W;
      const P x(direction.x), y(direction.y), z(direction.z);
      P most[kParts];
      for (P& m : most) m = P(highest);
      for (u32 b = 0; b < count; ++b)
        for (int k = 0; k < kParts; ++k) {
          const EightPoints& p = points[from + b];
          const P h = x * P::load(p.x + k * W) + y * P::load(p.y + k * W) + z * P::load(p.z + k * W);
          h.store(heights + 8 * b + k * W);
          most[k] = larger(most[k], h);
        }
      for (int k = 1; k < kParts; ++k) most[0] = larger(most[0], most[k]);
      double top = most[0][0];
      for (int k = 1; k < W; ++k) top = larger(top, most[0][k]);
      if (!(top > highest)) continue;
      highest = top;
      const P wanted(top);
      for (u32 i = 0; i < 8 * count; i += W)
        if (const u32 found = bits(P::load(heights + i) == wanted)) {
          best = 8 * from + i + static_cast<u32>(std::countr_zero(found));
          break;
        }
    }
  }
  return best;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart
