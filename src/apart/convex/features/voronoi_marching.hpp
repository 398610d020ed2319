// The distance of two polytopes by Voronoi marching (Lin and Canny; SWIFT++): from a pair of features to a nearer
// adjacent one, until each contains the other's nearest point in its Voronoi region.
#pragma once
#include <apart/convex/features/feature_walk.hpp>

namespace apart::convex {

// Every move strictly decreases the distance of the two features, so no pair occurs twice and the walk ends. When no
// neighbour is nearer the result is proven by a perpendicular plane. A walk can also end below a face: then the segment
// between the nearest points either enters the other polytope through a nearer face, where the walk continues, or one
// of them lies inside, and the polytopes meet: their distance is minus the penetration depth, by separating axes.
class VoronoiMarching final : public FeatureWalk {
 public:
  // B is at b_in_a in A's frame, and the result is in A's frame.
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
