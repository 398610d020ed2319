// Points as exact integers, for the signs of determinants.
#pragma once
#include <apart/triangles/exact/exact_integer.hpp>

namespace apart::triangles {

// Points as integers. Each axis has its own power of two: it scales the determinants below, never their sign.
template <int N>
struct ExactPoint {
  ExactInteger<N> x, y, z;

  friend ExactPoint operator-(const ExactPoint& a, const ExactPoint& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

struct Grid {
  BitRange x, y, z;

  template <class... Points>
  explicit Grid(const Points&... ps) : x(ps.x...), y(ps.y...), z(ps.z...) {}
  int width() const { return larger(larger(x.width(), y.width()), z.width()); }

  template <int N>
  ExactPoint<N> difference(Vec3d a, Vec3d b) const {
    return point<N>(a) - point<N>(b);
  }
  template <int N>
  ExactPoint<N> point(Vec3d a) const {
    return {exact<N>(a.x, x.low), exact<N>(a.y, y.low), exact<N>(a.z, z.low)};
  }
};

template <int N>
ExactPoint<2 * N> cross(const ExactPoint<N>& u, const ExactPoint<N>& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

template <int N, int M>
ExactInteger<N + M> dot(const ExactPoint<N>& u, const ExactPoint<M>& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

}  // namespace apart::triangles
