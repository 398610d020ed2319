// A pose: the rigid motion p ↦ rotation · p + translation.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/base/result.hpp>
#include <apart/base/sin_cos.hpp>
#include <array>
#include <cstdio>
#include <limits>

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

// The largest entry of |M·Mᵀ − 1|; NaN if M is not finite.
template <class T>
T orthogonality_error(const Mat3<T>& m) {
  T worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const T error = std::abs(dot(m.rows[i], m.rows[j]) - T(i == j));
      if (std::isnan(error)) return error;
      worst = larger(worst, error);
    }
  return worst;
}

// How far a matrix is from being a rotation: the same, infinite if it mirrors or is not finite.
template <class T>
T rigidity_error(const Mat3<T>& m) {
  const T worst = orthogonality_error(m);
  return determinant(m) > 0 && std::isfinite(worst) ? worst : std::numeric_limits<T>::infinity();
}

// The nearest rotation to a matrix that is nearly one: Newton's iteration M ← M·(3 − MᵀM)/2 for the polar factor, which
// squares the error each time. Two rounds lead from 1e-6 to rounding, three from 3e-3. An exact rotation is not
// changed.
template <class T>
constexpr Mat3<T> nearest_rotation(Mat3<T> m, int rounds = 2) {
  for (int round = 0; round < rounds; ++round) {
    Mat3<T> correction = transposed(m) * m;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) correction(i, j) = (T(i == j ? 3 : 0) - correction(i, j)) / 2;
    m = m * correction;
  }
  return m;
}

namespace detail {

// Why this translation is not allowed, or nothing.
template <class T>
const char* complaint_of_translation(Vec3<T> translation) {
  if (!is_finite(translation)) return "a pose's translation is not finite";
  if (!(static_cast<double>(largest(abs(translation))) <= BasicPose<T>::kFarthest))
    return "a pose's translation is larger than 1e150";
  return nullptr;
}

template <class T>
std::string complaint_of_rotation(const Mat3<T>& rotation) {
  const double off = static_cast<double>(orthogonality_error(rotation));
  if (!std::isfinite(off)) return "a pose's matrix is not finite";
  if (off <= BasicPose<T>::kMostDrift) return "a pose's matrix mirrors: its determinant is negative";
  char text[96];
  std::snprintf(text, sizeof text, "a pose's matrix is not a rotation: M Mᵀ is off the identity by %.3g", off);
  return text + std::string(" (up to 0.001 is mended)");
}

}  // namespace detail

template <class T>
Result<BasicPose<T>> BasicPose<T>::from_matrix(const Mat3<T>& rotation, Vec3<T> translation) {
  if (const char* wrong = detail::complaint_of_translation(translation)) return Error{wrong};
  const double off = static_cast<double>(rigidity_error(rotation));
  if (!(off <= kMostDrift)) return Error{detail::complaint_of_rotation(rotation)};
  return BasicPose<T>{nearest_rotation(rotation, off <= kRigidTolerance ? 2 : 3), translation};
}

template <class T>
Result<BasicPose<T>> BasicPose<T>::from_matrix4(const std::array<T, 16>& m) {
  if (!(m[12] == T(0) && m[13] == T(0) && m[14] == T(0) && m[15] == T(1)))
    return Error{"the last row of a pose's matrix is not 0 0 0 1 (is it transposed?)"};
  return from_matrix({{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[3], m[7], m[11]});
}

template <class T>
Result<BasicPose<T>> BasicPose<T>::from_matrix4(const std::array<std::array<T, 4>, 4>& rows) {
  std::array<T, 16> flat{};
  for (std::size_t i = 0; i < 16; ++i) flat[i] = rows[i / 4][i % 4];
  return from_matrix4(flat);
}

template <class T>
Result<BasicPose<T>> BasicPose<T>::from_quaternion(T w, T x, T y, T z, Vec3<T> translation) {
  if (const char* wrong = detail::complaint_of_translation(translation)) return Error{wrong};
  const T big = larger(larger(std::abs(w), std::abs(x)), larger(std::abs(y), std::abs(z)));
  if (!(std::isfinite(w) && std::isfinite(x) && std::isfinite(y) && std::isfinite(z)) || big == T(0))
    return Error{"a pose's quaternion is zero or not finite"};
  w /= big, x /= big, y /= big, z /= big;  // so that squares neither overflow nor underflow
  const T s = T(2) / (w * w + x * x + y * y + z * z);
  return BasicPose<T>{{{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                        {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                        {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}},
                      translation};
}

template <class T>
Result<BasicPose<T>> BasicPose<T>::from_axis_angle(Vec3<T> axis, T angle, Vec3<T> translation) {
  const T big = largest(abs(axis));
  if (!is_finite(axis) || !(big > T(0))) return Error{"the axis of a pose's rotation is zero or not finite"};
  if (!std::isfinite(angle)) return Error{"the angle of a pose's rotation is not finite"};
  const Vec3<T> even = axis / big, k = even / length(even);  // squares of even neither overflow nor underflow
  const SinCos by = apart::sin_cos(static_cast<double>(angle) / 6.283185307179586476925);  // quarter turns are exact
  const T c = rounded<T>(by.cos), s = rounded<T>(by.sin);
  const T v = 1 - c;
  return from_matrix({{{c + v * k.x * k.x, v * k.x * k.y - s * k.z, v * k.x * k.z + s * k.y},
                       {v * k.x * k.y + s * k.z, c + v * k.y * k.y, v * k.y * k.z - s * k.x},
                       {v * k.x * k.z - s * k.y, v * k.y * k.z + s * k.x, c + v * k.z * k.z}}},
                     translation);
}

template <class To, class From>
constexpr BasicPose<To> cast(const BasicPose<From>& p) {
  return {cast<To>(p.rotation), cast<To>(p.translation)};
}

}  // namespace apart
