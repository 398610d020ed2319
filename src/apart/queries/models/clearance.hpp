// How far two models were known to be apart, and whether B can have come that far since: then they do not touch, and no
// volume is tested. A traversal with a reach shows that they are farther apart than it, or does not; the reach is a few
// steps of B's motion, more with each success and fewer with each failure. After a failure some successes are waited
// for: what was too far is so again while they come closer.
#pragma once
#include <apart/hierarchy/model_tree.hpp>

namespace apart::queries {

class Clearance {
 public:
  // To the pose of a query. True if B is still clear of A there.
  bool holds(const Frame& b, const Pose& b_in_a) {
    // A step is how far B moved since the query before; both are bounds for all of B's points.
    step_ = started_ ? moved(b, last_, b_in_a) : 0;
    last_ = b_in_a, started_ = true;
    return known_ > 0 && moved(b, at_, b_in_a) < known_;
  }

  // The reach of a traversal that may show more; 0 where that failed not long ago.
  double reach() {
    known_ = 0;
    if (rest_ > 0) return --rest_, 0;
    return steps_ * step_;
  }
  // Such a traversal ended, at the pose of this query with this placement: is all farther apart than the reach?
  void shown(double reach, const Placement<float>& at, bool farther) {
    if (farther) {
      at_ = last_;
      known_ = reach - 4 * double(at.slack);  // less what rounding does to placed vertices, at both poses
      next_rest_ = 1;
      if (patience_ > 0)
        --patience_;
      else
        steps_ = lesser(2 * steps_, kMostSteps);
    } else if (steps_ > kLeastSteps) {
      steps_ /= 2;
      patience_ = kPatience;
    } else {
      rest_ = next_rest_;
      next_rest_ = lesser(2 * next_rest_, kMostRest);
    }
  }

 private:
  static constexpr double kLeastSteps = 4, kMostSteps = 64;
  static constexpr u32 kMostRest = 64, kPatience = 3;

  // As displacement() bounds it, but by the sum of squares of the difference of rotations: up to √2 more, in a tenth of
  // the time, which is some of what a tracked query takes.
  static double moved(const Frame& b, const Pose& from, const Pose& to) {
    double turned = 0;
    for (int k = 0; k < 3; ++k) turned += squared_length(to.rotation.rows[k] - from.rotation.rows[k]);
    return (length(to * b.centre - from * b.centre) + std::sqrt(turned) * b.radius) * (1 + 1e-12);
  }

  Pose last_{}, at_{};  // of the last query, and where they were known to be apart
  bool started_ = false;
  double step_ = 0, known_ = 0, steps_ = kLeastSteps;
  u32 patience_ = 0;              // successes until the reach grows again
  u32 rest_ = 0, next_rest_ = 1;  // queries without a reach, and when that fails again
};

}  // namespace apart::queries
