// How long a gap stays open: from the gap along a fixed direction, the speed at which it closes at first, and a bound
// of how much that speed may grow.
#pragma once
#include <apart/base/pack.hpp>
#include <limits>

namespace apart::motion {

// The largest x with speed · x + bend · x² / 2 ≤ gap, or less, by rounding: equation 25.11 of Real-Time Rendering, with
// the speed that is, not its bound, and the rotation as the second-order term. Infinite if the gap never closes. In
// shares of the gap, so that nothing depends on the scale.
inline double closing_time(double gap, double speed, double bend) {
  if (!(gap > 0)) return 0;
  const double m = speed / gap, a = bend / gap, root = std::sqrt(m * m + 2 * a);
  const double time = m > 0 ? 2 / (m + root) : (root - m) / a;
  if (time != time) return a > 0 || m != 0 ? 0 : std::numeric_limits<double>::infinity();
  return time * (1 - 0x1p-48);
}

// The same in lanes of floats: what rounding may take from a sum that cancels is added.
template <class T>
APART_INLINE T closing_time_in_lanes(T gap, T speed, T bend) {
  using std::abs;
  using std::sqrt;
  constexpr float unit = std::numeric_limits<float>::epsilon() / 2;
  const T inverse = T(1) / gap, m = speed * inverse, a = bend * inverse;
  const T time = T(2 * (1 - 16 * unit)) / (m + sqrt(m * m + (a + a)) + T(4 * unit) * abs(m));
  return select(gap > T(0), time, T(0));
}

}  // namespace apart::motion
