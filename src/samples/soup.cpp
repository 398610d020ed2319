#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {

Mesh soup(Random& random, u32 triangles, const Soup& kinds) {
  Sketch sketch;
  auto place = [&](Vec3d a, Vec3d b, Vec3d c) {
    const u32 first = sketch.add(a);
    sketch.add(b), sketch.add(c);
    sketch.triangle(first, first + 1, first + 2);
  };
  // On a grid this coarse nothing below is rounded, so three points on a line are truly on a line.
  const double grid = std::ldexp(1.0, std::ilogb(kinds.half + kinds.size) - 30);
  auto snapped = [&](Vec3d p) {
    return grid * Vec3d{std::round(p.x / grid), std::round(p.y / grid), std::round(p.z / grid)};
  };
  for (u32 i = 0; i < triangles; ++i) {
    const Vec3d middle = random.in_box(kinds.half);
    const Vec3d a = middle + kinds.size * random.in_ball(), b = middle + kinds.size * random.in_ball();
    double kind = random.uniform();
    if ((kind -= kinds.point) < 0) {
      place(a, a, a);
    } else if ((kind -= kinds.segment) < 0) {
      const Vec3d from = snapped(a), step = snapped((b - a) / 4.0);
      const u32 order = random.below(3);
      const Vec3d on_line[3] = {from, random.chance(0.5) ? from : from + 2 * step, from + 4 * step};
      place(on_line[order], on_line[(order + 1) % 3], on_line[(order + 2) % 3]);
    } else if ((kind -= kinds.sliver) < 0) {
      const Vec3d off = 1e-9 * kinds.size * random.direction();
      place(a, b, a + random.uniform() * (b - a) + off);
    } else if (kind < kinds.duplicate && i > 0) {
      const Face f = sketch.faces[random.below(i)];
      const u32 order = random.below(3), flip = random.below(2);
      const Vec3d p = sketch.vertices[f[order]], q = sketch.vertices[f[(order + 1 + flip) % 3]],
                  r = sketch.vertices[f[(order + 2 - flip) % 3]];
      place(p, q, r);
    } else {
      place(a, b, middle + kinds.size * random.in_ball());
    }
  }
  return sketch.finish();
}

}  // namespace apart::generate
