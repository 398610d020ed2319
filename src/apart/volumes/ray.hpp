// A ray as volumes are tested against it, or the part of it up to a length. The direction need not be normalized:
// parameters are in its units.
#pragma once
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart::volumes {

template <class T>
struct VolumeRay {
  Vec3<T> origin{}, direction{};
  T end = T(std::numeric_limits<double>::infinity());
};

// The interval of a ray inside something; empty if from > to.
template <class T>
struct Stretch {
  T from, to;
};

}  // namespace apart::volumes
