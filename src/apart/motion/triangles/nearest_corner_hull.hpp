// The point of a triangle or of a parallelogram nearest to the origin. Estimates: what is proven with them does not
// depend on their accuracy.
#pragma once
#include <apart/triangles/kernels/segment_kernel.hpp>

namespace apart::motion {

template <class T>
struct NearestPoint {
  Vec3<T> point;
  T u = 0, v = 0;       // of a triangle: weights of its second and third corner; of two edges: the places on them
  bool inside = false;  // of the face
};

template <class T>
NearestPoint<T> nearest_to_origin(const Vec3<T> (&p)[3]) {
  const Vec3<T> ab = p[1] - p[0], ac = p[2] - p[0];
  const T a1 = -dot(ab, p[0]), a2 = -dot(ac, p[0]);
  if (a1 <= 0 && a2 <= 0) return {p[0], 0, 0};
  const T b1 = -dot(ab, p[1]), b2 = -dot(ac, p[1]);
  if (b1 >= 0 && b2 <= b1) return {p[1], 1, 0};
  const T c1 = -dot(ab, p[2]), c2 = -dot(ac, p[2]);
  if (c2 >= 0 && c1 <= c2) return {p[2], 0, 1};
  const T of_c = a1 * b2 - b1 * a2, of_b = c1 * a2 - a1 * c2, of_a = b1 * c2 - c1 * b2, sum = of_a + of_b + of_c;
  if (of_a > 0 && of_b > 0 && of_c > 0) {
    const T u = of_b / sum, v = of_c / sum;
    return {p[0] + u * ab + v * ac, u, v, true};
  }
  // Beside an edge, which of them is decided by distance: signs of a sliver's weights may be wrong.
  NearestPoint<T> best;
  T least = -1;
  const auto beside = [&](int i, int j) {
    const Vec3<T> along = p[j] - p[i];
    const T at = triangles::kernel::nearest_place(-p[i], along);
    const Vec3<T> q = at > T(0.5) ? p[j] + (at - 1) * along : p[i] + at * along;
    const T squared = dot(q, q);
    if (least >= 0 && !(squared < least)) return;
    least = squared;
    const T weights[3] = {i == 0 ? 1 - at : T(0), i == 1 ? 1 - at : j == 1 ? at : T(0), j == 2 ? at : T(0)};
    best = {q, weights[1], weights[2], false};
  };
  beside(0, 1), beside(1, 2), beside(0, 2);
  return best;
}

// Corners in order around: b0 − a0, b0 − a1, b1 − a1, b1 − a0; u is the place on a, v on b.
template <class T>
NearestPoint<T> nearest_to_origin(const Vec3<T> (&p)[4]) {
  const Vec3<T> d = p[0] - p[1], e = p[3] - p[0];
  const triangles::kernel::Places<T> places = triangles::kernel::nearest_places(d, e, p[0]);
  const T u = places.s, v = places.t;
  const Vec3<T> near_b = v > T(0.5) ? p[3] + (v - 1) * e : p[0] + v * e,
                far_b = v > T(0.5) ? p[2] + (v - 1) * e : p[1] + v * e;
  const Vec3<T> point = u > T(0.5) ? far_b + (1 - u) * d : near_b - u * d;
  return {point, u, v, u > 0 && u < 1 && v > 0 && v < 1};
}

}  // namespace apart::motion
