#include <apart/base/rigidity.hpp>
#include <apart/io/bodies/qr_decomposition.hpp>

namespace apart::io {
namespace {

// The unit vector along v, or zero if v is zero.
Vec3d direction(Vec3d v) {
  const double size = largest(abs(v));
  if (size == 0) return {};
  v = v / size;  // so that squares neither overflow nor underflow
  return v / length(v);
}

// The unit vector of the part of v that is orthogonal to the unit vector u; zero if v is parallel to it.
Vec3d square_on(Vec3d u, Vec3d v) {
  v = direction(v);
  v = v - dot(u, v) * u;
  if (squared_length(v) < 1e-20) return {};  // only rounding error is left
  v = direction(v);
  return direction(v - dot(u, v) * u);  // a second time, for what cancelled in the first
}

Vec3d any_square_on(Vec3d u) {
  const Vec3d share = abs(u);
  return square_on(u, share.x <= share.y && share.x <= share.z ? Vec3d{1, 0, 0}
                      : share.y <= share.z                     ? Vec3d{0, 1, 0}
                                                               : Vec3d{0, 0, 1});
}

}  // namespace

QrDecomposition qr_decomposition(const Mat3d& map) {
  // Gram-Schmidt on the images of the axes.
  Vec3d x = direction(map.column(0));
  if (x == Vec3d{}) x = map.column(1) == Vec3d{} ? Vec3d{1, 0, 0} : any_square_on(direction(map.column(1)));
  Vec3d y = square_on(x, map.column(1));
  if (y == Vec3d{}) y = square_on(x, cross(direction(map.column(2)), x));
  if (y == Vec3d{}) y = any_square_on(x);
  const Mat3d rotation = Mat3d::from_columns(x, y, cross(x, y));
  if (rigidity_error(map) <= Pose::kRigidTolerance) return {rotation, {}};
  return {rotation, transposed(rotation) * map};
}

}  // namespace apart::io
