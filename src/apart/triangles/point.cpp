#include <apart/triangles/face_kernel.hpp>
#include <apart/triangles/point.hpp>
#include <apart/triangles/scale.hpp>
#include <apart/triangles/segment_kernel.hpp>

namespace apart {

TrianglePoint closest_on_triangle(Vec3d p, const Triangled& t) {
  const Vec3d edges[3] = {t.b - t.a, t.c - t.b, t.a - t.c};
  const double extent = largest(larger(larger(abs(edges[0]), abs(edges[2])), abs(p - t.a)));
  if (!comfortable(extent) && extent > 0) {
    const double up = comforting_scale(extent), down = 1 / up;
    const TrianglePoint found = closest_on_triangle(up * p, scaled(t, up));
    return {found.squared * down * down, down * found.point, found.feature};
  }

  const kernel::Face face(t, edges[0], -edges[2]);
  if (face.squared > 0 && face.below(p, t, edges[0], -edges[2])) {
    const double height = dot(p - t.a, face.normal);
    return {height * height / face.squared, p - (height / face.squared) * face.normal, TriangleFeature::face};
  }
  TrianglePoint best{};
  for (int i = 0; i < 3; ++i) {
    const double at = kernel::nearest_place(p - t[i], edges[i]);
    const kernel::Foot foot(t[i], t[(i + 1) % 3], at);
    const double squared = squared_length((p - foot.end) - foot.rest * edges[i]);
    if (i > 0 && squared >= best.squared) continue;
    best = {squared, foot.point(edges[i]),
            static_cast<TriangleFeature>(at == 0   ? i
                                         : at == 1 ? (i + 1) % 3
                                                   : static_cast<int>(TriangleFeature::ab) + i)};
  }
  return best;
}

}  // namespace apart
