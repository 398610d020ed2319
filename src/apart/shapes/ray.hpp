// A ray, or the part of it up to a length. The direction need not be of length 1: places along it are in its units.
#pragma once
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart {

template <class T>
struct Ray {
  Vec3<T> origin{}, direction{};
  T end = T(std::numeric_limits<double>::infinity());
};

// From where to where a ray is in something; nowhere when from > to.
template <class T>
struct Stretch {
  T from, to;
};

}  // namespace apart
