// Where is a ray between two parallel planes? Boxes, k-dops and slabs ask it once a direction.
#pragma once
#include <apart/volumes/volume.hpp>

namespace apart::volumes {

// The stretch where it is one, else nowhere.
template <class T>
Stretch<T> only_where(MaskOf<T> hit, Stretch<T> s) {
  const T never = number<T>(std::numeric_limits<double>::infinity());
  return {select(hit, s.from, never), select(hit, s.to, -never)};
}

// The part of `s` where low ≤ origin + t·direction ≤ high; both are what the ray's are along the planes' normal.
// Rounded outward, for what happens here: the planes are widened by the caller for the rounding of origin and
// direction.
template <class T>
Stretch<T> between(Stretch<T> s, T low, T high, T origin, T direction) {
  const T never = number<T>(std::numeric_limits<double>::infinity()), zero = number<T>(0);
  const MaskOf<T> still = (!(direction > zero)) & (!(direction < zero));
  const T rate = number<T>(1) / select(still, number<T>(1), direction);
  const T one = (low - origin) * rate, two = (high - origin) * rate;
  const MaskOf<T> within = (origin <= high) & (low <= origin);
  const T enter = select(still, select(within, zero, never), lesser(one, two));
  const T leave = select(still, select(within, never, -never), larger(one, two));
  // A product and a quotient lie between.
  return {larger(s.from, enter * number<T>(1 - 8 * kUnit<T>)), lesser(s.to, leave * number<T>(1 + 8 * kUnit<T>))};
}

}  // namespace apart::volumes
