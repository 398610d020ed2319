// Numbers of about 106 bits, as an unevaluated sum of two doubles: for the few products that cancel. A sum or a product
// is off by at most 5·2⁻¹⁰⁶ of itself, a quotient by 16·2⁻¹⁰⁶, where neither parts of it nor of its factors underflow.
// Over a Pack, the same in each of its lanes.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart {

template <class T>
struct BasicTwoDoubles {
  T high = T(0), low = T(0);

  constexpr BasicTwoDoubles() = default;
  constexpr BasicTwoDoubles(T h, T l = T(0)) : high(h), low(l) {}
  constexpr explicit operator T() const { return high; }

  static constexpr BasicTwoDoubles of_sum(T a, T b) {
    const T sum = a + b, of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
  }
  static constexpr BasicTwoDoubles of_product(T a, T b) {
    const T product = a * b;
    const auto [a1, a2] = halves(a);
    const auto [b1, b2] = halves(b);
    return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
  }

  friend constexpr BasicTwoDoubles operator+(BasicTwoDoubles a, BasicTwoDoubles b) {
    const BasicTwoDoubles of_highs = of_sum(a.high, b.high), of_lows = of_sum(a.low, b.low);
    const BasicTwoDoubles some = normalized(of_highs.high, of_highs.low + of_lows.high);
    return normalized(some.high, some.low + of_lows.low);
  }
  friend constexpr BasicTwoDoubles operator-(BasicTwoDoubles a) { return {-a.high, -a.low}; }
  friend constexpr BasicTwoDoubles operator-(BasicTwoDoubles a, BasicTwoDoubles b) { return a + -b; }
  friend constexpr BasicTwoDoubles operator*(BasicTwoDoubles a, BasicTwoDoubles b) {
    const BasicTwoDoubles product = of_product(a.high, b.high);
    return normalized(product.high, product.low + (a.high * b.low + a.low * b.high));
  }
  friend constexpr BasicTwoDoubles operator/(BasicTwoDoubles a, BasicTwoDoubles b) {
    const T first = a.high / b.high;
    const BasicTwoDoubles rest = a - b * BasicTwoDoubles(first);
    const T second = rest.high / b.high;
    return normalized(first, second) + BasicTwoDoubles((rest - b * BasicTwoDoubles(second)).high / b.high);
  }
  constexpr BasicTwoDoubles& operator+=(BasicTwoDoubles b) { return *this = *this + b; }

  friend constexpr bool operator==(BasicTwoDoubles, BasicTwoDoubles) = default;
  friend constexpr bool operator<(BasicTwoDoubles a, BasicTwoDoubles b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
  friend constexpr bool operator>(BasicTwoDoubles a, BasicTwoDoubles b) { return b < a; }
  friend constexpr bool operator<=(BasicTwoDoubles a, BasicTwoDoubles b) {
    return a.high < b.high || (a.high == b.high && a.low <= b.low);
  }
  friend constexpr bool operator>=(BasicTwoDoubles a, BasicTwoDoubles b) { return b <= a; }

 private:
  struct Halves {
    T high, low;
  };
  // Of 26 bits each, whose products are exact. The factor overflows beyond 1e300.
  static constexpr Halves halves(T x) {
    const T much = T(0x8000001p0) * x, high = much - (much - x);
    return {high, x - high};
  }
  static constexpr BasicTwoDoubles normalized(T a, T b) {  // |a| ≥ |b|
    const T sum = a + b;
    return {sum, b - (sum - a)};
  }
};

using TwoDoubles = BasicTwoDoubles<double>;

// a − b, exactly.
template <class T>
APART_INLINE Vec3<BasicTwoDoubles<T>> exact_difference(Vec3<T> a, Vec3<T> b) {
  using Two = BasicTwoDoubles<T>;
  return {Two::of_sum(a.x, -b.x), Two::of_sum(a.y, -b.y), Two::of_sum(a.z, -b.z)};
}
template <class T>
APART_INLINE Vec3<T> to_doubles(const Vec3<BasicTwoDoubles<T>>& v) {
  return {v.x.high, v.y.high, v.z.high};
}

}  // namespace apart
