// What a walk asks of a query: how two volumes are measured, how far it still cares, and what it does with primitives.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/shapes/triangle.hpp>
#include <apart/traversal/watch/probe.hpp>
#include <apart/volumes/volume.hpp>
#include <concepts>

namespace apart::traversal {

// How near may the contents of two volumes be? Touching asks only whether they may meet, which is cheaper. Farness is
// for the greatest distance: what may be farthest is nearest to such a query.
struct Touching {
  static double bound(bool may_meet) { return may_meet ? 0.0 : std::numeric_limits<double>::infinity(); }
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return bound(bool(overlap(a, at, b)));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    const Vec3d apart = larger(a.low - b.high, b.low - a.high);
    return apart.x > 0 || apart.y > 0 || apart.z > 0 ? std::numeric_limits<double>::infinity() : 0.0;
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
  static double bound(const Bounds& a, const Bounds& b) {
    const Vec3d apart = larger(larger(a.low - b.high, b.low - a.high), Vec3d{});
    // Computed distances of triangles may be too small by roundings of the triangles' sizes, not only of the distance.
    const double sizes = largest(larger(a.size(), b.size())) + length(apart);
    return lesser(length(apart) - 1e-12 * sizes, 1e150);  // squares of larger ones leave the range of a double
  }
};
struct Farness {
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return -double(span(a, at, b));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    return -length(larger(abs(a.high - b.low), abs(b.high - a.low))) * (1 + 8 * kUnit<double>);
  }
};

template <class Q>
concept PairQuery = requires(Q query, const Q asked, u32 i, u32 j) {
  typename Q::Measure;
  { asked.reach() } -> std::same_as<double>;  // pairs whose bound is greater are dropped
  { query.primitives(i, j) } -> std::same_as<Found>;
};

// A query that may be given the triangles: the walk then fetches each of a leaf's once, and asks only about those whose
// boxes are near enough.
template <class Q>
concept TriangleQuery = PairQuery<Q> && requires(Q query, u32 i, const Triangle& t) {
  { query.pair.of_a(i) } -> std::same_as<Triangle>;
  { query.pair.of_b(i) } -> std::same_as<Triangle>;
  { query.primitives(i, t, i, t) } -> std::same_as<Found>;
};

// What computing places along an axis, and distances of triangles, may round away, with room.
inline double room_along_axis(const Frame& a, const Pose& b_in_a, const Frame& b) {
  return 1e-12 * (length(a.centre) + length(b.centre) + a.radius + b.radius) +
         16 * kUnit<double> * largest(abs(b_in_a.translation));
}

// A query that knows in which direction, from A to B and of length one or zero, its nearest parts lie so far. What is
// farther along it is dropped, where the volumes alone would not tell.
template <class Q>
concept LooksAlong = requires(const Q asked) {
  { asked.axis() } -> std::same_as<Vec3d>;
};

}  // namespace apart::traversal
