// Principal axes by Jacobi rotations in SIMD lanes.
#include <apart/base/pack.hpp>
#include <apart/hierarchy/fit/fit_axes.hpp>

namespace apart::hierarchy {

namespace {

// Eigenvectors of symmetric matrices by Jacobi rotations: a fixed number of them, so that lanes are independent.
template <class T>
class Jacobi {
 public:
  // Of a matrix of trace 1, or zero.
  APART_INLINE Jacobi(T xx, T yy, T zz, T xy, T xz, T yz) : d_{xx, yy, zz}, xy_(xy), xz_(xz), yz_(yz) {
    const T one = number_one(), zero = one - one;
    v_[0] = {one, zero, zero}, v_[1] = {zero, one, zero}, v_[2] = {zero, zero, one};
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      turn(d_[0], d_[1], xy_, xz_, yz_, v_[0], v_[1]);
      turn(d_[0], d_[2], xz_, xy_, yz_, v_[0], v_[2]);
      turn(d_[1], d_[2], yz_, xy_, xz_, v_[1], v_[2]);
    }
    order(0, 1), order(1, 2), order(0, 1);
  }
  // Rows, least spread first.
  APART_INLINE const Vec3<T>& axis(int i) const { return v_[i]; }

 private:
  // Each sweep squares the off-diagonal error; after five it is negligible.
  static constexpr int kSweeps = 5;

  APART_INLINE static T number_one() { return T(typename LanesOf<T>::Number(1)); }

  // Rotates axes p and q so that their entry pq vanishes; pr and qr are those with the third.
  APART_INLINE static void turn(T& pp, T& qq, T& pq, T& pr, T& qr, Vec3<T>& p, Vec3<T>& q) {
    const T tiny(typename LanesOf<T>::Number(1e-150));  // no rotation for a zero entry
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
  APART_INLINE void order(int i, int j) {
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

}  // namespace

void principal_axes(std::span<const NodeSpread> sets, std::span<Mat3f> axes) {
  constexpr int W = 8;  // several registers' worth: hides the latency of roots and quotients
  using P = Pack<double, W>;
  for (std::size_t begin = 0; begin < sets.size(); begin += W) {
    const std::size_t count = sets.size() - begin < W ? sets.size() - begin : W;
    double in[6][W] = {};
    for (std::size_t k = 0; k < count; ++k) {
      const CentralMoments& m = sets[begin + k].counted();
      const double trace = m.xx + m.yy + m.zz;
      if (!(trace > 1e-290)) continue;  // its reciprocal would not be finite
      const double scale = 1 / trace;
      in[0][k] = m.xx * scale, in[1][k] = m.yy * scale, in[2][k] = m.zz * scale;
      in[3][k] = m.xy * scale, in[4][k] = m.xz * scale, in[5][k] = m.yz * scale;
    }
    const Jacobi<P> found(P::load(in[0]), P::load(in[1]), P::load(in[2]), P::load(in[3]), P::load(in[4]),
                          P::load(in[5]));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double out[W];
        found.axis(i)[j].store(out);
        for (std::size_t k = 0; k < count; ++k) axes[begin + k](i, j) = rounded<float>(out[k]);
      }
  }
}

}  // namespace apart::hierarchy
