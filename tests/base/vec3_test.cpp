// Vector arithmetic.
#include <apart/base/mat3.hpp>
#include <apart/base/random.hpp>

#include "tests/support.hpp"

namespace apart {
namespace vec3_test {

TEST(Vec3, ArithmeticAndProducts) {
  constexpr Vec3d a{1, 2, 3}, b{4, -5, 6};
  static_assert(a + b == Vec3d{5, -3, 9} && a - b == Vec3d{-3, 7, -3} && -a == Vec3d{-1, -2, -3});
  static_assert(2. * a == Vec3d{2, 4, 6} && a * 2. == 2. * a && a / 2. == Vec3d{0.5, 1, 1.5});
  static_assert(dot(a, b) == 12 && cross(a, b) == Vec3d{27, 6, -13} && squared_length(a) == 14);
  static_assert(lesser(a, b) == Vec3d{1, -5, 3} && larger(a, b) == Vec3d{4, 2, 6} && largest(b) == 6);
  static_assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
  EXPECT_EQ(abs(b), (Vec3d{4, 5, 6}));
  EXPECT_EQ(length(Vec3d{2, 3, 6}), 7);
  EXPECT_EQ(cast<float>(Vec3d{0.1, 0.2, 0.3}), (Vec3f{0.1f, 0.2f, 0.3f}));
  Vec3d c = a;
  c += b, c -= Vec3d{1, 1, 1}, c *= 3;
  EXPECT_EQ(c, (Vec3d{12, -12, 24}));
}

TEST(Vec3, TheCrossProductIsUprightAndTurnsTheRightWay) {
  EXPECT_EQ(cross(Vec3d{1, 0, 0}, Vec3d{0, 1, 0}), (Vec3d{0, 0, 1}));
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3d a = random.in_ball(), b = random.in_ball(), c = cross(a, b);
    EXPECT_NEAR(dot(a, c), 0, 1e-15);
    EXPECT_NEAR(dot(b, c), 0, 1e-15);
    EXPECT_NEAR(squared_length(c) + dot(a, b) * dot(a, b), squared_length(a) * squared_length(b), 1e-15);
  }
}

TEST(Vec3, LesserAndLargerKeepTheFirstOfEqualsAndOfNaN) {
  EXPECT_FALSE(std::signbit(lesser(0., -0.)));
  EXPECT_TRUE(std::signbit(larger(-0., 0.)));
  EXPECT_TRUE(std::isnan(lesser(std::nan(""), 1.)));
  EXPECT_EQ(lesser(1., std::nan("")), 1.);
  EXPECT_EQ(larger(1., std::nan("")), 1.);
}

TEST(Vec3, FiniteMeansAllThree) {
  EXPECT_TRUE(is_finite(Vec3d{1, 2, 3}));
  for (int i = 0; i < 3; ++i)
    for (const double bad : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
      Vec3d v{1, 2, 3};
      v[i] = bad;
      EXPECT_FALSE(is_finite(v));
    }
}

TEST(Mat3, ProductsAgreeWithTheirDefinition) {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    Mat3d a, b;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a(i, j) = random.uniform(-1, 1), b(i, j) = random.uniform(-1, 1);
    const Vec3d v = random.in_box(1);
    const Mat3d product = a * b;
    for (int i = 0; i < 3; ++i) {
      double sum = 0;
      for (int j = 0; j < 3; ++j) {
        double entry = 0;
        for (int k = 0; k < 3; ++k) entry += a(i, k) * b(k, j);
        EXPECT_NEAR(product(i, j), entry, 1e-15);
        sum += a(i, j) * v[j];
      }
      EXPECT_NEAR((a * v)[i], sum, 1e-15);
    }
    EXPECT_LT(length(transposed_times(a, v) - transposed(a) * v), 1e-15);
    EXPECT_NEAR(determinant(product), determinant(a) * determinant(b), 1e-14);
    EXPECT_EQ(a.column(1), (Vec3d{a(0, 1), a(1, 1), a(2, 1)}));
    EXPECT_EQ(Mat3d::from_columns(a.column(0), a.column(1), a.column(2)), a);
    EXPECT_EQ(a * Mat3d{}, a);
    EXPECT_EQ(abs(a)(2, 1), std::abs(a(2, 1)));
    EXPECT_EQ(cast<float>(a)(1, 2), static_cast<float>(a(1, 2)));
  }
}

}  // namespace vec3_test
}  // namespace apart
