// The differences of two sets of linearly moving points: the sets are in contact when the hull of the differences
// contains the origin. A direction n separates them while n·d > 0 for each difference d, and n·d is linear in time, so
// that one direction proves a whole interval of time free, and its bounds at times 0 and 1 are all that is computed.
#pragma once
#include <apart/base/two_doubles.hpp>
#include <apart/base/vec3.hpp>

namespace apart::motion {

// A bound of the relative error of a sum or a product: of doubles, and of two of them (two_doubles.hpp).
template <class T>
inline constexpr double kRoundingOf = sizeof(T) == sizeof(double) ? 0x1p-53 : 0x1p-103;

template <class T>
T magnitude(T x) {
  return x < 0 ? -x : x;
}
template <class T>
T one_norm(Vec3<T> v) {
  return magnitude(v.x) + magnitude(v.y) + magnitude(v.z);
}

// Times at which something holds, closed; empty where begin > end.
template <class T>
struct FreeTimes {
  T begin, end;
};

// K differences b − a, in the order of the hull's corners: of a vertex and a face three, of two edges four.
template <class T, int K>
struct MovingHull {
  Vec3<T> from[K], to[K];
  Vec3<T> edges_from[2], edges_to[2];  // of the face, from its first corner to its neighbours
  T size = 0;                          // no coordinate is larger
  T input_error = 0;                   // of a coordinate here, beside rounding
  T clearance = 0;

  // Rounding of the differences and of a product with n, relative to |n|₁·size: 1 and 3 units up to second order; one
  // more covers those and underflow, of sizes from 2⁻¹⁰⁰ and directions from 2⁻³⁰⁰ on.
  T guard(Vec3<T> n) const { return one_norm(n) * (T(5 * kRoundingOf<T>) * size + input_error); }
  // An upper bound of the error of a point that was interpolated in time and among the corners.
  T point_error() const { return T(24 * kRoundingOf<T>) * size + T(2) * input_error; }
  // Nearer than this nothing is certain.
  T resolution() const { return T(64 * kRoundingOf<T>) * size + T(4) * input_error; }

  Vec3<T> at(int i, T time) const { return from[i] + time * (to[i] - from[i]); }

  // When n separates, by more than the clearance.
  FreeTimes<T> separated_by(Vec3<T> n) const {
    constexpr double unit = kRoundingOf<T>;
    const T least = T(0x1p-300), most = T(0x1p300), norm = one_norm(n);
    if (!(norm >= least && norm <= most)) return {1, 0};
    T margin = guard(n);
    if (clearance > 0) margin += clearance * root(dot(n, n)) * T(1 + 16 * unit);
    FreeTimes<T> free{0, 1};
    for (int i = 0; i < K; ++i) {
      const T a = dot(n, from[i]) - margin, b = dot(n, to[i]) - margin;
      if (a > 0) {
        if (!(b > 0)) free.end = lesser(free.end, a / (a - b) * T(1 - 8 * unit));
      } else {
        if (!(b > 0)) return {1, 0};
        free.begin = larger(free.begin, -a / (b - a) * T(1 + 8 * unit));
      }
    }
    return free;
  }

  static T root(T x) {
    if constexpr (sizeof(T) == sizeof(double)) {
      return std::sqrt(x);
    } else {  // one step of Newton's method doubles the digits of a double
      if (!(x > 0)) return 0;
      const T guess = T(std::sqrt(static_cast<double>(x)));
      return guess > 0 ? (guess + x / guess) / 2 : T(0);
    }
  }
};

}  // namespace apart::motion
