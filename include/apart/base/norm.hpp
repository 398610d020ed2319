// Norms of vectors other than the Euclidean one.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart {

// √(x² + y² + z²), |x| + |y| + |z| (Manhattan), and the largest of |x|, |y|, |z| (Chebyshev).
enum class Norm { euclidean, one, infinity };

inline double length(Vec3d v, Norm norm) {
  const Vec3d a = abs(v);
  return norm == Norm::euclidean ? length(v) : norm == Norm::one ? a.x + a.y + a.z : largest(a);
}

}  // namespace apart
