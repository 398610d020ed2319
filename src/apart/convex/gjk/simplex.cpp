// Barycentric weights of the nearest point, with tests that are safe for thin simplices.
#include <apart/convex/gjk/simplex.hpp>

namespace apart::convex {
namespace {

// Takes the point last + Σ t · edge if it lies inside its part of the simplex and is nearer than the current one.
template <class T>
void offer_part(NearestOnSimplex<T>& best, int last, const int (&corner)[2], const T (&t)[2], int count,
                Vec3<T> there) {
  T rest = 1;
  for (int i = 0; i < count; ++i) {
    if (!(t[i] > 0)) return;
    rest -= t[i];
  }
  const T there_squared = squared_length(there);
  if (!(rest > 0) || !(there_squared < best.squared)) return;
  for (T& w : best.weights) w = 0;
  for (int i = 0; i < count; ++i) best.weights[corner[i]] = t[i];
  best.weights[last] = rest;
  best.point = there, best.squared = there_squared;
}

}  // namespace

// Four coplanar corners are four triangles here too: a tetrahedron contains the origin only beyond the rounding error
// of its volumes.
template <class T>
NearestOnSimplex<T> nearest_with_care(const Vec3<T> (&corners)[4], int count) {
  constexpr double unit = sizeof(T) == sizeof(double) ? 0x1p-53 : 0x1p-106;
  NearestOnSimplex<T> best;
  const int last = count - 1;
  const Vec3<T> w = corners[last];
  Vec3<T> e[3];
  for (int i = 0; i < last; ++i) e[i] = corners[i] - w;

  offer_part(best, last, {0, 0}, {T(0), T(0)}, 0, w);
  // Weights are computed twice: the second time relative to the first result, which is much nearer than the corner, so
  // that rounding errors are smaller.
  for (int i = 0; i < last; ++i) {
    const T square = squared_length(e[i]);
    if (square == 0) continue;
    T t = -dot(w, e[i]) / square;
    t -= dot(w + t * e[i], e[i]) / square;
    offer_part(best, last, {i, 0}, {t, T(0)}, 1, w + t * e[i]);
  }
  for (int i = 0; i < last; ++i)
    for (int j = i + 1; j < last; ++j) {
      const Vec3<T> normal = cross(e[i], e[j]);
      const T square = squared_length(normal);
      if (square == 0) continue;
      T s = 0, t = 0;
      Vec3<T> p = w;
      for (int round = 0; round < 2; ++round) {
        s -= dot(cross(p, e[j]), normal) / square;
        t -= dot(cross(e[i], p), normal) / square;
        p = w + s * e[i] + t * e[j];
      }
      offer_part(best, last, {i, j}, {s, t}, 2, p);
    }
  if (last < 3) return best;

  const Vec3<T> sides[3] = {cross(e[1], e[2]), cross(e[2], e[0]), cross(e[0], e[1])};
  const T whole = dot(e[0], sides[0]);
  const auto size = [](const Vec3<T>& v) { return length(cast<double>(v)); };
  const double edges = size(e[0]) * size(e[1]) * size(e[2]);
  // Of the volumes that are compared: four times their error bound.
  const auto clear = [&](T volume, double error) { return whole > 0 ? volume > T(error) : volume < T(-error); };
  if (!clear(whole, 64 * unit * edges)) return best;
  T t[3], rest = whole;
  for (int i = 0; i < 3; ++i) {
    const T part = -dot(w, sides[i]);
    const double error = 64 * unit * size(w) * size(e[(i + 1) % 3]) * size(e[(i + 2) % 3]);
    if (!clear(part, error)) return best;
    rest -= part;
    if (!clear(rest, error + 64 * unit * edges)) return best;
    t[i] = part / whole;
  }
  // The weights must give the origin, to rounding; those of a thin tetrahedron converge to it.
  for (int round = 0; round < 4; ++round) {
    const Vec3<T> p = w + t[0] * e[0] + t[1] * e[1] + t[2] * e[2];
    for (int i = 0; i < 3; ++i) t[i] -= dot(p, sides[i]) / whole;
  }
  best.weights[3] = 1;
  for (int i = 0; i < 3; ++i) best.weights[i] = t[i], best.weights[3] -= t[i];
  best.point = {}, best.squared = 0, best.inside = true;
  return best;
}

template <class T>
NearestOnSimplex<T> nearest_of_all_with_care(const Vec3<T> (&corners)[4], int count) {
  NearestOnSimplex<T> best;
  for (int n = 1; n <= count; ++n)
    if (const NearestOnSimplex<T> with_last = nearest_with_care(corners, n); with_last.squared < best.squared)
      best = with_last;
  return best;
}

template NearestOnSimplex<double> nearest_with_care(const Vec3d (&)[4], int);
template NearestOnSimplex<Quad> nearest_with_care(const Vec3<Quad> (&)[4], int);
template NearestOnSimplex<double> nearest_of_all_with_care(const Vec3d (&)[4], int);
template NearestOnSimplex<Quad> nearest_of_all_with_care(const Vec3<Quad> (&)[4], int);

}  // namespace apart::convex
