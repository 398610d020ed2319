#include <apart/triangles/axis_ray.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart::triangles {

AxisCrossing crossing(const AxisRay& ray, const Triangle& t) {
  const Vec3d p = ray.origin;
  const int ab = orient2d(p, t.a, t.b, ray.axis), bc = orient2d(p, t.b, t.c, ray.axis),
            ca = orient2d(p, t.c, t.a, ray.axis);
  if ((ab < 0 || bc < 0 || ca < 0) && (ab > 0 || bc > 0 || ca > 0)) return {};
  const int above = orient3d(t.a, t.b, t.c, p);
  if (above == 0) return {0, overlap({p, p, p}, t)};
  const int faces = ray.side(ab, t.a, t.b);  // its front, up or down the axis
  if (faces == 0 || ray.side(bc, t.b, t.c) != faces || ray.side(ca, t.c, t.a) != faces) return {};
  return {above * faces * ray.way < 0 ? faces * ray.way : 0, false};
}

}  // namespace apart::triangles
