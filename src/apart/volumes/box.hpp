// Ray test shared by axis-aligned and oriented boxes.
#pragma once
#include <apart/volumes/slab.hpp>

namespace apart::volumes {

// The interval of a ray inside the box about the origin, both in the box's axes.
template <class T>
Stretch<T> slab_crossing(Vec3<T> half, Vec3<T> origin, Vec3<T> direction, T end) {
  const T zero = number<T>(0);
  // Error bound for the rotated ray over its whole path: also for a long, thin box with the ray's origin inside.
  const T guard = number<T>(32 * kUnit<T>) * (largest(abs(origin)) + largest(half));
  Stretch<T> s{zero, end};
  for (int i = 0; i < 3; ++i) {
    const T h = half[i] * number<T>(1 + 32 * kUnit<T>) + guard;
    s = between(s, -h, h, origin[i], direction[i]);
  }
  return only_where((s.from <= s.to) & (half.x >= zero), s);
}

template <class T>
APART_INLINE T box_diameter(Vec3<T> half) {
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

}  // namespace apart::volumes
