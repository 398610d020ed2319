// The interval of a ray between two parallel planes, for boxes, k-dops and slabs.
#pragma once
#include <apart/volumes/volume.hpp>

namespace apart::volumes {

// The interval if not empty, else none.
template <class T>
Stretch<T> only_where(MaskOf<T> hit, Stretch<T> s) {
  const T never = number<T>(std::numeric_limits<double>::infinity());
  return {select(hit, s.from, never), select(hit, s.to, -never)};
}

// The part of `s` where low ≤ origin + t·direction ≤ high; both projected on the planes' normal. Rounded outward for
// the arithmetic here: for the rounding of origin and direction the caller widens the planes.
template <class T>
Stretch<T> between(Stretch<T> s, T low, T high, T origin, T direction) {
  const T never = number<T>(std::numeric_limits<double>::infinity()), zero = number<T>(0);
  const MaskOf<T> still = (!(direction > zero)) & (!(direction < zero));
  const T rate = number<T>(1) / select(still, number<T>(1), direction);
  const T one = (low - origin) * rate, two = (high - origin) * rate;
  const MaskOf<T> within = (origin <= high) & (low <= origin);
  const T enter = select(still, select(within, zero, never), lesser(one, two));
  const T leave = select(still, select(within, never, -never), larger(one, two));
  // Covers the rounding of a product and a quotient.
  return {larger(s.from, enter * number<T>(1 - 8 * kUnit<T>)), lesser(s.to, leave * number<T>(1 + 8 * kUnit<T>))};
}

}  // namespace apart::volumes
