// What boxes share, however they are turned.
#pragma once
#include <apart/volumes/volume.hpp>

namespace apart {

// Where a ray is inside the box about the origin, both in the box's axes.
template <class T>
Stretch<T> slab_crossing(Vec3<T> half, Vec3<T> origin, Vec3<T> direction, T end) {
  const T never = number<T>(std::numeric_limits<double>::infinity()), zero = number<T>(0);
  const T guard = number<T>(32 * kUnit<T>) * largest(abs(origin));
  T from = zero, to = end;
  for (int i = 0; i < 3; ++i) {
    const T h = half[i] * number<T>(1 + 32 * kUnit<T>) + guard;
    const MaskOf<T> still = (!(direction[i] > zero)) & (!(direction[i] < zero));
    const T rate = number<T>(1) / select(still, number<T>(1), direction[i]);
    const T one = (-h - origin[i]) * rate, two = (h - origin[i]) * rate;
    const MaskOf<T> within = (origin[i] <= h) & (-h <= origin[i]);
    const T enter = select(still, select(within, zero, never), lesser(one, two));
    const T leave = select(still, select(within, never, -never), larger(one, two));
    // Rounded outward: a product and a quotient lie between.
    from = larger(from, enter * number<T>(1 - 8 * kUnit<T>));
    to = lesser(to, leave * number<T>(1 + 8 * kUnit<T>));
  }
  const MaskOf<T> hit = (from <= to) & (half.x >= zero);
  return {select(hit, from, never), select(hit, to, -never)};
}

template <class T>
T box_diameter(Vec3<T> half) {
  const T d = length(half);
  return number<T>(1 + 8 * kUnit<T>) * select(half.x >= number<T>(0), d + d, number<T>(0));
}
template <class T>
T box_area(Vec3<T> h) {
  return select(h.x >= number<T>(0), number<T>(8) * (h.x * h.y + h.y * h.z + h.z * h.x), number<T>(0));
}
template <class T>
T box_size(Vec3<T> h) {
  return select(h.x >= number<T>(0), number<T>(8) * (h.x * h.y * h.z), number<T>(0));
}

}  // namespace apart
