// Every lane of a pack has the scalar's bits.
#include <apart/base/mat3.hpp>
#include <apart/base/pack.hpp>
#include <apart/base/random.hpp>
#include <apart/base/transpose.hpp>
#include <bit>
#include <vector>

#include "tests/support.hpp"

namespace apart {
namespace pack_test {

template <class P>
class PackTest : public ::testing::Test {};

using AllPacks = ::testing::Types<Pack<float, 1>, Pack<float, 2>, Pack<float, 4>, Pack<float, 8>, Pack<float, 16>,
                                  Pack<double, 1>, Pack<double, 2>, Pack<double, 4>, Pack<double, 8>, Pack<double, 16>>;
TYPED_TEST_SUITE(PackTest, AllPacks);

// The number as its bits. Which NaN comes out of arithmetic is left to the machine, so all of them count as one.
template <class T>
auto bits_of(T x) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::isnan(x) ? ~Bits(0) : std::bit_cast<Bits>(x);
}

// All pairs of nasty and random numbers, in packs of every lane width.
template <class T>
std::vector<T> numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> all = {T(0),
                        T(1),
                        T(0.1),
                        T(3),
                        Limits::min(),
                        Limits::denorm_min(),
                        Limits::max(),
                        Limits::infinity(),
                        Limits::quiet_NaN(),
                        Limits::epsilon(),
                        T(1) + Limits::epsilon(),
                        std::sqrt(Limits::max())};
  Random random(5);
  for (int i = 0; i < 20; ++i)
    all.push_back(static_cast<T>(random.uniform(0.5, 1) * std::pow(2., static_cast<int>(random.below(200)) - 100)));
  const std::size_t positive = all.size();
  for (std::size_t i = 0; i < positive; ++i) all.push_back(-all[i]);
  return all;
}

template <class P, class F>
void over_all_pairs(F f) {
  using T = typename LanesOf<P>::Number;
  constexpr int W = LanesOf<P>::count;
  const std::vector<T> all = numbers<T>();
  const std::size_t n = all.size();
  for (std::size_t start = 0; start < n * n; start += static_cast<std::size_t>(W)) {
    P a, b;
    for (int lane = 0; lane < W; ++lane) {
      const std::size_t k = (start + static_cast<std::size_t>(lane)) % (n * n);
      a.set(lane, all[k / n]);
      b.set(lane, all[k % n]);
    }
    f(a, b);
  }
}

// Not inlined: what prints a failure would be compiled hundreds of times, which takes longest in this file.
template <class T>
[[gnu::noinline]] void expect_bits(T got, T expected, T a, T b) {
  EXPECT_EQ(bits_of(got), bits_of(expected)) << a << ' ' << b;
}
[[gnu::noinline]] void expect_same(bool got, bool expected, const char* what) { EXPECT_EQ(got, expected) << what; }

#define EXPECT_LANES(expression_of_a_and_b)                                                             \
  over_all_pairs<TypeParam>([](const TypeParam& pa, const TypeParam& pb) {                              \
    using std::abs, std::sqrt;                                                                          \
    const auto f = [](const auto& a, [[maybe_unused]] const auto& b) { return expression_of_a_and_b; }; \
    const auto got = f(pa, pb);                                                                         \
    for (int lane = 0; lane < LanesOf<TypeParam>::count; ++lane)                                        \
      expect_bits(got[lane], f(pa[lane], pb[lane]), pa[lane], pb[lane]);                                \
  })

TYPED_TEST(PackTest, ArithmeticIsTheScalars) {
  EXPECT_LANES(a + b);
  EXPECT_LANES(a - b);
  EXPECT_LANES(a * b);
  EXPECT_LANES(a / b);
  EXPECT_LANES(-a);
  EXPECT_LANES(abs(a));
  EXPECT_LANES(sqrt(a));
  EXPECT_LANES(lesser(a, b));
  EXPECT_LANES(larger(a, b));
  EXPECT_LANES(select(a < b, a, b));
  EXPECT_LANES(select((a == b) | !(a <= b), a * b, a - b));
}

TYPED_TEST(PackTest, AssigningOperatorsAreTheOthers) {
  over_all_pairs<TypeParam>([](const TypeParam& a, const TypeParam& b) {
    TypeParam sum = a, difference = a, product = a, quotient = a;
    sum += b, difference -= b, product *= b, quotient /= b;
    for (int lane = 0; lane < LanesOf<TypeParam>::count; ++lane) {
      expect_bits(sum[lane], (a + b)[lane], a[lane], b[lane]);
      expect_bits(difference[lane], (a - b)[lane], a[lane], b[lane]);
      expect_bits(product[lane], (a * b)[lane], a[lane], b[lane]);
      expect_bits(quotient[lane], (a / b)[lane], a[lane], b[lane]);
    }
  });
}

TYPED_TEST(PackTest, ComparisonsAndMasks) {
  constexpr int W = LanesOf<TypeParam>::count;
  testing::Outcomes seen("a < b");
  over_all_pairs<TypeParam>([&](const TypeParam& a, const TypeParam& b) {
    const auto less = a < b, same = a == b;
    u32 expected = 0;
    for (int i = 0; i < W; ++i) {
      seen.saw(less[i]);
      expected |= u32(a[i] < b[i]) << i;
      expect_same(less[i], a[i] < b[i], "<");
      expect_same((a <= b)[i], a[i] <= b[i], "<=");
      expect_same((a > b)[i], a[i] > b[i], ">");
      expect_same((a >= b)[i], a[i] >= b[i], ">=");
      expect_same(same[i], a[i] == b[i], "==");
      expect_same((a != b)[i], a[i] != b[i], "!=");
      expect_same((less & same)[i], false, "&");
      expect_same((less | same)[i], a[i] <= b[i], "|");
      expect_same((!less)[i], !(a[i] < b[i]), "!");
    }
    const u32 full = (u32(1) << W) - 1;
    ASSERT_EQ(bits(less), expected);
    ASSERT_EQ(bits(!less), full & ~expected);
    expect_same(any(less), expected != 0, "any");
    expect_same(none(less), expected == 0, "none");
    expect_same(all(less), expected == full, "all");
    expect_same(all(less | !less), true, "all of | !");
    expect_same(none(less & !less), true, "none of & !");
  });
}

TYPED_TEST(PackTest, LoadsStoresAndSpreads) {
  using T = typename LanesOf<TypeParam>::Number;
  constexpr int W = LanesOf<TypeParam>::count;
  static_assert(sizeof(TypeParam) == sizeof(T) * W && alignof(TypeParam) == sizeof(TypeParam));
  static_assert(std::is_trivially_copyable_v<TypeParam>);
  T from[W + 1], to[W + 1] = {};
  for (int i = 0; i <= W; ++i) from[i] = T(i) + T(0.5);
  TypeParam::load(from + 1).store(to + 1);  // not aligned for the pack
  EXPECT_EQ(to[0], T(0));
  for (int i = 1; i <= W; ++i) EXPECT_EQ(to[i], from[i]);

  const TypeParam zero{}, minus_zero(T(-0.0));
  for (int i = 0; i < W; ++i) {
    EXPECT_EQ(bits_of(zero[i]), bits_of(T(0)));
    EXPECT_EQ(bits_of(minus_zero[i]), bits_of(T(-0.0)));
  }
}

// In as many registers as lanes take here.
TYPED_TEST(PackTest, RowsOfFourAreTransposed) {
  constexpr int W = LanesOf<TypeParam>::count;
  if constexpr (std::is_same_v<typename LanesOf<TypeParam>::Number, float> && W >= 4) {
    float rows[W][4];
    for (int lane = 0; lane < W; ++lane)
      for (int i = 0; i < 4; ++i) rows[lane][i] = float(4 * lane + i + 1);
    TypeParam out[4];
    transpose_fours<W>([&](int lane) { return four_floats(rows[lane]); }, out);
    for (int i = 0; i < 4; ++i)
      for (int lane = 0; lane < W; ++lane)
        ASSERT_EQ(out[i][lane], rows[lane][i]) << "number " << i << ", lane " << lane;
    if constexpr (W == 16) {
      const auto halves = in_halves<TypeParam>(Vec3f{1, 2, 3}, Vec3f{4, 5, 6});
      for (int i = 0; i < 3; ++i)
        for (int lane = 0; lane < W; ++lane) ASSERT_EQ(halves[i][lane], float(lane < 8 ? i + 1 : i + 4));
    }
  }
}

// A function that knows nothing of lanes, and has a choice to make.
template <class T>
T farther(const Mat3<T>& m, Vec3<T> p, Vec3<T> q) {
  const Vec3<T> a = m * p + cross(p, q), b = abs(m) * larger(q, -q);
  const T da = length(a - q), db = length(b - p);
  const auto nearer = (da < db) | (dot(a, b) > T(2));
  return any(nearer) ? select(nearer, db, da / largest(b)) : da / largest(b);
}

TYPED_TEST(PackTest, OneFunctionForVectorsOfNumbersAndOfPacks) {
  using T = typename LanesOf<TypeParam>::Number;
  constexpr int W = LanesOf<TypeParam>::count;
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    Mat3<TypeParam> m;
    Vec3<TypeParam> p, q;
    Mat3<T> one_m[W];
    Vec3<T> one_p[W], one_q[W];
    for (int lane = 0; lane < W; ++lane) {
      one_m[lane] = cast<T>(random.rotation());
      one_p[lane] = cast<T>(random.in_box(1));
      one_q[lane] = cast<T>(random.in_box(1));
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) m(i, j).set(lane, one_m[lane](i, j));
        p[i].set(lane, one_p[lane][i]);
        q[i].set(lane, one_q[lane][i]);
      }
    }
    const TypeParam got = farther(m, p, q);
    for (int lane = 0; lane < W; ++lane)
      ASSERT_EQ(bits_of(got[lane]), bits_of(farther(one_m[lane], one_p[lane], one_q[lane])));
  }
}

}  // namespace pack_test
}  // namespace apart
