// What walks over the features of two polytopes share: where they begin, how an answer is proven, and what is done when
// the polytopes meet or rounding leads the walk nowhere.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/features/features.hpp>

namespace apart::convex {

// What a caller keeps of a pair from one question to the next. It can change how long an answer takes, not the answer.
struct FeatureMemory {
  FeaturePair features{};
  Vec3d axis{};
  bool known = false;
};

struct FeatureWalkOptions {
  bool depth = true;                // of those that meet, find how deep; otherwise their distance is 0
  FeatureMemory* memory = nullptr;  // begin where the last walk ended, and leave there where this one does
  int limit = 4096;                 // of steps, after which GJK is asked
};

struct FeatureDistance : ConvexGap {
  FeaturePair features{};  // that hold the witness points
  int steps = 0;
  bool fell_back = false;  // the walk did not prove its answer; this is GJK's
};

class FeatureWalk {
 public:
  // As if step() were called until it says false.
  FeatureDistance run() {
    while (step()) {
    }
    return result_;
  }
  virtual ~FeatureWalk() = default;
  // One move to a neighbouring feature; false when there is an answer.
  virtual bool step() = 0;
  // What is known so far.
  const FeatureDistance& result() const { return result_; }
  bool done() const { return done_; }

 protected:
  FeatureWalk(const Polytope& a, const Pose& b_in_a, const Polytope& b, const FeatureWalkOptions& options);

  FeaturePair start() const;
  // Is a plane across the features' normal proof that nothing is nearer? Then that is the answer.
  bool proven(const NearestFeatures& nearest);
  // Each says false, as a last step does.
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
