#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {

Mesh sphere(double radius, u32 triangles) {
  APART_ASSERT(triangles >= 6, "a sphere needs 6 triangles");
  // s · (b − 1) is half the count. From s = b to s = 2b the cells stay near square somewhere between equator and
  // pole; the widest choice, squarest at the equator, is taken.
  for (u64 half = triangles / 2;; --half) {
    for (u64 gaps = 1; gaps * (gaps + 1) <= half; ++gaps)
      if (half % gaps == 0 && half / gaps >= 3 && half / gaps <= 2 * (gaps + 1))
        return sphere(radius, static_cast<u32>(half / gaps), static_cast<u32>(gaps + 1));
  }
}

Mesh sphere(double radius, u32 slices, u32 bands) {
  APART_ASSERT(slices >= 3 && bands >= 2, "a sphere needs 3 slices and 2 bands");
  Sketch sketch;
  const u32 south = sketch.add({0, 0, -radius});
  for (u32 b = 1; b < bands; ++b) {
    const SinCos up = sin_cos(b, 2 * u64{bands});
    for (u32 s = 0; s < slices; ++s) {
      const SinCos t = sin_cos(s, slices);
      sketch.add({radius * (up.sin * t.cos), radius * (up.sin * t.sin), -radius * up.cos});
    }
  }
  const u32 north = sketch.add({0, 0, radius});
  sketch.cap_below(south, south + 1, slices);
  for (u32 b = 1; b + 1 < bands; ++b) sketch.band(south + 1 + (b - 1) * slices, south + 1 + b * slices, slices);
  sketch.cap_above(north - slices, north, slices);
  return sketch.finish();
}

}  // namespace apart::generate
