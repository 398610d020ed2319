// How far apart are two polytopes? By Voronoi marching, as Lin and Canny began it and SWIFT++ uses it: from a pair of
// features to a nearer one beside it, until each holds the other's nearest point in its Voronoi region.
#pragma once
#include <apart/convex/features/feature_walk.hpp>

namespace apart::convex {

// Every move makes the distance of the two features strictly less, so no pair comes twice and the walk ends. When no
// neighbour is nearer the answer is proven by a plane across it. A walk can also end below a face: then the segment
// between the nearest points either enters the other polytope through a nearer face, where the walk goes on, or one of
// them lies inside, and the polytopes meet: their distance is minus the least depth, by separating axes.
class VoronoiMarching final : public FeatureWalk {
 public:
  // B stands at b_in_a in A's frame, and so does the answer.
  VoronoiMarching(const Polytope& a, const Pose& b_in_a, const Polytope& b, const FeatureWalkOptions& options = {});

  bool step() override;

 private:
  bool improve(int side);
  bool take(const NearestFeatures& candidate);
  bool leave_inside(int side, bool& inside);

  NearestFeatures now_;
};

inline FeatureDistance voronoi_marching(const Polytope& a, const Pose& b_in_a, const Polytope& b,
                                        const FeatureWalkOptions& options = {}) {
  return VoronoiMarching(a, b_in_a, b, options).run();
}

}  // namespace apart::convex
