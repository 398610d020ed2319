// What a traversal needs of a query: how two volumes are tested, up to which distance pairs matter, and what is
// computed for two primitives.
#pragma once
#include <apart/base/box_distance.hpp>
#include <apart/shapes/triangle.hpp>
#include <apart/traversal/watch/probe.hpp>
#include <apart/volumes/volume.hpp>
#include <concepts>

namespace apart::traversal {

// Lower bounds of the distance of what two volumes hold. Touching tests only whether they may overlap, which is
// cheaper. Farness is for the greatest distance: its bounds are negative, so that the farthest have the least.
struct Touching {
  static double bound(bool may_meet) { return may_meet ? 0.0 : std::numeric_limits<double>::infinity(); }
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return bound(bool(overlap(a, at, b)));
  }
  template <class V>
  static double bound(const V& a, const OneFrame<typename V::Scalar>& at, const V& b) {
    return bound(bool(overlap(a, at, b)));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    return largest(axis_gaps(a, b)) > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
};
struct Nearness {
  // Squares of larger gaps may have left the range of a float; then this is bound enough.
  static double bound(float gap_of_volumes) { return lesser(double(gap_of_volumes), 1e18); }
  static double bound(double gap_of_volumes) { return lesser(gap_of_volumes, 1e18); }
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return bound(gap(a, at, b));
  }
  template <class V>
  static double bound(const V& a, const OneFrame<typename V::Scalar>& at, const V& b) {
    return bound(gap(a, at, b));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    const double apart = distance_at_least(a, b);
    // Computed distances of triangles may be too small by roundings of the triangles' sizes, not only of the distance.
    const double sizes = largest(larger(a.size(), b.size())) + apart;
    return lesser(apart - 1e-12 * sizes, 1e150);  // squares of larger ones leave the range of a double
  }
};
struct Farness {
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return -double(span(a, at, b));
  }
  template <class V>
  static double bound(const V& a, const OneFrame<typename V::Scalar>& at, const V& b) {
    return -double(span(a, at, b));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    return -length(larger(abs(a.high - b.low), abs(b.high - a.low))) * (1 + 8 * kUnit<double>);
  }
};

template <class Q>
concept PairQuery = requires(Q query, const Q fixed, u32 i, u32 j) {
  typename Q::Measure;
  { fixed.reach() } -> std::same_as<double>;  // pairs whose bound is greater are dropped
  { query.primitives(i, j) } -> std::same_as<Found>;
};

// A query that takes the triangles: each of a leaf's is then fetched once, and only pairs that pass an early-out test
// reach the query.
template <class Q>
concept TriangleQuery = PairQuery<Q> && requires(Q query, u32 i, const Triangle& t) {
  { query.pair.of_a(i) } -> std::same_as<Triangle>;
  { query.pair.of_b(i) } -> std::same_as<Triangle>;
  { query.primitives(i, t, i, t) } -> std::same_as<Found>;
};

// A query for which it suffices that two triangles overlap: touching() does what primitives() does with such a pair.
template <class Q>
concept TouchingQuery = TriangleQuery<Q> && requires(Q query, u32 i) {
  { query.touching(i, i) } -> std::same_as<Found>;
};

// More than what rounding takes from places along an axis, and from distances of triangles.
inline double margin_along_axis(const Frame& a, const Pose& b_in_a, const Frame& b) {
  return 1e-12 * (length(a.centre) + length(b.centre) + a.radius + b.radius) +
         16 * kUnit<double> * largest(abs(b_in_a.translation));
}

// A query that has the direction of its nearest points so far, from A to B and of length one or zero. It is one more
// axis that may separate two nodes.
template <class Q>
concept HasAxis = requires(const Q query) {
  { query.axis() } -> std::same_as<Vec3d>;
};
struct NoAxis {};  // of other queries

}  // namespace apart::traversal
