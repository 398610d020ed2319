// Fixed-size big integers of 64-bit limbs, on the stack: the arithmetic behind exact signs. Two's complement, least
// limb first; the caller rules out overflow.
#pragma once
#include <apart/base/quad.hpp>
#include <apart/base/vec3.hpp>
#include <bit>
#include <type_traits>

namespace apart::triangles {

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

template <int N>
struct ExactInteger {
  u64 limbs[N];

  bool negative() const { return limbs[N - 1] >> 63; }
};

template <int N>
ExactInteger<N> operator+(const ExactInteger<N>& a, const ExactInteger<N>& b) {
  ExactInteger<N> sum;
  u64 carry = 0;
  for (int i = 0; i < N; ++i) {
    const u128 s = static_cast<u128>(a.limbs[i]) + b.limbs[i] + carry;
    sum.limbs[i] = static_cast<u64>(s);
    carry = static_cast<u64>(s >> 64);
  }
  return sum;
}

// a − b·2^(64·shift), in place, or a unchanged if not wanted (branchless: signs are hard to predict).
template <int N, int M>
void subtract(ExactInteger<N>& a, const ExactInteger<M>& b, int shift, bool wanted = true) {
  const u64 mask = u64{0} - wanted;
  u64 borrow = 0;
  for (int i = 0; i < M; ++i) {
    const u128 d = static_cast<u128>(a.limbs[i + shift]) - (b.limbs[i] & mask) - borrow;
    a.limbs[i + shift] = static_cast<u64>(d);
    borrow = static_cast<u64>(d >> 64) & 1;
  }
}

template <int N>
ExactInteger<N> operator-(const ExactInteger<N>& a, const ExactInteger<N>& b) {
  ExactInteger<N> difference = a;
  subtract(difference, b, 0);
  return difference;
}

template <int N, int M>
ExactInteger<N + M> operator*(const ExactInteger<N>& a, const ExactInteger<M>& b) {
  if constexpr (N == 1 && M == 1) {
    const i128 p = static_cast<i128>(static_cast<std::int64_t>(a.limbs[0])) * static_cast<std::int64_t>(b.limbs[0]);
    return {{static_cast<u64>(p), static_cast<u64>(p >> 64)}};
  }
  ExactInteger<N + M> product{};
  for (int i = 0; i < N; ++i) {
    u64 carry = 0;
    for (int j = 0; j < M; ++j) {
      const u128 p = static_cast<u128>(a.limbs[i]) * b.limbs[j] + product.limbs[i + j] + carry;
      product.limbs[i + j] = static_cast<u64>(p);
      carry = static_cast<u64>(p >> 64);
    }
    product.limbs[i + M] = carry;
  }
  // Corrects the unsigned multiplication: a negative factor was read 2^(64 N) too large.
  subtract(product, b, N, a.negative());
  subtract(product, a, M, b.negative());
  return product;
}

template <int N>
int sign(const ExactInteger<N>& a) {
  if (a.negative()) return -1;
  for (int i = 0; i < N; ++i)
    if (a.limbs[i]) return 1;
  return 0;
}

// a as a number in (−2, 2) times 2^exponent, correct to Quad's last bit but one.
template <int N>
Quad leading(const ExactInteger<N>& a, int& exponent) {
  const ExactInteger<N> magnitude = a.negative() ? ExactInteger<N>{} - a : a;
  int top = N - 1;
  while (top > 0 && magnitude.limbs[top] == 0) --top;
  exponent = 64 * top + 63;
  Quad value = 0, scale = 0x1p-63;
  for (int i = top; i >= 0 && i > top - 3; --i) {  // of three limbs, at least 129 bits count
    value += Quad(magnitude.limbs[i]) * scale;
    scale *= 0x1p-64;
  }
  return a.negative() ? -value : value;
}

// A finite double as mantissa · 2^exponent, without the sign.
struct Parts {
  u64 mantissa;
  int exponent;

  explicit Parts(double x) {
    const u64 bits = std::bit_cast<u64>(x);
    const int field = static_cast<int>(bits >> 52) & 0x7ff;
    mantissa = bits & 0xfffffffffffffu;
    if (field) mantissa |= u64{1} << 52;
    exponent = (field ? field : 1) - 1075;
  }
};

// The range of powers of two between the lowest and the highest bit of some doubles: all are integers on this grid.
struct BitRange {
  int low = 2000, high = -2000;  // high is no lower than one above the highest bit

  template <class... Doubles>
  explicit BitRange(Doubles... xs) {
    (include(xs), ...);
    if (high < low) low = high = 0;  // all are 0
  }
  int width() const { return high - low; }

 private:
  void include(double x) {
    if (x == 0) return;
    const Parts parts(x);
    low = lesser(low, parts.exponent + std::countr_zero(parts.mantissa));
    high = larger(high, parts.exponent + 53);
  }
};

// x / 2^low; the bits of x lie at low and above.
template <int N>
ExactInteger<N> exact(double x, int low) {
  if constexpr (N == 1) {
    if (low > -1000 && low < 1000) {  // the hardware's conversion, exact here
      const double scale = std::bit_cast<double>(static_cast<u64>(1023 - low) << 52);
      return {{static_cast<u64>(static_cast<std::int64_t>(x * scale))}};
    }
  }
  const Parts parts(x);
  const int shift = parts.exponent - low;
  ExactInteger<N> result{};
  if (parts.mantissa == 0) return result;
  if (shift < 0) {
    result.limbs[0] = parts.mantissa >> -shift;
  } else {
    const int limb = shift / 64, bit = shift % 64;
    result.limbs[limb] = parts.mantissa << bit;
    if (limb + 1 < N && bit) result.limbs[limb + 1] = parts.mantissa >> (64 - bit);
  }
  return x < 0 ? ExactInteger<N>{} - result : result;
}

// Calls f with the number of limbs that holds coordinates of this many bits and three more: one for the sign, one for a
// difference of two; a determinant of three rows then fits in three times the limbs. 33 limbs hold every double there
// is (2098 bits).
template <class F>
auto with_limbs(int bits, F&& f) {
  if (bits <= 64 * 1 - 3) return f(std::integral_constant<int, 1>{});
  if (bits <= 64 * 2 - 3) return f(std::integral_constant<int, 2>{});
  if (bits <= 64 * 6 - 3) return f(std::integral_constant<int, 6>{});
  return f(std::integral_constant<int, 33>{});
}

}  // namespace apart::triangles
