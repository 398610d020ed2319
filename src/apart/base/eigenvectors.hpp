// The eigenvectors of a symmetric 3×3 matrix by Jacobi rotations. A fixed number of them, so that T may be a Pack, each
// lane a matrix of its own.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/base/pack.hpp>
#include <cmath>

namespace apart {

template <class T>
struct SymmetricMatrix {
  T xx, yy, zz, xy, xz, yz;
};

template <class T>
class Eigenvectors {
 public:
  // Each sweep squares the off-diagonal error or better; after this many it is negligible.
  static constexpr int kSweeps = 5;

  // Of a matrix scaled so that its largest entry is about 1, or of zero. Orthonormal after any number of sweeps.
  APART_INLINE explicit Eigenvectors(const SymmetricMatrix<T>& m, int sweeps = kSweeps)
      : d_{m.xx, m.yy, m.zz}, xy_(m.xy), xz_(m.xz), yz_(m.yz) {
    const T one = number_one(), zero = one - one;
    v_[0] = {one, zero, zero}, v_[1] = {zero, one, zero}, v_[2] = {zero, zero, one};
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      rotate(d_[0], d_[1], xy_, xz_, yz_, v_[0], v_[1]);
      rotate(d_[0], d_[2], xz_, xy_, yz_, v_[0], v_[2]);
      rotate(d_[1], d_[2], yz_, xy_, xz_, v_[1], v_[2]);
    }
    sort(0, 1), sort(1, 2), sort(0, 1);
  }
  // Orthonormal, that of the least eigenvalue first.
  APART_INLINE const Vec3<T>& axis(int i) const { return v_[i]; }
  APART_INLINE const T& eigenvalue(int i) const { return d_[i]; }

 private:
  APART_INLINE static T number_one() { return T(typename LanesOf<T>::Number(1)); }

  // Rotates axes p and q so that their entry pq vanishes; pr and qr are those with the third.
  APART_INLINE static void rotate(T& pp, T& qq, T& pq, T& pr, T& qr, Vec3<T>& p, Vec3<T>& q) {
    using std::abs, std::sqrt;
    const T tiny(typename LanesOf<T>::Number(1e-150));  // no rotation where both entries are zero
    const T difference = qq - pp, twice = pq + pq;
    const T root = sqrt(difference * difference + twice * twice);
    const T u = abs(difference) + root + tiny;
    const T zero = tiny - tiny, half(typename LanesOf<T>::Number(0.5));
    const auto falling = difference < zero;
    const T n = number_one() / sqrt(u * u + twice * twice);
    const T c = u * n, s = select(falling, -twice, twice) * n;
    const T gap = half * (root - abs(difference)), shift = select(falling, -gap, gap);
    pp -= shift, qq += shift;
    pq = zero;
    const T r = c * pr - s * qr;
    qr = s * pr + c * qr;
    pr = r;
    const Vec3<T> w = c * p - s * q;
    q = s * p + c * q;
    p = w;
  }
  APART_INLINE void sort(int i, int j) {
    const auto swap = d_[j] < d_[i];
    exchange(swap, d_[i], d_[j]);
    for (int k = 0; k < 3; ++k) exchange(swap, v_[i][k], v_[j][k]);
  }
  APART_INLINE static void exchange(const decltype(T() < T())& where, T& a, T& b) {
    const T first = select(where, b, a);
    b = select(where, a, b);
    a = first;
  }

  T d_[3];
  T xy_, xz_, yz_;
  Vec3<T> v_[3];
};

}  // namespace apart
