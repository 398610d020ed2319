// Points that are near each other as integers of one word, for exact signs of determinants: their differences are
// exact as doubles, and have few bits on a grid of their own. Several times as fast as exact_integer.hpp, and enough
// for most triangles that touch or nearly do.
#pragma once
#include <apart/base/two_doubles.hpp>
#include <apart/triangles/exact/exact_integer.hpp>

namespace apart::triangles {

struct ShortPoint {
  std::int64_t x, y, z;

  friend ShortPoint operator-(ShortPoint a, ShortPoint b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

// Relative to the first one, each axis in a unit of its own: below 2^60, so that differences are below 2^61.
template <int N>
struct ShortPoints {
  ShortPoint at[N];
  bool valid = true;

  explicit ShortPoints(const Vec3d (&points)[N]) {
    along(points, &Vec3d::x, &ShortPoint::x), along(points, &Vec3d::y, &ShortPoint::y);
    along(points, &Vec3d::z, &ShortPoint::z);
  }

 private:
  void along(const Vec3d (&points)[N], double Vec3d::*from, std::int64_t ShortPoint::*to) {
    double differences[N], most = 0;
    for (int k = 0; k < N; ++k) {
      const TwoDoubles difference = TwoDoubles::of_sum(points[k].*from, -(points[0].*from));
      valid = valid & (difference.low == 0);
      differences[k] = difference.high;
      most = larger(most, std::abs(difference.high));
    }
    const int exponent = most == 0 ? 0 : static_cast<int>(std::bit_cast<u64>(most) >> 52) - 1023;
    valid = valid & (exponent > -900) & (exponent < 900);
    if (!valid) return;
    const double scale = std::bit_cast<double>(static_cast<u64>(1023 + 59 - exponent) << 52);
    for (int k = 0; k < N; ++k) {
      const double scaled = differences[k] * scale;
      at[k].*to = static_cast<std::int64_t>(scaled);
      valid = valid & (static_cast<double>(at[k].*to) == scaled);
    }
  }
};

// Of three points: products of two differences, below 2^123.
struct ShortNormal {
  i128 x, y, z;

  ShortNormal(ShortPoint a, ShortPoint b, ShortPoint c) {
    const ShortPoint u = b - a, v = c - a;
    const auto minor = [](std::int64_t p, std::int64_t q, std::int64_t r, std::int64_t s) {
      return static_cast<i128>(p) * q - static_cast<i128>(r) * s;
    };
    x = minor(u.y, v.z, u.z, v.y), y = minor(u.z, v.x, u.x, v.z), z = minor(u.x, v.y, u.y, v.x);
  }
};

// The sign of a normal's product with a difference, summed as two numbers, one of them 2^64 times as large: neither
// has more than 127 bits.
inline int sign_of_product(const ShortNormal& n, ShortPoint w) {
  i128 upper = 0, lower = 0;
  const auto add = [&](i128 product, std::int64_t factor) {
    upper += (product >> 64) * factor;
    lower += static_cast<i128>(static_cast<u64>(product)) * factor;
  };
  add(n.x, w.x), add(n.y, w.y), add(n.z, w.z);
  upper += lower >> 64;
  return upper < 0 ? -1 : upper > 0 || static_cast<u64>(lower) != 0;
}

}  // namespace apart::triangles
