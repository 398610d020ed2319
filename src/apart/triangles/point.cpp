#include <apart/triangles/kernels/face_kernel.hpp>
#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/kernels/segment_kernel.hpp>
#include <apart/triangles/point.hpp>

namespace apart::triangles {

namespace {

TrianglePoint closest_on_edges(Vec3d p, const Triangle& t) {
  const Vec3d edges[3] = {t.b - t.a, t.c - t.b, t.a - t.c};
  TrianglePoint best{};
  for (int i = 0; i < 3; ++i) {
    const int next = (i + 1) % 3;
    const double at = kernel::nearest_place(p - t[i], edges[i]);
    const kernel::Foot<double> foot(t[i], t[next], at);
    const double squared = squared_length((p - foot.end) - foot.rest * edges[i]);
    if (i > 0 && squared >= best.squared) continue;
    const int edge = static_cast<int>(TriangleFeature::ab) + i;
    best = {squared, foot.point(edges[i]), static_cast<TriangleFeature>(at == 0 ? i : at == 1 ? next : edge)};
  }
  return best;
}

TrianglePoint plain_closest(Vec3d p, const Triangle& t) {
  const kernel::Face<double> face(t);
  if (face.below(p)) {
    const auto [squared, foot] = face.drop(p);
    const TrianglePoint in_face{squared, foot, TriangleFeature::face};
    if (face.certainly_below(p)) return in_face;
    // The plane is no farther than the face, and the edges no nearer.
    const TrianglePoint on_edge = closest_on_edges(p, t);
    const double rounding = 64 * 0x1p-53 * (largest(abs(face.ab)) + largest(abs(face.ac)) + largest(abs(p - t.a)));
    return std::sqrt(on_edge.squared) - std::sqrt(squared) > rounding ? on_edge : in_face;
  }
  return closest_on_edges(p, t);
}

}  // namespace

TrianglePoint closest_on_triangle(Vec3d p, const Triangle& t) {
  const Scale scale(larger(larger(abs(t.b - t.a), abs(t.c - t.a)), abs(p - t.a)), t.a);
  if (scale.plain()) return plain_closest(p, t);
  const TrianglePoint found = plain_closest(scale.in(p), scale.in(t));
  return {scale.out_squared(found.squared), scale.out(found.point), found.feature};
}

}  // namespace apart::triangles
