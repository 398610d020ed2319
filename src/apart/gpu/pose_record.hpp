// A pose as it was given, in doubles and in floats.
#pragma once
#include <apart/base/quaternion.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/base/usable_pose.hpp>
#include <apart/gpu/models.hpp>
#include <apart/gpu/records.hpp>

namespace apart::gpu {

// The pose, as Pose::from_quaternion gives it; with NaN where that refuses.
APART_BOTH inline Pose read_pose(const double* p, PoseLayout layout) {
  if (layout == PoseLayout::pose)
    return {{{{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}}}, {p[9], p[10], p[11]}};
  if (layout == PoseLayout::matrix3x4)
    return {{{{p[0], p[1], p[2]}, {p[4], p[5], p[6]}, {p[8], p[9], p[10]}}}, {p[3], p[7], p[11]}};
  double w = p[0], x = p[1], y = p[2], z = p[3];
  const double big = larger(larger(std::abs(w), std::abs(x)), larger(std::abs(y), std::abs(z)));
  w /= big, x /= big, y /= big,
      z /= big;  // so that squares neither overflow nor underflow; not finite if they were not
  return {rotation_of(w, x, y, z), {p[4], p[5], p[6]}};
}

// Not less than x.
APART_INLINE float above(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) < x ? float_of(bits_of(f) + 1) : f;  // of positive numbers alone
}

// How far the contents may lie outside of what floats say of them: as in volumes::placement, but for both directions,
// with the transposed for the inverse.
APART_BOTH inline float slack_of(const Pose& at, Vec3d shift, const PairRoots& pair) {
  constexpr double in_float = 0x1p-24, in_double = 0x1p-53;
  const double reach = length(shift) + pair.radius_a + pair.radius_b;
  const double far = length(pair.centre_a) + length(pair.centre_b) + length(at.translation) + reach;
  return above(pair.scale * (8 * in_float * reach + 4 * rigidity_error(at.rotation) * reach + 32 * in_double * far) +
               1e-22);
}

// Farther poses, and pairs of models that are smaller by this than the largest of all, are left to the exact code.
inline constexpr double kFarthestScaled = 1e9, kSmallestScaled = 1e-6;

// Writes a record; false if the pose is not certainly usable as it is, or out of the range of floats: then the exact
// code decides, and the record is inactive.
APART_BOTH inline bool write_record(const Pose& at, const PairRoots& pair, u32 pair_number, Float4* record) {
  const Vec3d shift = at * pair.centre_b - pair.centre_a, scaled = pair.scale * shift;
  const bool good =
      is_plainly_usable(at) && squared_length(scaled) < kFarthestScaled * kFarthestScaled && pair.node_b != kInactive;
  record[3] = {0, float_of(kInactive), 0, 0};
  if (!good) return false;
  const float slack = slack_of(at, shift, pair);
  const Vec3d back = -transposed_times(at.rotation, scaled);
  for (int k = 0; k < 3; ++k) {
    const Vec3d row = at.rotation.rows[k], column = at.rotation.column(k);
    record[k] = {static_cast<float>(row.x), static_cast<float>(row.y), static_cast<float>(row.z),
                 static_cast<float>(scaled[k])};
    record[4 + k] = {static_cast<float>(column.x), static_cast<float>(column.y), static_cast<float>(column.z),
                     static_cast<float>(back[k])};
  }
  record[3] = {slack, float_of(pair_number), 0, 0};
  return true;
}

}  // namespace apart::gpu
