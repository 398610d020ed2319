#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {

Mesh cylinder(double radius, double height, u32 slices) {
  APART_ASSERT(slices >= 3, "a cylinder needs 3 slices");
  Sketch sketch;
  const u32 foot = sketch.add({0, 0, 0});
  const u32 low = sketch.ellipse({0, 0, 0}, {radius, 0, 0}, {0, radius, 0}, slices);
  const u32 high = sketch.ellipse({0, 0, height}, {radius, 0, 0}, {0, radius, 0}, slices);
  const u32 head = sketch.add({0, 0, height});
  sketch.cap_below(foot, low, slices);
  sketch.band(low, high, slices);
  sketch.cap_above(high, head, slices);
  return sketch.finish();
}

Mesh ring(double inner, double outer, double height, u32 slices) {
  APART_ASSERT(slices >= 3 && inner < outer, "a ring needs 3 slices and a hole smaller than itself");
  Sketch sketch;
  for (auto [radius, z] : {std::pair{inner, 0.0}, {outer, 0.0}, {outer, height}, {inner, height}})
    sketch.ellipse({0, 0, z}, {radius, 0, 0}, {0, radius, 0}, slices);
  sketch.tube(0, 4, slices);
  sketch.band(3 * slices, 0, slices);
  return sketch.finish();
}

}  // namespace apart::generate
