#include <apart/base/eigenvectors.hpp>
#include <apart/base/random.hpp>

#include "tests/support.hpp"

namespace apart {
namespace eigenvectors_test {

// Rᵀ diag(d) R.
SymmetricMatrix<double> made_of(const Mat3d& r, Vec3d d) {
  const auto entry = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += d[k] * r(k, i) * r(k, j);
    return sum;
  };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
}

Vec3d times(const SymmetricMatrix<double>& m, Vec3d v) {
  return {dot({m.xx, m.xy, m.xz}, v), dot({m.xy, m.yy, m.yz}, v), dot({m.xz, m.yz, m.zz}, v)};
}

void expect_eigenvectors(const SymmetricMatrix<double>& m) {
  const Eigenvectors<double> found(m);
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT(length(times(m, found.axis(i)) - found.eigenvalue(i) * found.axis(i)), 1e-14);
    for (int j = 0; j <= i; ++j) EXPECT_NEAR(dot(found.axis(i), found.axis(j)), i == j, 1e-14);
    if (i > 0) {
      EXPECT_LE(found.eigenvalue(i - 1), found.eigenvalue(i));
    }
  }
}

// Eigenvalues from far apart to equal, zero and, as cancellation leaves them, slightly negative.
Vec3d some_eigenvalues(Random& random) {
  Vec3d d{1, random.uniform(0, 1), random.uniform(0, 1)};
  if (random.below(3) == 0) d.y *= 1e-9;
  if (random.below(3) == 0) d.z = d.y;
  if (random.below(4) == 0) d.z = -1e-17;
  if (random.below(8) == 0) d = {1, 1, 1};
  return d;
}

TEST(Eigenvectors, AreOrthonormalSortedAndOfTheMatrix) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) expect_eigenvectors(made_of(random.rotation(), some_eigenvalues(random)));
}

TEST(Eigenvectors, OfDiagonalMatricesAndOfZero) {
  expect_eigenvectors({0, 0, 0, 0, 0, 0});
  expect_eigenvectors({1, 0, 0, 0, 0, 0});
  expect_eigenvectors({0, 0, 0, 1, 0, 0});
  const Eigenvectors<double> sorted({3, 1, 2, 0, 0, 0});
  EXPECT_EQ(abs(sorted.axis(0)), (Vec3d{0, 1, 0}));
  EXPECT_EQ(abs(sorted.axis(1)), (Vec3d{0, 0, 1}));
  EXPECT_EQ(abs(sorted.axis(2)), (Vec3d{1, 0, 0}));
}

TEST(Eigenvectors, LanesGiveTheBitsOfDoubles) {
  constexpr int W = 4;
  using P = Pack<double, W>;
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    double in[6][W];
    SymmetricMatrix<double> each[W];
    for (int k = 0; k < W; ++k) {
      const SymmetricMatrix<double> m = each[k] = made_of(random.rotation(), some_eigenvalues(random));
      in[0][k] = m.xx, in[1][k] = m.yy, in[2][k] = m.zz, in[3][k] = m.xy, in[4][k] = m.xz, in[5][k] = m.yz;
    }
    const Eigenvectors<P> found(
        {P::load(in[0]), P::load(in[1]), P::load(in[2]), P::load(in[3]), P::load(in[4]), P::load(in[5])});
    for (int axis = 0; axis < 3; ++axis)
      for (int j = 0; j < 3; ++j) {
        double out[W];
        found.axis(axis)[j].store(out);
        for (int k = 0; k < W; ++k) EXPECT_EQ(out[k], Eigenvectors<double>(each[k]).axis(axis)[j]);
      }
  }
}

}  // namespace eigenvectors_test
}  // namespace apart
