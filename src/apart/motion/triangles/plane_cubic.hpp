// When the plane of a moving face contains the origin: the roots of a cubic polynomial in time. Until the next root
// there is no contact, however the face turns.
#pragma once
#include <apart/motion/triangles/moving_hull.hpp>

namespace apart::motion {

// d·(e₁ × e₂) for a corner d and two edges of the face, as Bernstein coefficients over the times 0 to 1.
template <class T>
class PlaneCubic {
 public:
  template <int K>
  explicit PlaneCubic(const MovingHull<T, K>& hull) {
    const auto& [a1, a2] = hull.edges_from;
    const auto& [b1, b2] = hull.edges_to;
    const Vec3<T> d0 = hull.from[0], d1 = hull.to[0];
    const Vec3<T> n0 = cross(a1, a2), n1 = cross(a1, b2) + cross(b1, a2), n2 = cross(b1, b2);  // n1: doubled
    const T third = T(1) / T(3);
    c_[0] = dot(n0, d0);
    c_[1] = (dot(n1, d0) + dot(n0, d1)) * third;
    c_[2] = (dot(n2, d0) + dot(n1, d1)) * third;
    c_[3] = dot(n2, d1);
    // With m₁, m₂ and s for the largest coordinates of the edges and of d: six products of three, each at most m₁·m₂·s
    // and subject to at most 17 roundings, and then three more of the whole in each of three interpolations.
    const T m1 = most(a1, b1), m2 = most(a2, b2), s = most(d0, d1), e = hull.input_error;
    error_ = T(170 * kRoundingOf<T>) * m1 * m2 * s + T(7) * e * (m1 * m2 + m1 * s + m2 * s + e * (m1 + m2 + s));
  }

  // A time up to which it has no root after `time`; `time` itself if that cannot be told.
  T free_after(T time) const {
    constexpr double unit = kRoundingOf<T>;
    for (int k = 0; k < 6; ++k) {
      T r[4] = {c_[0], c_[1], c_[2], c_[3]};  // over `time` to 1, by subdivision
      for (int level = 1; level <= 3; ++level)
        for (int i = 0; i + level <= 3; ++i) r[i] = (T(1) - time) * r[i] + time * r[i + 1];
      const bool negative = r[0] < 0;
      for (T& x : r) x = (negative ? -x : x) - error_;
      if (!(r[0] > 0)) return time;
      // The control points' hull, which contains the graph, meets zero first between one above and one below.
      T share = 1;
      for (int i = 0; i <= 3; ++i)
        for (int j = 1; j <= 3; ++j)
          if (r[i] > 0 && !(r[j] > 0))
            share = lesser(share, (T(i) + T(j - i) * (r[i] / (r[i] - r[j]))) * T((1 - 16 * unit) / 3));
      if (share == T(1)) return T(1);
      const T next = lesser(time + share * (T(1) - time) * T(1 - 4 * unit), T(1));
      // The last interpolations and the sum were rounded: a little less.
      const T safe = next - T(8 * unit);
      if (!(safe > time)) return time;
      const bool slow = safe - time < T(0x1p-30) * (T(1) - time);
      time = safe;
      if (slow) return time;
    }
    return time;
  }

 private:
  static T most(Vec3<T> a, Vec3<T> b) {
    T out = 0;
    for (int i = 0; i < 3; ++i) out = larger(out, larger(magnitude(a[i]), magnitude(b[i])));
    return out;
  }
  T c_[4];
  T error_;
};

}  // namespace apart::motion
