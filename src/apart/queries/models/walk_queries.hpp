// The queries of two meshes, for any traversal: what is computed of a pair of triangles, what is kept of it, and how
// near the rest must be to matter.
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/triangles/span.hpp>

namespace apart::queries {

// Stops at the first pair that touches.
struct CollideQuery {
  using Measure = Touching;
  PlacedPair pair;
  Collision answer{};

  static double reach() { return 0; }
  bool found() const { return answer.colliding; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    return overlap(s, t) ? touching(i, j) : Found::nothing;
  }
  Found touching(u32 i, u32 j) {
    answer = {.colliding = true, .a = pair.element_a(i), .b = pair.element_b(j)};
    return Found::enough;
  }
};

// Stops at the first pair that is near enough.
struct WithinQuery {
  using Measure = Nearness;
  PlacedPair pair;
  double tolerance;
  Within answer{};

  double reach() const { return tolerance; }
  bool found() const { return answer.within; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    // Compared as distances, as distance() reports them: the square may round to the other side. Beyond the tolerance
    // by more than an error bound, the gap need not be the least.
    const double squared = distance(s, t, tolerance * tolerance * (1 + 8 * kUnit<double>)).squared;
    const bool vanishing = squared < kLeastSquare && tolerance > 0;
    if (!vanishing && std::sqrt(squared) > tolerance) return Found::nothing;
    answer = {.within = true, .a = pair.element_a(i), .b = pair.element_b(j)};
    return Found::enough;
  }
};

// Keeps the nearest pair; of pairs that are equally near the one with the lowest numbers, so that the answer does not
// depend on the order of the traversal (unless they touch: then the first found will do).
struct DistanceQuery {
  using Measure = Nearness;
  using KnowsCorners = DistanceQuery;  // of LeafPairs
  PlacedPair pair;
  DistanceOptions options{};
  TriangleGap best{std::numeric_limits<double>::infinity(), {}, {}};
  u32 best_a = 0, best_b = 0;
  double best_distance = std::numeric_limits<double>::infinity();
  Vec3d best_axis{};  // from A to B, of length one; zero until something was found

  Vec3d axis() const { return best_axis; }
  bool exact() const { return options.abs_error == 0 && options.rel_error == 0; }
  bool found() const { return best_distance <= options.max || vanishing(); }
  bool vanishing() const { return best.squared > 0 && best.squared < kLeastSquare; }

  double reach() const {
    return lesser(options.max, lesser(best_distance - options.abs_error, best_distance / (1 + options.rel_error)));
  }

  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    return around_nearest_a(s) && around_nearest_b(t) ? as_near(i, j) : others(i, s, j, t);
  }

  // Triangles about the corners that are nearest so far lie there as near as those that were tested first. That is seen
  // at once where all their other corners lie behind, by more than rounding: then the distance would be computed of
  // these corners too. Of A and B each by itself, for lists of triangles.
  bool around_nearest_a(const Triangle& s) const { return around_nearest(s, best.on_s, 1); }
  bool around_nearest_b(const Triangle& t) const { return around_nearest(t, best.on_t, -1); }
  Found as_near(u32 i, u32 j) {
    if (i != best_a ? i < best_a : j < best_b) best_a = i, best_b = j;
    return Found::nothing;
  }
  // Any two that are not both around the nearest corners.
  Found others(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    // One more than the best, so that equals are visited.
    const double bound = std::nextafter(best.squared, std::numeric_limits<double>::infinity());
    const TriangleGap gap = distance(s, t, bound);
    const bool earlier = i != best_a ? i < best_a : j < best_b;
    if (gap.squared < best.squared || (gap.squared == best.squared && earlier)) {
      best = gap;
      best_a = i, best_b = j;
      best_distance = vanishing() ? kLeastDistance : std::sqrt(gap.squared);
      // By its own length, not by the distance: the points of near triangles differ in their last bits only.
      const Vec3d across = gap.on_t - gap.on_s;
      const double far = length(across);
      best_axis = far > 0 ? across / far : Vec3d{};
    }
    return best.squared == 0 ? Found::enough : Found::nothing;
  }

 private:
  bool around_nearest(const Triangle& of, Vec3d nearest, double way) const {
    const int at = of.a == nearest ? 0 : of.b == nearest ? 1 : of.c == nearest ? 2 : -1;
    if (at < 0 || !(best.squared > 0) || !(best.squared < std::numeric_limits<double>::infinity())) return false;
    const Vec3d across = best.on_t - best.on_s;
    if (best.squared != squared_length(across)) return false;  // it was of points beside the corners
    const auto behind = [&](Vec3d edge) {
      return way * dot(across, edge) < -0x1p-40 * larger(best.squared, squared_length(edge));
    };
    return behind(of[(at + 1) % 3] - nearest) && behind(of[(at + 2) % 3] - nearest);
  }
};

// Keeps the farthest pair; of pairs that are equally far the one with the lowest numbers.
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

// Gives every touching pair, once, to a collector: of pairs, or of their two triangles' numbers.
template <class Collector>
requires TouchingPairCollector<Collector> || std::predicate<Collector&, u32, u32>
struct CollisionsQuery {
  using Measure = Touching;
  PlacedPair pair;
  Collector& collect;
  bool first_will_do = false;  // it does not collect all
  bool stopped = false;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    return overlap(s, t) ? touching(i, j) : Found::nothing;
  }
  Found touching(u32 i, u32 j) {
    if constexpr (std::predicate<Collector&, u32, u32>)
      stopped = !collect(i, j);
    else
      stopped = !collect(TouchingPair{i, j, pair.a.part(i), pair.b.part(j)});
    return stopped ? Found::enough : Found::contact;
  }
};

}  // namespace apart::queries
