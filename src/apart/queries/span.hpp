// How far apart are the farthest points of two models, and does any pair lie farther apart than a limit?
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/span.hpp>

namespace apart {

struct SpanOptions {
  double abs_error = 0;  // the answer may be this much too small
  double rel_error = 0;  // … or this share of itself
  Budget budget{};
};

struct Span {
  double distance = -std::numeric_limits<double>::infinity();  // of the two points; the truth is no less
  double at_most = -std::numeric_limits<double>::infinity();   // the truth is no greater
  Vec3d on_a{}, on_b{};  // vertices, in A's frame (in the world's, with world poses)
  u32 triangle_a = 0, triangle_b = 0;
  Status status = Status::exact;
};

Span span(const Model& a, const Pose& b_in_a, const Model& b, const SpanOptions& options = {});
Span span(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
          const SpanOptions& options = {});

struct Beyond {
  bool beyond = false;                 // some point of A is farther than the limit from some point of B
  u32 triangle_a = 0, triangle_b = 0;  // where, when there is one
  Status status = Status::exact;

  explicit operator bool() const { return beyond; }
};

Beyond beyond(const Model& a, const Pose& b_in_a, const Model& b, double limit);

// The question itself, for any walk. Of pairs that are equally far the one with the lowest numbers is kept, so that the
// answer does not depend on the order of the walk.
struct SpanQuery {
  using Measure = Farness;
  PlacedPair pair;
  double abs_error = 0, rel_error = 0;
  double limit = std::numeric_limits<double>::infinity();  // something farther than this is enough
  TriangleSpan best{-1, {}, {}};
  u32 best_a = 0, best_b = 0;
  double best_distance = -std::numeric_limits<double>::infinity();

  // What may be farther than the best by more than the error is of interest; with a limit, what may lie beyond it.
  double threshold() const {
    const double better = larger(best_distance + abs_error, best_distance * (1 + rel_error));
    return std::isfinite(limit) ? larger(better, limit) : better;
  }
  double reach() const { return -threshold(); }

  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    const TriangleSpan far = span(s, t);
    const bool earlier = i != best_a ? i < best_a : j < best_b;
    if (far.squared > best.squared || (far.squared == best.squared && earlier)) {
      best = far;
      best_a = i, best_b = j;
      // Squares that vanish are of models without size alone, whose points tell it all.
      best_distance = far.squared < kLeastSquare ? normalized(far.on_t - far.on_s).length : std::sqrt(far.squared);
    }
    return best_distance > limit ? Found::enough : Found::nothing;
  }
};

}  // namespace apart
