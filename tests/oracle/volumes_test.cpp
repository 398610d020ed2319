// Does every volume, as it is fitted by default, hold its points in exact arithmetic?
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>

#include "tests/oracle/exact.hpp"
#include "tests/support.hpp"
#include "tests/volumes/point_sets.hpp"

namespace apart {
namespace oracle {

inline ExactVec operator*(const Exact& s, const ExactVec& v) { return {s * v.x, s * v.y, s * v.z}; }

inline Exact clamped(const Exact& x, const Exact& half) { return x < -half ? -half : x > half ? half : x; }

template <class T>
bool holds(const Dual<T>& v, const ExactVec& p) {
  return holds(v.ball, p) && holds(v.box, p);
}
template <class T, int K>
bool holds(const Kdop<T, K>& v, const ExactVec& p) {
  for (std::size_t i = 0; i < std::size_t(K / 2); ++i)
    if (abs(dot(exact(kKdopNormals<K>[i]), p) - Exact(v.centre[i])) > Exact(v.half[i])) return false;
  return true;
}
// A place on the core within the radius is proof enough, however it was found.
template <class T>
bool holds(const CapsuleVolume<T>& v, const ExactVec& p) {
  const ExactVec axis = exact(v.axis), d = p - exact(v.centre);
  const ExactVec off = d - clamped(dot(d, axis) / dot(axis, axis), Exact(v.half)) * axis;
  return dot(off, off) <= Exact(v.radius) * Exact(v.radius);
}
template <class T>
bool holds(const Lozenge<T>& v, const ExactVec& p) {
  const ExactVec x = exact(v.axes[0]), y = exact(v.axes[1]), d = p - exact(v.centre);
  Exact s = 0, t = 0;
  for (int round = 0; round < 8; ++round) {  // the axes are square only to rounding
    s = clamped(dot(d - t * y, x) / dot(x, x), Exact(v.half[0]));
    t = clamped(dot(d - s * x, y) / dot(y, y), Exact(v.half[1]));
  }
  const ExactVec off = (d - s * x) - t * y;
  return dot(off, off) <= Exact(v.radius) * Exact(v.radius);
}
template <class T>
bool holds(const CylinderVolume<T>& v, const ExactVec& p) {
  const ExactVec axis = exact(v.axis), d = p - exact(v.centre);
  const Exact along = dot(d, axis);
  const ExactVec across = d - along * axis;
  return abs(along) <= Exact(v.half) && dot(across, across) <= Exact(v.radius) * Exact(v.radius);
}
template <class T>
bool holds(const EllipsoidVolume<T>& v, const ExactVec& p) {
  const ExactVec d = p - exact(v.centre);
  Exact x[3], r[3];
  for (int i = 0; i < 3; ++i) x[i] = dot(exact(v.axes.rows[i]), d), r[i] = Exact(v.radii[i]);
  // Σ (x / r)² ≤ 1, multiplied out.
  const Exact a = x[0] * r[1] * r[2], b = x[1] * r[2] * r[0], c = x[2] * r[0] * r[1], all = r[0] * r[1] * r[2];
  return a * a + b * b + c * c <= all * all;
}
// A mean of corners within the room is proof enough.
template <class T>
bool holds(const HullVolume<T>& v, const ExactVec& p) {
  const Vec3d at[] = {{double(p.x), double(p.y), double(p.z)}};
  const auto hull = support(v);
  const PointsSupport point{at};
  Gjk gjk(hull, point);
  gjk.run();
  const GjkProof proof = gjk.proof_of_a();
  ExactVec off{0, 0, 0};
  Exact total = 0;
  for (int i = 0; i < proof.count; ++i) {
    if (!(proof.weights[i] >= 0)) return false;
    const ExactVec d = Exact(proof.weights[i]) * (p - exact(proof.corners[i]));
    off = {off.x + d.x, off.y + d.y, off.z + d.z};
    total += Exact(proof.weights[i]);
  }
  return total > 0 && dot(off, off) <= Exact(v.slack) * Exact(v.slack) * total * total;
}

}  // namespace oracle

namespace volumes_test {

template <class V>
class HeldExactly : public ::testing::Test {};
using Types = ::testing::Types<Sphere<float>, Sphere<double>, Aabb<float>, Aabb<double>, Obb<float>, Obb<double>,
                               Dual<float>, Kdop<float, 8>, Kdop<float, 18>, Kdop<double, 18>, Kdop<float, 26>,
                               CapsuleVolume<float>, CapsuleVolume<double>, Lozenge<float>, Lozenge<double>,
                               CylinderVolume<float>, CylinderVolume<double>, EllipsoidVolume<float>,
                               EllipsoidVolume<double>, HullVolume<float>, HullVolume<double>>;
TYPED_TEST_SUITE(HeldExactly, Types);

TYPED_TEST(HeldExactly, EveryPoint) {
  Random random(1);
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random);
    const TypeParam v = Fit<TypeParam>::of(points);
    for (Vec3d p : points) ASSERT_TRUE(oracle::holds(v, oracle::exact(p))) << k;
  }
}

}  // namespace volumes_test
}  // namespace apart
