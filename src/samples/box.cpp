#include <apart/shapes/mesh/weld.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {

Mesh box(Vec3d size) {
  Sketch sketch;
  for (u32 i = 0; i < 8; ++i)
    sketch.add({i & 1 ? size.x / 2 : -size.x / 2, i & 2 ? size.y / 2 : -size.y / 2, i & 4 ? size.z / 2 : -size.z / 2});
  sketch.quad(0, 4, 6, 2), sketch.quad(1, 3, 7, 5);
  sketch.quad(0, 1, 5, 4), sketch.quad(2, 6, 7, 3);
  sketch.quad(0, 2, 3, 1), sketch.quad(4, 5, 7, 6);
  return sketch.finish();
}

Mesh rounded_box(Vec3d size, double radius, u32 n) {
  APART_ASSERT(n >= 1, "a rounded box needs a cell on each side");
  const Vec3d core = size / 2.0 - Vec3d{radius, radius, radius};
  APART_ASSERT(core.x >= 0 && core.y >= 0 && core.z >= 0, "a rounded box's radius is over half its size");
  // Each corner of a cell is moved out from the core that is left when the rounding is subtracted.
  auto rounded = [&](Vec3d on_cube) {
    Vec3d inner, off;
    for (int k = 0; k < 3; ++k) {
      const double p = on_cube[k] * size[k] / 2;
      inner[k] = larger(-core[k], lesser(core[k], p));
      off[k] = p - inner[k];
    }
    const double l = length(off);
    return l > 0 ? inner + radius / l * off : inner;
  };
  Sketch sketch;
  for (int axis = 0; axis < 3; ++axis)
    for (double side : {-1.0, 1.0}) {
      const u32 first = static_cast<u32>(sketch.vertices.size());
      for (u32 i = 0; i <= n; ++i)
        for (u32 j = 0; j <= n; ++j) {
          Vec3d p;
          p[axis] = side;
          p[(axis + 1) % 3] = (2.0 * i - n) / n;
          p[(axis + 2) % 3] = side * (2.0 * j - n) / n;
          sketch.add(rounded(p));
        }
      for (u32 i = 0; i < n; ++i)
        for (u32 j = 0; j < n; ++j) {
          const u32 a = first + i * (n + 1) + j;
          sketch.quad(a, a + n + 1, a + n + 2, a + 1);
        }
    }
  return welded(sketch.finish());
}

}  // namespace apart::generate
