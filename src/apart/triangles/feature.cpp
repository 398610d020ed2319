#include <apart/triangles/feature.hpp>
#include <apart/triangles/segment.hpp>

namespace apart::triangles {

TriangleFeature feature_at(const Triangle& t, Vec3d p) {
  using enum TriangleFeature;
  // The rounding error of points is relative to the largest coordinate.
  double reach = largest(abs(p));
  for (int i = 0; i < 3; ++i) reach = larger(reach, largest(abs(t[i])));
  const double close = 8 * 0x1p-53 * reach;
  const auto at = [&](Vec3d q) { return largest(abs(p - q)) <= close; };
  constexpr TriangleFeature vertices[] = {a, b, c}, edges[] = {ab, bc, ca};
  for (int i = 0; i < 3; ++i)
    if (at(t[i])) return vertices[i];
  for (int i = 0; i < 3; ++i)
    if (at(closest_on_segment(p, t[i], t[(i + 1) % 3]).point)) return edges[i];
  return face;
}

}  // namespace apart::triangles
