// How much a matrix lengthens a vector at most, and how far points get from one pose to another.
#pragma once
#include <apart/base/pose.hpp>

namespace apart {

// At least the norm of a matrix: its largest stretch.
inline double stretch_of(const Mat3d& m) {
  const Mat3d t = transposed(m);
  Mat3d power = t * m;  // the eigenvalues' eighth powers add up to its trace at last
  for (int k = 0; k < 2; ++k) power = power * power;
  const Mat3d last = power * power;
  const double trace = last.rows[0].x + last.rows[1].y + last.rows[2].z;
  double root = trace;
  for (int k = 0; k < 4; ++k) root = std::sqrt(larger(root, 0.0));
  return root * (1 + 1e-12);
}

// Between two poses: by how much their rotations differ, and how far no point of a ball gets.
struct Displacement {
  double turned, farthest;
};
inline Displacement displacement(const Pose& from, const Pose& to, Vec3d centre, double radius) {
  Mat3d turn;
  for (int k = 0; k < 3; ++k) turn.rows[k] = to.rotation.rows[k] - from.rotation.rows[k];
  const double turned = stretch_of(turn);
  return {turned, (length(to * centre - from * centre) + turned * radius) * (1 + 1e-12)};
}

}  // namespace apart
