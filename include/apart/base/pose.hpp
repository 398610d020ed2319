// A pose: the rigid motion p ↦ rotation · p + translation.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/base/result.hpp>
#include <array>

namespace apart {

template <class T = double>
struct BasicPose {
  Mat3<T> rotation{};
  Vec3<T> translation{};

  // A matrix counts as a rotation if M·Mᵀ is the identity to this, and it does not mirror.
  static constexpr double kRigidTolerance = 1e-6;
  // A rotation that has drifted no farther than this, as by rounding in floats over many steps, is replaced by the
  // nearest rotation.
  static constexpr double kMostDrift = 1e-3;
  // Squares of larger coordinates leave the range of a double.
  static constexpr double kFarthest = 1e150;

  static constexpr BasicPose shift(Vec3<T> by) { return {{}, by}; }
  // All of these refuse a translation that is not finite or beyond kFarthest.
  // Refuses a matrix that is farther from a rotation than kMostDrift, and gives the nearest rotation.
  static Result<BasicPose> from_matrix(const Mat3<T>& rotation, Vec3<T> translation);
  // The same for a homogeneous matrix, row by row: the translation is its last column, the last row is 0 0 0 1.
  static Result<BasicPose> from_matrix4(const std::array<T, 16>& rows);
  static Result<BasicPose> from_matrix4(const std::array<std::array<T, 4>, 4>& rows);
  // Refuses a quaternion that is zero or not finite; any other is normalized.
  static Result<BasicPose> from_quaternion(T w, T x, T y, T z, Vec3<T> translation);
  // Counter-clockwise by the angle in radians, seen from the tip of the axis, which may have any length but zero.
  static Result<BasicPose> from_axis_angle(Vec3<T> axis, T angle, Vec3<T> translation);

  constexpr Vec3<T> operator*(Vec3<T> p) const { return rotation * p + translation; }
  constexpr Vec3<T> rotate(Vec3<T> direction) const { return rotation * direction; }
  friend constexpr BasicPose operator*(const BasicPose& a, const BasicPose& b) {
    return {a.rotation * b.rotation, a * b.translation};
  }
  friend constexpr bool operator==(const BasicPose&, const BasicPose&) = default;
};

using Pose = BasicPose<double>;

template <class T>
constexpr BasicPose<T> inverse(const BasicPose<T>& p) {
  return {transposed(p.rotation), -transposed_times(p.rotation, p.translation)};
}

template <class To, class From>
constexpr BasicPose<To> cast(const BasicPose<From>& p) {
  return {cast<To>(p.rotation), cast<To>(p.translation)};
}

}  // namespace apart
