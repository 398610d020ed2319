// Numbers of about 106 bits, as an unevaluated sum of two doubles: for the few products that cancel. A sum or a product
// is off by at most 5·2⁻¹⁰⁶ of itself, a quotient by 16·2⁻¹⁰⁶, where neither parts of it nor of its factors underflow.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart {

struct TwoDoubles {
  double high = 0, low = 0;

  constexpr TwoDoubles() = default;
  constexpr TwoDoubles(double h, double l = 0) : high(h), low(l) {}
  constexpr explicit operator double() const { return high; }

  static constexpr TwoDoubles of_sum(double a, double b) {
    const double sum = a + b, of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
  }
  static constexpr TwoDoubles of_product(double a, double b) {
    const double product = a * b;
    const auto [a1, a2] = halves(a);
    const auto [b1, b2] = halves(b);
    return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
  }

  friend constexpr TwoDoubles operator+(TwoDoubles a, TwoDoubles b) {
    const TwoDoubles of_highs = of_sum(a.high, b.high), of_lows = of_sum(a.low, b.low);
    const TwoDoubles some = normalized(of_highs.high, of_highs.low + of_lows.high);
    return normalized(some.high, some.low + of_lows.low);
  }
  friend constexpr TwoDoubles operator-(TwoDoubles a) { return {-a.high, -a.low}; }
  friend constexpr TwoDoubles operator-(TwoDoubles a, TwoDoubles b) { return a + -b; }
  friend constexpr TwoDoubles operator*(TwoDoubles a, TwoDoubles b) {
    const TwoDoubles product = of_product(a.high, b.high);
    return normalized(product.high, product.low + (a.high * b.low + a.low * b.high));
  }
  friend constexpr TwoDoubles operator/(TwoDoubles a, TwoDoubles b) {
    const double first = a.high / b.high;
    const TwoDoubles rest = a - b * TwoDoubles(first);
    const double second = rest.high / b.high;
    return normalized(first, second) + TwoDoubles((rest - b * TwoDoubles(second)).high / b.high);
  }
  constexpr TwoDoubles& operator+=(TwoDoubles b) { return *this = *this + b; }

  friend constexpr bool operator==(TwoDoubles, TwoDoubles) = default;
  friend constexpr bool operator<(TwoDoubles a, TwoDoubles b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
  friend constexpr bool operator>(TwoDoubles a, TwoDoubles b) { return b < a; }
  friend constexpr bool operator<=(TwoDoubles a, TwoDoubles b) {
    return a.high < b.high || (a.high == b.high && a.low <= b.low);
  }
  friend constexpr bool operator>=(TwoDoubles a, TwoDoubles b) { return b <= a; }

 private:
  struct Halves {
    double high, low;
  };
  // Of 26 bits each, whose products are exact. The factor overflows beyond 1e300.
  static constexpr Halves halves(double x) {
    const double much = 0x8000001p0 * x, high = much - (much - x);
    return {high, x - high};
  }
  static constexpr TwoDoubles normalized(double a, double b) {  // |a| ≥ |b|
    const double sum = a + b;
    return {sum, b - (sum - a)};
  }
};

// a − b, exactly.
inline Vec3<TwoDoubles> exact_difference(Vec3d a, Vec3d b) {
  return {TwoDoubles::of_sum(a.x, -b.x), TwoDoubles::of_sum(a.y, -b.y), TwoDoubles::of_sum(a.z, -b.z)};
}
inline Vec3d to_doubles(const Vec3<TwoDoubles>& v) { return {v.x.high, v.y.high, v.z.high}; }

}  // namespace apart
