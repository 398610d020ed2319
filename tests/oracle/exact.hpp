// Do volumes contain a point, in exact arithmetic?
#pragma once
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace apart::oracle {

// Wide enough that sums and products of coordinates from 1e-12 to 1e12 are never rounded: three factors of 53 bits over
// 2⁻¹⁵⁰ … 2⁵⁰ each.
using Exact =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<512, boost::multiprecision::digit_base_2>,
                                  boost::multiprecision::et_off>;

struct ExactVec {
  Exact x, y, z;
};
template <class T>
ExactVec exact(Vec3<T> v) {
  return {Exact(v.x), Exact(v.y), Exact(v.z)};
}
inline ExactVec operator-(const ExactVec& a, const ExactVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Exact dot(const ExactVec& a, const ExactVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

template <class T>
bool holds(const Sphere<T>& v, const ExactVec& p) {
  const ExactVec d = p - exact(v.centre);
  return dot(d, d) <= Exact(v.radius) * Exact(v.radius);
}
template <class T>
bool holds(const Obb<T>& v, const ExactVec& p) {
  const ExactVec d = p - exact(v.centre);
  for (int i = 0; i < 3; ++i)
    if (abs(dot(exact(v.axes.rows[i]), d)) > Exact(v.half[i])) return false;
  return true;
}
template <class T>
bool holds(const Aabb<T>& v, const ExactVec& p) {
  const ExactVec d = p - exact(v.centre);
  return abs(d.x) <= Exact(v.half.x) && abs(d.y) <= Exact(v.half.y) && abs(d.z) <= Exact(v.half.z);
}

}  // namespace apart::oracle
