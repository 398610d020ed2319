// The intersection curves of two surfaces.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/queries/collisions.hpp>

namespace apart {

struct Curve {
  std::vector<Vec3d> points{};  // a closed one does not repeat its first point
  bool closed = false;
  double length = 0;
};

struct Intersection {
  std::vector<Curve> curves{};        // the longest first
  std::vector<TouchingPair> pairs{};  // the triangles that meet, sorted
  double length = 0;                  // of all curves
  std::size_t flat_pairs = 0;         // that share an area in one plane: no curve, but the border of that area is one
  Bounds box{};                       // of all that is shared: points, curves, areas
  Vec3d witness{};                    // a common point, if there are pairs
  Status status = Status::exact;
};

// Points in A's frame, or in the world's when two world poses are given. Segments between triangles are exact to a few
// roundings of the coordinates; their ends are joined where they differ by no more. Where more than two segments meet,
// curves go straight on: the two that turn least continue each other, then the next two. A curve ends at the border of
// an open surface, or where an odd number of segments meet and it is the one left over; all others are closed.
Intersection intersection(const Model& a, const Pose& b_in_a, const Model& b);
Intersection intersection(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world);
inline Intersection intersection(const Model& a, const Model& b) { return intersection(a, Pose{}, b); }

}  // namespace apart
