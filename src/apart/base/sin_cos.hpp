// Cosine and sine of a fraction of a full turn, and angles, from sums and products only: libm's may differ in the last
// digit between machines, these never do. Quarter turns are exact.
#pragma once
#include <apart/base/vec3.hpp>
#include <cmath>

namespace apart {

struct SinCos {
  double cos, sin;
};

namespace detail {

// `rest` is at most an eighth of a turn in either direction, where the series need few terms.
constexpr SinCos sin_cos(u64 quarters, double rest) {
  const double x = 6.283185307179586476925 * rest, y = x * x;
  double c = 0, s = 0;
  for (int k = 9; k > 0; --k) {
    c = -y / ((2 * k - 1) * (2 * k)) * (1 + c);
    s = -y / ((2 * k) * (2 * k + 1)) * (1 + s);
  }
  c = 1 + c, s = x + x * s;
  switch (quarters & 3) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

}  // namespace detail

// The turn i/n, for i and n below 2⁵⁰.
constexpr SinCos sin_cos(u64 i, u64 n) {
  i %= n;
  const u64 quarters = (8 * i + n) / (2 * n);
  const double rest = static_cast<double>(4 * i) - static_cast<double>(quarters * n);
  return detail::sin_cos(quarters, rest / static_cast<double>(4 * n));
}

// Any number of turns, whole or not, below 2⁵⁰ either way.
inline SinCos sin_cos(double turns) {
  turns -= std::floor(turns);
  const double quarters = std::floor(4 * turns + 0.5);
  return detail::sin_cos(static_cast<u64>(quarters), turns - quarters / 4);
}

// The angle of (x, y) in radians, in [−π, π]; 0 for the origin. A rough one, and the arc tangent of what it is off.
inline double angle_of(double y, double x) {
  const double across = std::abs(y), along = std::abs(x);
  const double less = lesser(across, along), more = larger(across, along);
  if (more == 0) return 0;
  const double slope = less / more, rough = slope * (0.97239411 - 0.19194795 * slope * slope);  // to 5e-3
  const auto [c, s] = sin_cos(rough / 6.283185307179586476925);
  const double off = (slope * c - s) / (c + slope * s), square = off * off;
  double angle = rough + off * (1 - square * (1.0 / 3 - square * (0.2 - square / 7)));
  if (across > along) angle = 1.5707963267948966192 - angle;
  if (x < 0) angle = 3.141592653589793238 - angle;
  return y < 0 ? -angle : angle;
}

}  // namespace apart
