#include <apart/shapes/generate.hpp>
#include <apart/shapes/generate/sketch.hpp>

namespace apart::generate {

Mesh torus(double radius, double tube, u32 around, u32 across) {
  APART_ASSERT(around >= 3 && across >= 3, "a torus needs 3 vertices around and across");
  Sketch sketch;
  for (u32 j = 0; j < across; ++j) {
    const Turn v = turn(j, across);
    for (u32 i = 0; i < around; ++i) {
      const Turn u = turn(i, around);
      const double out = radius + tube * v.cos;
      sketch.add({out * u.cos, out * u.sin, tube * v.sin});
    }
  }
  for (u32 j = 0; j < across; ++j) sketch.band(j * around, (j + 1) % across * around, around);
  return sketch.finish();
}

}  // namespace apart::generate
