// The point of a simplex (a point, segment, triangle or tetrahedron) nearest to the origin, with barycentric weights.
#pragma once
#include <apart/base/quad.hpp>
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart::convex {

// T is double, or Quad where doubles do not suffice.
template <class T>
struct NearestOnSimplex {
  T weights[4] = {};  // the point is Σ weight · corner; 0 for unused corners
  Vec3<T> point{};
  T squared = T(std::numeric_limits<double>::infinity());  // its squared distance from the origin
  bool inside = false;                                     // the origin lies in the tetrahedron, certainly
};

// Among the parts of the simplex that have its last corner: GJK adds a corner only when all nearer points need it.
// Every part offers a point that is its own, however flat or thin it is, so a wrong sign can cost some of the nearness,
// never the truth; a tetrahedron claims the origin only beyond the rounding of its volumes. The largest coordinate
// should be about 1. For double and Quad; simplex_quick.hpp is quicker, and less sure.
template <class T>
NearestOnSimplex<T> nearest_with_care(const Vec3<T> (&corners)[4], int count);

// The same among all parts of the simplex.
template <class T>
NearestOnSimplex<T> nearest_of_all_with_care(const Vec3<T> (&corners)[4], int count);

}  // namespace apart::convex
