// Common to walks over the features of two polytopes: the start, the proof of a result, and the fallback if the
// polytopes meet or rounding prevents convergence.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/features/features.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>

namespace apart::convex {

// Warm start: what a caller keeps of a pair between queries. It affects the time, not the result.
struct FeatureMemory {
  FeaturePair features{};
  Vec3d axis{};
  bool known = false;
  // Of manifolds: where GJK and EPA ended, and of which vertices these are.
  PolytopeSimplex vertices{};
  EpaSurface surface{};
  std::span<const Vec3d> of_a{}, of_b{};
  double depth = 0;                                   // that this surface proved; not above 0 where they were apart
  u32 faces[2] = {Polytope::kNone, Polytope::kNone};  // that were the most aligned with the normal
};

struct FeatureWalkOptions {
  bool depth = true;                // of those that meet, find how deep; otherwise their distance is 0
  FeatureMemory* memory = nullptr;  // starts where the last walk ended, and is updated
  int limit = 4096;                 // of steps, before falling back to GJK
};

struct FeatureDistance : ConvexGap {
  FeaturePair features{};  // that hold the witness points
  int steps = 0;
  bool fell_back = false;  // the walk did not prove its result; this is GJK's
};

class FeatureWalk {
 public:
  // The same as calling step() until it returns false.
  FeatureDistance run() {
    while (step()) {
    }
    return result_;
  }
  virtual ~FeatureWalk() = default;
  // One move to an adjacent feature; false once there is a result.
  virtual bool step() = 0;
  // The result so far.
  const FeatureDistance& result() const { return result_; }
  bool done() const { return done_; }

 protected:
  FeatureWalk(const Polytope& a, const Pose& b_in_a, const Polytope& b, const FeatureWalkOptions& options);

  FeaturePair start() const;
  // Does the plane perpendicular to the features' normal prove that nothing is nearer? Then that is the result.
  bool proven(const NearestFeatures& nearest);
  // Each returns false, as a last step does.
  bool meet();
  bool fall_back();
  bool finish(Status status);

  PlacedPolytope polytopes_[2];
  FeatureWalkOptions options_;
  FeatureDistance result_;
  double noise_ = 0;
  bool done_ = false;
};

}  // namespace apart::convex
