// Construction and validation of poses from matrices, quaternions and axes.
#include <apart/base/pose.hpp>
#include <apart/base/quaternion.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/base/sin_cos.hpp>
#include <cstdio>

namespace apart {
namespace {

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
  return text + std::string(" (up to 0.001 is corrected)");
}

}  // namespace

template <class T>
Result<BasicPose<T>> BasicPose<T>::from_matrix(const Mat3<T>& rotation, Vec3<T> translation) {
  if (const char* wrong = complaint_of_translation(translation)) return Error{wrong};
  const double off = static_cast<double>(rigidity_error(rotation));
  if (!(off <= kMostDrift)) return Error{complaint_of_rotation(rotation)};
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
  if (const char* wrong = complaint_of_translation(translation)) return Error{wrong};
  const T big = larger(larger(std::abs(w), std::abs(x)), larger(std::abs(y), std::abs(z)));
  if (!(std::isfinite(w) && std::isfinite(x) && std::isfinite(y) && std::isfinite(z)) || big == T(0))
    return Error{"a pose's quaternion is zero or not finite"};
  w /= big, x /= big, y /= big, z /= big;  // so that squares neither overflow nor underflow
  return BasicPose<T>{rotation_of(w, x, y, z), translation};
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

template struct BasicPose<float>;
template struct BasicPose<double>;

}  // namespace apart
