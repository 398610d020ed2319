// is_usable() for queries of some ten nanoseconds, of which it is a third: in pairs of lanes it takes fewer
// instructions. The plain form remains for what is compiled for a GPU.
#pragma once
#include <apart/base/usable_pose.hpp>

namespace apart {

typedef double DoublePair __attribute__((vector_size(16)));
APART_INLINE DoublePair pair_at(const double* from) {
  typedef double Anywhere __attribute__((vector_size(16), aligned(8), may_alias));
  return *reinterpret_cast<const Anywhere*>(from);
}

// As is_plainly_usable(), but for the order of its sums.
APART_INLINE bool is_plainly_usable_in_pairs(const Pose& pose) {
  const double* const m = &pose.rotation.rows[0].x;
  const DoublePair at_0 = pair_at(m), at_2 = pair_at(m + 2), at_4 = pair_at(m + 4), at_6 = pair_at(m + 6);
  const DoublePair squares = (at_0 * at_0 + at_2 * at_2) + (at_4 * at_4 + at_6 * at_6);
  // z and x of the cross product of the second and the third row, and their products with the first.
  const DoublePair across = pair_at(m + 3) * pair_at(m + 7) - at_4 * at_6,
                   parts = across * __builtin_shufflevector(at_2, at_0, 0, 2);
  const DoublePair sums = __builtin_shufflevector(squares, parts, 0, 2) + __builtin_shufflevector(squares, parts, 1, 3);
  const double off = (sums[0] + m[8] * m[8]) - 3, det = sums[1] + m[1] * (m[5] * m[6] - m[3] * m[8]);
  const double lost = (1 + 0.5 * off) - det;
  const Vec3d far = abs(pose.translation);
  return (std::abs(off) <= 1e-6) & (lost <= 0.75e-12) & (far.x + far.y + far.z <= Pose::kFarthest);
}

APART_INLINE bool is_usable_in_pairs(const Pose& pose) {
  return is_plainly_usable_in_pairs(pose) || is_usable_as_it_is(pose);
}

}  // namespace apart
