// A point or a direction. T is float, double or a Pack of them.
#pragma once
#include <apart/base/inline.hpp>
#include <apart/base/rooms.hpp>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace apart {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T>
struct Vec3 {
  T x{}, y{}, z{};

  APART_INLINE constexpr T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  APART_INLINE constexpr const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

  APART_INLINE friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  APART_INLINE friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  APART_INLINE friend constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
  APART_INLINE friend constexpr Vec3 operator*(T s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
  APART_INLINE friend constexpr Vec3 operator*(Vec3 a, T s) { return s * a; }
  APART_INLINE friend constexpr Vec3 operator/(Vec3 a, T s) { return {a.x / s, a.y / s, a.z / s}; }
  APART_INLINE constexpr Vec3& operator+=(Vec3 b) { return *this = *this + b; }
  APART_INLINE constexpr Vec3& operator-=(Vec3 b) { return *this = *this - b; }
  APART_INLINE constexpr Vec3& operator*=(T s) { return *this = s * *this; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

using Vec3d = Vec3<double>;
using Vec3f = Vec3<float>;

template <class T>
APART_INLINE constexpr T dot(Vec3<T> a, Vec3<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
APART_INLINE constexpr Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
APART_INLINE constexpr T squared_length(Vec3<T> a) {
  return dot(a, a);
}

template <class T>
APART_INLINE T length(Vec3<T> a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

// Minimum and maximum for scalars; Pack has its own of the same name.
template <class T>
APART_INLINE constexpr T lesser(T a, T b) {
  return b < a ? b : a;
}
template <class T>
APART_INLINE constexpr T larger(T a, T b) {
  return a < b ? b : a;
}

template <class T>
APART_INLINE constexpr Vec3<T> lesser(Vec3<T> a, Vec3<T> b) {
  return {lesser(a.x, b.x), lesser(a.y, b.y), lesser(a.z, b.z)};
}
template <class T>
APART_INLINE constexpr Vec3<T> larger(Vec3<T> a, Vec3<T> b) {
  return {larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)};
}

template <class T>
APART_INLINE constexpr T largest(Vec3<T> a) {
  return larger(larger(a.x, a.y), a.z);
}

template <class T>
APART_INLINE Vec3<T> abs(Vec3<T> a) {
  using std::abs;
  return {abs(a.x), abs(a.y), abs(a.z)};
}

template <class T>
bool is_finite(Vec3<T> a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// Forces a value that was rounded. GCC 12 (at least 12.2, when it vectorizes straight-line code) may omit the rounding
// in a double → float → double chain: a box measured about its rounded centre was in fact measured about the unrounded
// one.
template <class T>
APART_INLINE void force_rounding([[maybe_unused]] T& rounded) {
#if defined(__GNUC__) && !defined(__clang__)
#if defined(__SSE2__) && !defined(__CUDACC__)
  __asm__("" : "+x"(rounded));  // in its register
#else
  __asm__("" : "+m"(rounded));
#endif
#endif
}

// static_cast, but the value is really rounded.
template <class To, class From>
constexpr To rounded(From x) {
  To y = static_cast<To>(x);
  if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>)
    if (!std::is_constant_evaluated()) force_rounding(y);
  return y;
}

template <class To, class From>
APART_INLINE constexpr Vec3<To> cast(Vec3<From> a) {
  return {rounded<To>(a.x), rounded<To>(a.y), rounded<To>(a.z)};
}

}  // namespace apart
