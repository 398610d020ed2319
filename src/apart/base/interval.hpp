// Interval arithmetic: a closed range that contains the true result. Every operation rounds outward, without touching
// the rounding mode. A sum is as narrow as T allows; other results are at most one ulp wider on each side.
#pragma once
#include <apart/base/assert.hpp>
#include <apart/base/vec3.hpp>
#include <bit>
#include <limits>

namespace apart {

// The next number of T towards −∞ and +∞. Infinities stay, except that the step from one inwards is the largest
// finite number.
template <class T>
constexpr T step_below(T x) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  if (x == T(0)) return -std::numeric_limits<T>::denorm_min();
  if (!(x > -std::numeric_limits<T>::infinity())) return x;
  const Bits bits = std::bit_cast<Bits>(x);
  return std::bit_cast<T>(x > T(0) ? bits - 1 : bits + 1);
}
template <class T>
constexpr T step_above(T x) {
  return -step_below(-x);
}

template <class T>
class Interval {
  static constexpr T kInfinity = std::numeric_limits<T>::infinity();

 public:
  constexpr Interval() = default;  // zero
  constexpr explicit Interval(T x) : Interval(x, x) {}
  // An end may be infinite: the range is then unbounded on that side, and infinity itself is not in it.
  constexpr Interval(T low, T high) : low_(low), high_(high) {
    APART_ASSERT(low <= high && low < kInfinity && high > -kInfinity, "an interval's ends are no numbers or swapped");
  }
  static constexpr Interval everything() { return {-kInfinity, kInfinity}; }
  static constexpr Interval nothing() {
    Interval none;
    none.low_ = kInfinity, none.high_ = -kInfinity;
    return none;
  }

  constexpr T low() const { return low_; }
  constexpr T high() const { return high_; }
  constexpr bool empty() const { return low_ > high_; }
  constexpr bool contains(T x) const { return low_ <= x && x <= high_; }
  constexpr bool contains(const Interval& b) const { return b.empty() || (low_ <= b.low_ && b.high_ <= high_); }

  // Holds for every number in it; vacuously true if empty.
  constexpr bool positive() const { return low_ > T(0); }
  constexpr bool negative() const { return high_ < T(0); }
  constexpr bool zero() const { return empty() || (low_ == T(0) && high_ == T(0)); }
  constexpr bool sign_is_certain() const { return positive() || negative() || zero(); }

  // An upper bound of high − low; zero if empty.
  constexpr T width() const { return empty() ? T(0) : sum_above(high_, -low_); }
  // A finite number in it, near the middle. Undefined if empty.
  constexpr T middle() const {
    APART_ASSERT(!empty(), "the middle of an empty interval");
    constexpr T most = std::numeric_limits<T>::max();
    if (low_ == -kInfinity && high_ == kInfinity) return T(0);
    if (low_ == -kInfinity) return lesser(high_, -most);
    if (high_ == kInfinity) return larger(low_, most);
    const T halves = low_ / 2 + high_ / 2;  // the sum of two huge ends would overflow
    return larger(low_, lesser(high_, halves));
  }

  friend constexpr bool operator==(const Interval&, const Interval&) = default;
  friend constexpr bool overlaps(const Interval& a, const Interval& b) {
    return lesser(a.high_, b.high_) >= larger(a.low_, b.low_) && !a.empty() && !b.empty();
  }
  // Every number of a is less than every number of b.
  friend constexpr bool certainly_less(const Interval& a, const Interval& b) { return a.high_ < b.low_; }
  friend constexpr Interval hull(const Interval& a, const Interval& b) {
    return raw(lesser(a.low_, b.low_), larger(a.high_, b.high_));
  }
  friend constexpr Interval intersection(const Interval& a, const Interval& b) {
    return overlaps(a, b) ? raw(larger(a.low_, b.low_), lesser(a.high_, b.high_)) : nothing();
  }

  friend constexpr Interval operator-(const Interval& a) { return raw(-a.high_, -a.low_); }
  friend constexpr Interval operator+(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return nothing();
    return raw(sum_below(a.low_, b.low_), sum_above(a.high_, b.high_));
  }
  friend constexpr Interval operator-(const Interval& a, const Interval& b) { return a + -b; }

  friend constexpr Interval operator*(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return nothing();
    const T p = product(a.low_, b.low_), q = product(a.low_, b.high_);
    const T r = product(a.high_, b.low_), s = product(a.high_, b.high_);
    Interval result = outward(lesser(lesser(p, q), lesser(r, s)), larger(larger(p, q), larger(r, s)));
    // A bound that is exactly zero stays zero: a factor is zero, or the signs agree.
    if (a.zero() || b.zero()) return Interval();
    if ((a.low_ >= T(0) && b.low_ >= T(0)) || (a.high_ <= T(0) && b.high_ <= T(0)))
      result.low_ = larger(result.low_, T(0));
    if ((a.low_ >= T(0) && b.high_ <= T(0)) || (a.high_ <= T(0) && b.low_ >= T(0)))
      result.high_ = lesser(result.high_, T(0));
    return result;
  }

  // All quotients by non-zero numbers of b.
  friend constexpr Interval operator/(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty() || b.zero()) return nothing();
    if (a.zero()) return Interval();
    if (b.low_ < T(0) && b.high_ > T(0)) return everything();
    if (b.high_ <= T(0)) return -a / -b;
    // Now b is positive, but may begin at zero. The end that gives the least quotient depends on the sign of a.
    const T low = a.low_ >= T(0) ? quotient(a.low_, b.high_) : quotient(a.low_, b.low_);
    const T high = a.high_ >= T(0) ? quotient(a.high_, b.low_) : quotient(a.high_, b.high_);
    Interval result = outward(low, high);
    if (a.low_ >= T(0)) result.low_ = larger(result.low_, T(0));
    if (a.high_ <= T(0)) result.high_ = lesser(result.high_, T(0));
    return result;
  }

  // Never below zero, unlike a * a.
  friend constexpr Interval square(const Interval& a) {
    const Interval size = abs(a);
    return size * size;
  }
  // Of its non-negative part.
  friend Interval sqrt(const Interval& a) {
    using std::sqrt;
    if (!(a.high_ >= T(0))) return nothing();
    const Interval result = outward(sqrt(larger(a.low_, T(0))), sqrt(a.high_));
    return raw(a.low_ > T(0) ? larger(result.low_, T(0)) : T(0), a.high_ > T(0) ? result.high_ : T(0));
  }
  friend constexpr Interval abs(const Interval& a) {
    if (a.empty() || a.low_ >= T(0)) return a;
    return a.high_ <= T(0) ? -a : raw(T(0), larger(-a.low_, a.high_));
  }
  friend constexpr Interval lesser(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return nothing();
    return raw(lesser(a.low_, b.low_), lesser(a.high_, b.high_));
  }
  friend constexpr Interval larger(const Interval& a, const Interval& b) { return -lesser(-a, -b); }

 private:
  static constexpr Interval raw(T low, T high) {
    Interval made;
    made.low_ = low, made.high_ = high;
    return made;
  }
  static constexpr Interval outward(T low, T high) { return raw(step_below(low), step_above(high)); }

  // The sign of Knuth's exact error of a rounded sum tells whether it was rounded in the wrong direction.
  static constexpr T sum_below(T a, T b) {
    const T sum = a + b;
    if (!(sum < kInfinity && sum > -kInfinity)) return sum > T(0) ? std::numeric_limits<T>::max() : sum;
    const T b_part = sum - a, a_part = sum - b_part;
    const T error = (a - a_part) + (b - b_part);
    return error < T(0) || !(error == error) ? step_below(sum) : sum;
  }
  static constexpr T sum_above(T a, T b) { return -sum_below(-a, -b); }

  // Zero times infinity is zero here; so is a finite number divided by infinity.
  static constexpr T product(T a, T b) { return a == T(0) || b == T(0) ? T(0) : a * b; }
  static constexpr T quotient(T a, T b) {
    if (b == T(0)) return a > T(0) ? kInfinity : a < T(0) ? -kInfinity : T(0);
    return b == kInfinity ? T(0) : a / b;
  }

  T low_ = 0, high_ = 0;
};

}  // namespace apart
