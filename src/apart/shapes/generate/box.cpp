#include <apart/shapes/generate.hpp>
#include <apart/shapes/generate/sketch.hpp>

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

}  // namespace apart::generate
