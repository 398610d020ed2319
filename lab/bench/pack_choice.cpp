// Which SIMD library should base/pack.hpp use? The same two kernels, eight boxes at a time, over each candidate: an
// oriented-box separating-axis test and the squared gap between aligned boxes. A candidate whose header is not
// installed is left out; -DPACK_CHOICE_ONLY=n keeps only candidate n, to measure its compile time and code.
#include <benchmark/benchmark.h>
#include <apart/base/mat3.hpp>
#include <apart/base/pack.hpp>
#include <apart/base/random.hpp>
#include <cstdio>
#include <cstring>
#include <vector>

#ifndef PACK_CHOICE_ONLY
#define PACK_CHOICE_ONLY 0
#endif
#define PACK_CHOICE_HAS(n) (PACK_CHOICE_ONLY == 0 || PACK_CHOICE_ONLY == n)
#if PACK_CHOICE_HAS(4) && __has_include(<xsimd/xsimd.hpp>)
#define PACK_CHOICE_XSIMD 1
#endif
#if PACK_CHOICE_HAS(5) && __has_include(<hwy/highway.h>)
#define PACK_CHOICE_HIGHWAY 1
#endif

// These libraries' headers do not compile cleanly under our own warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#ifdef PACK_CHOICE_XSIMD
#include <xsimd/xsimd.hpp>
#endif
#ifdef PACK_CHOICE_HIGHWAY
#include <hwy/highway.h>
#endif
#pragma GCC diagnostic pop

namespace apart::lab {
namespace {

// Candidate 2: all eight lanes in one vector type, whatever the machine's width.
struct Whole {
  typedef float Raw __attribute__((vector_size(32)));
  typedef std::int32_t Signs __attribute__((vector_size(32)));
  struct Mask {
    Signs m;
    friend Mask operator|(const Mask& a, const Mask& b) { return {a.m | b.m}; }
    friend u32 bits(const Mask& a) {
      u32 all = 0;
      for (int i = 0; i < 8; ++i) all |= u32(a.m[i] != 0) << i;
      return all;
    }
  };
  Raw v;
  Whole() = default;
  explicit Whole(Raw r) : v(r) {}
  explicit Whole(float s) : v{s, s, s, s, s, s, s, s} {}
  static Whole load(const float* from) {
    Whole p;
    std::memcpy(&p, from, sizeof p);
    return p;
  }
  void store(float* to) const { std::memcpy(to, this, sizeof *this); }
  friend Whole operator+(const Whole& a, const Whole& b) { return Whole(a.v + b.v); }
  friend Whole operator-(const Whole& a, const Whole& b) { return Whole(a.v - b.v); }
  friend Whole operator*(const Whole& a, const Whole& b) { return Whole(a.v * b.v); }
  friend Mask operator>(const Whole& a, const Whole& b) { return {a.v > b.v}; }
  friend Whole larger(const Whole& a, const Whole& b) { return Whole(a.v < b.v ? b.v : a.v); }
  friend Whole abs(const Whole& a) { return Whole((Raw)((Signs)a.v & 0x7fffffff)); }
};

// Candidate 3: an array and loops, left to the compiler's vectoriser.
struct Loops {
  struct Mask {
    std::int32_t m[8];
    friend Mask operator|(const Mask& a, const Mask& b) {
      Mask r;
      for (int i = 0; i < 8; ++i) r.m[i] = a.m[i] | b.m[i];
      return r;
    }
    friend u32 bits(const Mask& a) {
      u32 all = 0;
      for (int i = 0; i < 8; ++i) all |= u32(a.m[i] != 0) << i;
      return all;
    }
  };
  alignas(32) float v[8];
  Loops() = default;
  explicit Loops(float s) {
    for (float& x : v) x = s;
  }
  template <class F>
  static Loops each(F f) {
    Loops r;
    for (int i = 0; i < 8; ++i) r.v[i] = f(i);
    return r;
  }
  static Loops load(const float* from) {
    Loops p;
    std::memcpy(&p, from, sizeof p);
    return p;
  }
  void store(float* to) const { std::memcpy(to, this, sizeof *this); }
  friend Loops operator+(const Loops& a, const Loops& b) {
    return each([&](int i) { return a.v[i] + b.v[i]; });
  }
  friend Loops operator-(const Loops& a, const Loops& b) {
    return each([&](int i) { return a.v[i] - b.v[i]; });
  }
  friend Loops operator*(const Loops& a, const Loops& b) {
    return each([&](int i) { return a.v[i] * b.v[i]; });
  }
  friend Mask operator>(const Loops& a, const Loops& b) {
    Mask r;
    for (int i = 0; i < 8; ++i) r.m[i] = -std::int32_t(a.v[i] > b.v[i]);
    return r;
  }
  friend Loops larger(const Loops& a, const Loops& b) {
    return each([&](int i) { return a.v[i] < b.v[i] ? b.v[i] : a.v[i]; });
  }
  friend Loops abs(const Loops& a) {
    return each([&](int i) { return std::abs(a.v[i]); });
  }
};

#ifdef PACK_CHOICE_XSIMD
struct Xsimd {
  using Raw = xsimd::batch<float>;
  static constexpr int step = static_cast<int>(Raw::size), count = 8 / step;
  struct Mask {
    xsimd::batch_bool<float> m[count];
    friend Mask operator|(const Mask& a, const Mask& b) {
      Mask r;
      for (int i = 0; i < count; ++i) r.m[i] = a.m[i] | b.m[i];
      return r;
    }
    friend u32 bits(const Mask& a) {
      u32 all = 0;
      for (int i = 0; i < count; ++i) all |= register_bits(a.m[i].data) << (i * step);
      return all;
    }
    // xsimd 8.1 has no function for it.
    static u32 register_bits(__m128 m) { return static_cast<u32>(_mm_movemask_ps(m)); }
#ifdef __AVX__
    static u32 register_bits(__m256 m) { return static_cast<u32>(_mm256_movemask_ps(m)); }
#endif
  };
  Raw v[count];
  Xsimd() = default;
  explicit Xsimd(float s) {
    for (Raw& x : v) x = Raw(s);
  }
  template <class F>
  static Xsimd each(F f) {
    Xsimd r;
    for (int i = 0; i < count; ++i) r.v[i] = f(i);
    return r;
  }
  static Xsimd load(const float* from) {
    return each([&](int i) { return Raw::load_unaligned(from + i * step); });
  }
  void store(float* to) const {
    for (int i = 0; i < count; ++i) v[i].store_unaligned(to + i * step);
  }
  friend Xsimd operator+(const Xsimd& a, const Xsimd& b) {
    return each([&](int i) { return a.v[i] + b.v[i]; });
  }
  friend Xsimd operator-(const Xsimd& a, const Xsimd& b) {
    return each([&](int i) { return a.v[i] - b.v[i]; });
  }
  friend Xsimd operator*(const Xsimd& a, const Xsimd& b) {
    return each([&](int i) { return a.v[i] * b.v[i]; });
  }
  friend Mask operator>(const Xsimd& a, const Xsimd& b) {
    Mask r;
    for (int i = 0; i < count; ++i) r.m[i] = a.v[i] > b.v[i];
    return r;
  }
  friend Xsimd larger(const Xsimd& a, const Xsimd& b) {
    return each([&](int i) { return xsimd::max(b.v[i], a.v[i]); });
  }
  friend Xsimd abs(const Xsimd& a) {
    return each([&](int i) { return xsimd::abs(a.v[i]); });
  }
};
#endif

#ifdef PACK_CHOICE_HIGHWAY
namespace hn = hwy::HWY_NAMESPACE;
struct Highway {
  using Tag = hn::CappedTag<float, 8>;
  using Raw = hn::Vec<Tag>;
  static constexpr int step = static_cast<int>(hn::MaxLanes(Tag())), count = 8 / step;
  struct Mask {
    hn::Mask<Tag> m[count];
    friend Mask operator|(const Mask& a, const Mask& b) {
      Mask r;
      for (int i = 0; i < count; ++i) r.m[i] = hn::Or(a.m[i], b.m[i]);
      return r;
    }
    friend u32 bits(const Mask& a) {
      u32 all = 0;
      for (int i = 0; i < count; ++i) {
        std::uint8_t some[8] = {};
        hn::StoreMaskBits(Tag(), a.m[i], some);
        all |= static_cast<u32>(some[0]) << (i * step);
      }
      return all;
    }
  };
  Raw v[count];
  Highway() = default;
  explicit Highway(float s) {
    for (Raw& x : v) x = hn::Set(Tag(), s);
  }
  template <class F>
  static Highway each(F f) {
    Highway r;
    for (int i = 0; i < count; ++i) r.v[i] = f(i);
    return r;
  }
  static Highway load(const float* from) {
    return each([&](int i) { return hn::LoadU(Tag(), from + i * step); });
  }
  void store(float* to) const {
    for (int i = 0; i < count; ++i) hn::StoreU(v[i], Tag(), to + i * step);
  }
  friend Highway operator+(const Highway& a, const Highway& b) {
    return each([&](int i) { return hn::Add(a.v[i], b.v[i]); });
  }
  friend Highway operator-(const Highway& a, const Highway& b) {
    return each([&](int i) { return hn::Sub(a.v[i], b.v[i]); });
  }
  friend Highway operator*(const Highway& a, const Highway& b) {
    return each([&](int i) { return hn::Mul(a.v[i], b.v[i]); });
  }
  friend Mask operator>(const Highway& a, const Highway& b) {
    Mask r;
    for (int i = 0; i < count; ++i) r.m[i] = hn::Gt(a.v[i], b.v[i]);
    return r;
  }
  friend Highway larger(const Highway& a, const Highway& b) {
    return each([&](int i) { return hn::Max(b.v[i], a.v[i]); });
  }
  friend Highway abs(const Highway& a) {
    return each([&](int i) { return hn::Abs(a.v[i]); });
  }
};
#endif

// Is there a separating axis between the box a (half sizes) and the box b at (turn, shift)? All fifteen, no early-out.
template <class T>
auto apart_obb(const Vec3<T>& a, const Vec3<T>& b, const Mat3<T>& turn, const Vec3<T>& shift) {
  using std::abs;
  const Mat3<T> size = abs(turn);
  auto found = abs(shift.x) > a.x + dot(size.rows[0], b);
  found = found | (abs(shift.y) > a.y + dot(size.rows[1], b));
  found = found | (abs(shift.z) > a.z + dot(size.rows[2], b));
  const auto face = [&]<int j>(std::integral_constant<int, j>) {
    found = found | (abs(dot(turn.column(j), shift)) > dot(size.column(j), a) + b[j]);
  };
  const auto edges = [&]<int i, int j>(std::integral_constant<int, i>, std::integral_constant<int, j>) {
    constexpr int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const T reach = a[i1] * size(i2, j) + a[i2] * size(i1, j) + b[j1] * size(i, j2) + b[j2] * size(i, j1);
    found = found | (abs(shift[i2] * turn(i1, j) - shift[i1] * turn(i2, j)) > reach);
  };
  // Written out, since GCC unrolls neither loop.
  constexpr std::integral_constant<int, 0> x;
  constexpr std::integral_constant<int, 1> y;
  constexpr std::integral_constant<int, 2> z;
  face(x), face(y), face(z);
  edges(x, x), edges(x, y), edges(x, z);
  edges(y, x), edges(y, y), edges(y, z);
  edges(z, x), edges(z, y), edges(z, z);
  return found;
}

template <class T>
T gap2(const Vec3<T>& al, const Vec3<T>& ah, const Vec3<T>& bl, const Vec3<T>& bh) {
  const Vec3<T> zero{T(0.f), T(0.f), T(0.f)};
  const Vec3<T> d{larger(larger(al.x - bh.x, bl.x - ah.x), zero.x), larger(larger(al.y - bh.y, bl.y - ah.y), zero.y),
                  larger(larger(al.z - bh.z, bl.z - ah.z), zero.z)};
  return dot(d, d);
}

// Eight boxes against one, 64 times over: 30 kB, which stay in the first cache.
constexpr int kNodes = 64;
struct Data {
  alignas(32) float turn[kNodes][9][8], shift[kNodes][3][8], half[kNodes][3][8], low[kNodes][3][8], high[kNodes][3][8];
  Vec3f a{0.5f, 0.3f, 0.7f}, a_low{-0.5f, -0.3f, -0.7f};
};
const Data& data() {
  static const Data made = [] {
    Data d;
    Random random(7);
    for (int n = 0; n < kNodes; ++n)
      for (int lane = 0; lane < 8; ++lane) {
        const Pose pose = random.pose(1.3);
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j) d.turn[n][3 * i + j][lane] = static_cast<float>(pose.rotation(i, j));
          d.shift[n][i][lane] = static_cast<float>(pose.translation[i]);
          d.half[n][i][lane] = static_cast<float>(random.uniform(0.1, 0.6));
          d.low[n][i][lane] = d.shift[n][i][lane] - d.half[n][i][lane];
          d.high[n][i][lane] = d.shift[n][i][lane] + d.half[n][i][lane];
        }
      }
    return d;
  }();
  return made;
}

template <class T>
T take(const float* from) {
  if constexpr (std::is_same_v<T, float>)
    return *from;
  else
    return T::load(from);
}
template <class T>
Vec3<T> take3(const float (*from)[8], int lane) {
  return {take<T>(from[0] + lane), take<T>(from[1] + lane), take<T>(from[2] + lane)};
}
template <class T>
Vec3<T> spread(Vec3f v) {
  return {T(v.x), T(v.y), T(v.z)};
}

template <class T>
[[gnu::noinline]] void all_obb(const Data& d, u32* out) {
  constexpr int width = std::is_same_v<T, float> ? 1 : 8;
  const Vec3<T> a = spread<T>(d.a);
  for (int n = 0; n < kNodes; ++n) {
    u32 found = 0;
    for (int lane = 0; lane < 8; lane += width) {
      const Mat3<T> turn{{take3<T>(d.turn[n], lane), take3<T>(d.turn[n] + 3, lane), take3<T>(d.turn[n] + 6, lane)}};
      found |= bits(apart_obb(a, take3<T>(d.half[n], lane), turn, take3<T>(d.shift[n], lane))) << lane;
    }
    out[n] = found;
  }
}

template <class T>
[[gnu::noinline]] void all_gap(const Data& d, float* out) {
  constexpr int width = std::is_same_v<T, float> ? 1 : 8;
  const Vec3<T> low = spread<T>(d.a_low), high = spread<T>(d.a);
  for (int n = 0; n < kNodes; ++n)
    for (int lane = 0; lane < 8; lane += width) {
      const T gap = gap2(low, high, take3<T>(d.low[n], lane), take3<T>(d.high[n], lane));
      if constexpr (width == 1)
        out[n * 8 + lane] = gap;
      else
        gap.store(out + n * 8);
    }
}

// Results first: every candidate must give the scalar's bits.
template <class T>
bool same_as_scalar() {
  u32 found[2][kNodes];
  float gaps[2][kNodes * 8];
  all_obb<float>(data(), found[0]), all_obb<T>(data(), found[1]);
  all_gap<float>(data(), gaps[0]), all_gap<T>(data(), gaps[1]);
  return std::memcmp(found[0], found[1], sizeof found[0]) == 0 && std::memcmp(gaps[0], gaps[1], sizeof gaps[0]) == 0;
}

template <class T>
void obb(benchmark::State& state) {
  if (!same_as_scalar<T>()) return state.SkipWithError("other bits than the scalar's");
  u32 out[kNodes];
  for (auto _ : state) {
    all_obb<T>(data(), out);
    benchmark::DoNotOptimize(out);
    benchmark::ClobberMemory();
  }
  state.counters["ns_per_box"] =
      benchmark::Counter(kNodes * 8e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class T>
void gap(benchmark::State& state) {
  if (!same_as_scalar<T>()) return state.SkipWithError("other bits than the scalar's");
  float out[kNodes * 8];
  for (auto _ : state) {
    all_gap<T>(data(), out);
    benchmark::DoNotOptimize(out);
    benchmark::ClobberMemory();
  }
  state.counters["ns_per_box"] =
      benchmark::Counter(kNodes * 8e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(obb<float>);
BENCHMARK(gap<float>);
#if PACK_CHOICE_HAS(1)
BENCHMARK(obb<Pack<float, 8>>);
BENCHMARK(gap<Pack<float, 8>>);
#endif
#if PACK_CHOICE_HAS(2)
BENCHMARK(obb<Whole>);
BENCHMARK(gap<Whole>);
#endif
#if PACK_CHOICE_HAS(3)
BENCHMARK(obb<Loops>);
BENCHMARK(gap<Loops>);
#endif
#ifdef PACK_CHOICE_XSIMD
BENCHMARK(obb<Xsimd>);
BENCHMARK(gap<Xsimd>);
#endif
#ifdef PACK_CHOICE_HIGHWAY
BENCHMARK(obb<Highway>);
BENCHMARK(gap<Highway>);
#endif

}  // namespace
}  // namespace apart::lab
