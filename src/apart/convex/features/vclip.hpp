// The distance of two polytopes by V-Clip (Mirtich): a walk over pairs of features that computes no nearest points
// until it has ended. Edges are clipped to Voronoi regions, and the side to leave by is given by the signs of
// derivatives.
#pragma once
#include <apart/convex/features/feature_walk.hpp>

namespace apart::convex {

// The next pair depends on the pair alone. Rounding may cause a cycle, which is detected (Brent's method: a pair stored
// at step 1, 2, 4, 8 … occurs again), so the walk ends; its result is proven by a plane, or computed by GJK.
class VClip final : public FeatureWalk {
 public:
  // B is at b_in_a in A's frame, and the result is in A's frame.
  VClip(const Polytope& a, const Pose& b_in_a, const Polytope& b, const FeatureWalkOptions& options = {});

  bool step() override;

 private:
  enum class Move { on, done, meet };
  struct Clip;

  Move move();
  Move vertices();
  Move vertex_edge(int vertex_side);
  Move vertex_face(int vertex_side);
  Move edges();
  Move edge_face(int edge_side);
  Move go_to(int side, Feature feature);
  // Which edge at a vertex leads out of its region, towards a point.
  u32 way_out(int side, u32 vertex, Vec3d point) const;

  Feature feature_[2];
  FeaturePair seen_;
};

inline FeatureDistance vclip(const Polytope& a, const Pose& b_in_a, const Polytope& b,
                             const FeatureWalkOptions& options = {}) {
  return VClip(a, b_in_a, b, options).run();
}

}  // namespace apart::convex
