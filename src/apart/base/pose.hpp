// Where a thing lies and how it is turned: a rigid motion p ↦ rotation · p + translation.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/base/result.hpp>
#include <limits>

namespace apart {

template <class T = double>
struct Pose {
  Mat3<T> rotation{};
  Vec3<T> translation{};

  // A matrix counts as a rotation when M·Mᵀ is the identity to this, and it does not mirror.
  static constexpr double kRigidTolerance = 1e-6;

  static constexpr Pose shift(Vec3<T> by) { return {{}, by}; }
  // Refuses a matrix that is not a rotation; one that is nearly so becomes the nearest rotation.
  static Result<Pose> from_matrix(const Mat3<T>& rotation, Vec3<T> translation);
  // Refuses a quaternion that is zero or not finite; any other length is normalised away.
  static Result<Pose> from_quaternion(T w, T x, T y, T z, Vec3<T> translation);

  constexpr Vec3<T> operator*(Vec3<T> p) const { return rotation * p + translation; }
  constexpr Vec3<T> turn(Vec3<T> direction) const { return rotation * direction; }
  friend constexpr Pose operator*(const Pose& a, const Pose& b) { return {a.rotation * b.rotation, a * b.translation}; }
  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

using Posed = Pose<double>;

template <class T>
constexpr Pose<T> inverse(const Pose<T>& p) {
  return {transposed(p.rotation), -transposed_times(p.rotation, p.translation)};
}

// How far a matrix is from being a rotation: the largest entry of |M·Mᵀ − 1|, infinite when it mirrors or is not
// finite.
template <class T>
T rigidity_error(const Mat3<T>& m) {
  T worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const T error = std::abs(dot(m.rows[i], m.rows[j]) - T(i == j));
      if (!(error <= worst)) worst = error;
    }
  return determinant(m) > 0 && std::isfinite(worst) ? worst : std::numeric_limits<T>::infinity();
}

// Of a matrix that is nearly a rotation: Newton's iteration M ← M·(3 − MᵀM)/2 for the polar factor, which squares the
// error each time. A rotation that is exact stays as it is.
template <class T>
constexpr Mat3<T> nearest_rotation(Mat3<T> m) {
  for (int round = 0; round < 2; ++round) {
    Mat3<T> correction = transposed(m) * m;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) correction(i, j) = (T(i == j ? 3 : 0) - correction(i, j)) / 2;
    m = m * correction;
  }
  return m;
}

template <class T>
Result<Pose<T>> Pose<T>::from_matrix(const Mat3<T>& rotation, Vec3<T> translation) {
  if (!is_finite(translation)) return Error{"a pose's translation is not finite"};
  if (!(static_cast<double>(rigidity_error(rotation)) <= kRigidTolerance))
    return Error{"a pose's matrix is not a rotation (to 1e-6)"};
  return Pose{nearest_rotation(rotation), translation};
}

template <class T>
Result<Pose<T>> Pose<T>::from_quaternion(T w, T x, T y, T z, Vec3<T> translation) {
  if (!is_finite(translation)) return Error{"a pose's translation is not finite"};
  const T big = larger(larger(std::abs(w), std::abs(x)), larger(std::abs(y), std::abs(z)));
  if (!(std::isfinite(w) && std::isfinite(x) && std::isfinite(y) && std::isfinite(z)) || big == T(0))
    return Error{"a pose's quaternion is zero or not finite"};
  w /= big, x /= big, y /= big, z /= big;  // so that squares neither overflow nor vanish
  const T s = T(2) / (w * w + x * x + y * y + z * z);
  return Pose{{{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}},
              translation};
}

template <class To, class From>
constexpr Pose<To> cast(const Pose<From>& p) {
  return {cast<To>(p.rotation), cast<To>(p.translation)};
}

}  // namespace apart
