#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {

Mesh spoon(u32 triangles) {
  // Sections across the x axis: an upper and a lower edge from rim to rim, of so many steps each.
  const u32 steps = std::max(2u, static_cast<u32>(std::round(std::sqrt(triangles * 3 / 7.0) / 2))), across = 2 * steps;
  const u32 rings = triangles / 2 / across;
  APART_ASSERT(triangles >= 84, "a spoon needs 84 triangles");

  // Handle from x = −1.2, bowl from 0 to 0.8. Part 0 is the handle's end, 1 the bowl's.
  struct Section {
    double x, z, wide, high, low;  // the middle of the section's upper and lower edge, above and below its rim
  };
  constexpr Section key[] = {{-1.2, 0.3, 0.1, 0.02, 0.03},   {-0.7, 0.25, 0.07, 0.02, 0.03},
                             {-0.1, 0.06, 0.05, 0.03, 0.04}, {0.1, 0.0, 0.18, -0.06, 0.11},
                             {0.35, 0, 0.27, -0.13, 0.19},   {0.6, 0.01, 0.23, -0.1, 0.16},
                             {0.77, 0.03, 0.1, -0.02, 0.07}};
  constexpr u32 keys = sizeof(key) / sizeof(key[0]);
  Sketch sketch;
  const u32 end = sketch.add({-1.24, 0, 0.3});
  for (u32 i = 0; i < rings; ++i) {
    const double at = static_cast<double>(i) * (keys - 1) / (rings - 1);
    const u32 k = std::min(keys - 2, static_cast<u32>(at));
    const double t = at - k;
    const Section &a = key[k], &b = key[k + 1];
    auto mix = [t](double p, double q) { return (1 - t) * p + t * q; };
    const double x = mix(a.x, b.x), z = mix(a.z, b.z), wide = mix(a.wide, b.wide);
    // From the rim at +y over the upper edge and back under.
    for (u32 j = 0; j < across; ++j) {
      const bool upper = j < steps;
      const double s = upper ? 2.0 * j / steps - 1 : 1 - 2.0 * (j - steps) / steps;
      const double lift = (1 - s * s) * (upper ? mix(a.high, b.high) : -mix(a.low, b.low));
      sketch.add({x, -s * wide, z + lift});
    }
  }
  const u32 tip = sketch.add({0.8, 0, 0.03});
  sketch.cap_below(end, 1, across);
  sketch.tube(1, rings, across);
  sketch.cap_above(tip - across, tip, across);
  return sketch.finish();
}

}  // namespace apart::generate
