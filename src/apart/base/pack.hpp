// SIMD packs: Pack<float, 8> is eight floats computed with as one. A function written over T works for float, double
// and Pack alike, and every lane gets the scalar's bits.
#pragma once
#include <apart/base/register.hpp>
#include <apart/base/vec3.hpp>
#include <limits>
#include <type_traits>

namespace apart {

// A pack has the same layout in every build, but is computed in registers of the width that this build may use.
inline namespace APART_LANES_OF_BUILD {

namespace lanes {

// How W lanes of T are split into registers.
template <class T, int W>
struct Layout {
  static constexpr int whole = W * static_cast<int>(sizeof(T));
  static constexpr int bytes = whole < kRegisterBytes ? whole : kRegisterBytes;
  static constexpr int registers = whole / bytes;
  static constexpr int lanes = W / registers;
  using Of = Register<T, bytes>;
  typedef T Numbers __attribute__((vector_size(bytes)));
  typedef Signed<T> Signs __attribute__((vector_size(bytes)));
};

// For each register: into.r[i] = f(i).
template <class Into, class F>
APART_INLINE Into each(F f) {
  Into into;
  for (int i = 0; i < Into::kRegisters; ++i) into.r[i] = f(i);
  return into;
}

}  // namespace lanes

// The result of comparing packs: true or false in every lane.
template <class T, int W>
struct Mask {
  using Layout = lanes::Layout<T, W>;
  static constexpr int kRegisters = Layout::registers;

  typename Layout::Of::Truth r[kRegisters];

  APART_INLINE bool operator[](int lane) const { return bits(*this) >> lane & 1; }

  APART_INLINE friend Mask operator&(const Mask& a, const Mask& b) {
    return lanes::each<Mask>([&](int i) { return Layout::Of::both(a.r[i], b.r[i]); });
  }
  APART_INLINE friend Mask operator|(const Mask& a, const Mask& b) {
    return lanes::each<Mask>([&](int i) { return Layout::Of::either(a.r[i], b.r[i]); });
  }
  APART_INLINE friend Mask operator!(const Mask& a) {
    return lanes::each<Mask>([&](int i) { return Layout::Of::opposite(a.r[i]); });
  }

  // Lane i as bit i.
  APART_INLINE friend u32 bits(const Mask& a) {
    u32 all = 0;
    for (int i = 0; i < kRegisters; ++i) all |= Layout::Of::bits(a.r[i]) << (i * Layout::lanes);
    return all;
  }
  APART_INLINE friend bool any(const Mask& a) { return bits(a) != 0; }
  APART_INLINE friend bool all(const Mask& a) { return bits(a) == (u32(1) << W) - 1; }
  APART_INLINE friend bool none(const Mask& a) { return bits(a) == 0; }
};

template <class T, int W>
struct alignas(sizeof(T) * W) Pack {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  static_assert(W == 1 || W == 2 || W == 4 || W == 8 || W == 16);
  using Layout = lanes::Layout<T, W>;
  static constexpr int kRegisters = Layout::registers;

  typename Layout::Numbers r[kRegisters] = {};

  Pack() = default;
  // A number less 0 is itself, also −0: one instruction, where lanes set one by one are many.
  APART_INLINE explicit Pack(T all) {
    for (auto& some : r) some = all - typename Layout::Numbers{};
  }
  APART_INLINE static Pack load(const T* from) {
    return lanes::each<Pack>([&](int i) { return *reinterpret_cast<const Anywhere*>(from + i * Layout::lanes); });
  }
  void store(T* to) const {
    for (int i = 0; i < kRegisters; ++i) *reinterpret_cast<Anywhere*>(to + i * Layout::lanes) = r[i];
  }

  APART_INLINE T operator[](int lane) const { return r[lane / Layout::lanes][lane % Layout::lanes]; }
  void set(int lane, T value) { reinterpret_cast<T*>(r)[lane] = value; }

  APART_INLINE friend Pack operator+(const Pack& a, const Pack& b) {
    return lanes::each<Pack>([&](int i) { return a.r[i] + b.r[i]; });
  }
  APART_INLINE friend Pack operator-(const Pack& a, const Pack& b) {
    return lanes::each<Pack>([&](int i) { return a.r[i] - b.r[i]; });
  }
  APART_INLINE friend Pack operator*(const Pack& a, const Pack& b) {
    return lanes::each<Pack>([&](int i) { return a.r[i] * b.r[i]; });
  }
  APART_INLINE friend Pack operator/(const Pack& a, const Pack& b) {
    return lanes::each<Pack>([&](int i) { return a.r[i] / b.r[i]; });
  }
  APART_INLINE friend Pack operator-(const Pack& a) {
    return lanes::each<Pack>([&](int i) { return -a.r[i]; });
  }
  APART_INLINE Pack& operator+=(const Pack& b) { return *this = *this + b; }
  APART_INLINE Pack& operator-=(const Pack& b) { return *this = *this - b; }
  APART_INLINE Pack& operator*=(const Pack& b) { return *this = *this * b; }
  APART_INLINE Pack& operator/=(const Pack& b) { return *this = *this / b; }

  APART_INLINE friend Mask<T, W> operator<(const Pack& a, const Pack& b) {
    return lanes::each<Mask<T, W>>([&](int i) { return Layout::Of::less(a.r[i], b.r[i]); });
  }
  APART_INLINE friend Mask<T, W> operator<=(const Pack& a, const Pack& b) {
    return lanes::each<Mask<T, W>>([&](int i) { return Layout::Of::at_most(a.r[i], b.r[i]); });
  }
  APART_INLINE friend Mask<T, W> operator>(const Pack& a, const Pack& b) { return b < a; }
  APART_INLINE friend Mask<T, W> operator>=(const Pack& a, const Pack& b) { return b <= a; }
  // constexpr only because Clang requires it for the comparison of Vec3<Pack>, which is never called.
  APART_INLINE friend constexpr Mask<T, W> operator==(const Pack& a, const Pack& b) {
    return lanes::each<Mask<T, W>>([&](int i) { return Layout::Of::equal(a.r[i], b.r[i]); });
  }
  APART_INLINE friend Mask<T, W> operator!=(const Pack& a, const Pack& b) { return !(a == b); }

  APART_INLINE friend Pack select(const Mask<T, W>& where, const Pack& yes, const Pack& no) {
    return lanes::each<Pack>([&](int i) { return Layout::Of::select(where.r[i], yes.r[i], no.r[i]); });
  }
  APART_INLINE friend Pack lesser(const Pack& a, const Pack& b) {
    return lanes::each<Pack>([&](int i) { return Layout::Of::lesser(a.r[i], b.r[i]); });
  }
  APART_INLINE friend Pack larger(const Pack& a, const Pack& b) {
    return lanes::each<Pack>([&](int i) { return Layout::Of::larger(a.r[i], b.r[i]); });
  }
  APART_INLINE friend Pack abs(const Pack& a) {
    using Signs = typename Layout::Signs;
    constexpr lanes::Signed<T> all_but_sign = std::numeric_limits<lanes::Signed<T>>::max();
    return lanes::each<Pack>([&](int i) { return (typename Layout::Numbers)((Signs)a.r[i] & all_but_sign); });
  }
  APART_INLINE friend Pack sqrt(const Pack& a) {
    return lanes::each<Pack>([&](int i) { return Layout::Of::sqrt(a.r[i]); });
  }

 private:
  typedef typename Layout::Numbers Anywhere __attribute__((aligned(alignof(T)), may_alias));
};

// A number, or a vector, the same in all lanes of P. P(x) is the same, but where there are many, GCC keeps packs that
// are made by a constructor in memory.
template <class P, class T>
APART_INLINE P in_all_lanes(T x) {
  if constexpr (std::is_same_v<P, T>)
    return x;
  else
    return lanes::each<P>([&](int) { return x - typename P::Layout::Numbers{}; });
}
template <class P, class T>
APART_INLINE Vec3<P> in_all_lanes(const Vec3<T>& v) {
  return {in_all_lanes<P>(v.x), in_all_lanes<P>(v.y), in_all_lanes<P>(v.z)};
}

// One number in the lower half of the lanes, another one in the upper half: of sixteen lanes, eight and eight.
template <class P>
APART_INLINE P in_halves(const float& lower, const float& upper) {
#if defined(__AVX512F__)
  if constexpr (P::Layout::bytes == 64) {
    static_assert(P::kRegisters == 1);
    constexpr __mmask16 kUpper = 0xff00;
    return lanes::each<P>(
        [&](int) { return _mm512_mask_broadcastss_ps(_mm512_set1_ps(lower), kUpper, _mm_load_ss(&upper)); });
  } else
#endif
  {
    static_assert(P::kRegisters % 2 == 0);
    return lanes::each<P>(
        [&](int i) { return (2 * i < P::kRegisters ? lower : upper) - typename P::Layout::Numbers{}; });
  }
}
template <class P>
APART_INLINE Vec3<P> in_halves(const Vec3f& lower, const Vec3f& upper) {
  return {in_halves<P>(lower.x, upper.x), in_halves<P>(lower.y, upper.y), in_halves<P>(lower.z, upper.z)};
}

}  // namespace APART_LANES_OF_BUILD

// The same functions for scalars, so that code over T works for both.
template <class T>
requires std::is_arithmetic_v<T>
constexpr T select(bool where, T yes, T no) { return where ? yes : no; }
constexpr u32 bits(bool mask) { return mask; }
constexpr bool any(bool mask) { return mask; }
constexpr bool all(bool mask) { return mask; }
constexpr bool none(bool mask) { return !mask; }

// The scalar type of T, and its number of lanes.
template <class T>
struct LanesOf {
  using Number = T;
  static constexpr int count = 1;
};
template <class T, int W>
struct LanesOf<Pack<T, W>> {
  using Number = T;
  static constexpr int count = W;
};

}  // namespace apart
