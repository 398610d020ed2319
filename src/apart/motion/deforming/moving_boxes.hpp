// Boxes whose sides move linearly in time, as those around linearly moving points may: when they are near each other.
#pragma once
#include <apart/base/bounds.hpp>

namespace apart::motion {

struct MovingBox {
  Bounds from, to;

  void add(Vec3d at_start, Vec3d at_end) { from.add(at_start), to.add(at_end); }
};

// A time before which no two points of the boxes are within the clearance; infinite if they never are.
inline double entry_time(const MovingBox& a, const MovingBox& b, double clearance) {
  constexpr double unit = 0x1p-53, infinity = std::numeric_limits<double>::infinity();
  double enter = 0, leave = 1;
  for (int i = 0; i < 3; ++i)
    for (int side = 0; side < 2; ++side) {
      const MovingBox &low = side ? a : b, &high = side ? b : a;
      // The gap is linear in time. Rounding makes it smaller here, never larger.
      const auto gap = [&](double from, double to) {
        const double d = from - to - clearance;
        return d - 4 * unit * (std::abs(d) + clearance);
      };
      const double g0 = gap(low.from.low[i], high.from.high[i]), g1 = gap(low.to.low[i], high.to.high[i]);
      if (g0 > 0) {
        if (g1 > 0) return infinity;
        enter = larger(enter, g0 / (g0 - g1) * (1 - 8 * unit));
      } else if (g1 > 0) {
        leave = lesser(leave, -g0 / (g1 - g0) * (1 + 8 * unit));
      }
    }
  return enter <= leave ? enter : infinity;
}

}  // namespace apart::motion
