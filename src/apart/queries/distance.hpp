// How far apart are two models, and where?
#pragma once
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/feature.hpp>

namespace apart {

struct DistanceOptions {
  double max = std::numeric_limits<double>::infinity();  // farther than this is not looked for
  double abs_error = 0;                                  // the answer may be this much too large
  double rel_error = 0;                                  // … or this share of the truth
  bool solid = false;                                    // as in CollideOptions: inside is at distance 0
  Budget budget{};                                       // when it is spent, Status::unfinished
};

struct Distance {
  // Never less than the truth by more than rounding. 0 when they touch; infinite when one holds nothing.
  // Status::at_least: nothing is nearer than `distance`, which is then the maximum that was asked for.
  double distance = std::numeric_limits<double>::infinity();
  double at_least = 0;   // proven: nothing is nearer; the same as the distance when it is exact
  Vec3d on_a{}, on_b{};  // nearest points, in A's frame (in the world's, with world poses); see has_points()
  u32 triangle_a = 0, triangle_b = 0;
  u32 part_a = 0, part_b = 0;  // the parts of the meshes to which they belong (Mesh::part)
  TriangleFeature feature_a = TriangleFeature::face, feature_b = TriangleFeature::face;  // where on them the points lie
  bool contained = false;  // one solid lies inside the other: distance 0, no points
  Status status = Status::exact;

  bool has_points() const {
    return !contained && std::isfinite(distance) && status != Status::at_least && status != Status::cancelled &&
           status != Status::invalid;
  }
};

Distance distance(const Model& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options = {});
Distance distance(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                  const DistanceOptions& options = {});

// The question itself, for any walk. Of pairs that are equally near the one with the lowest numbers is kept, so that
// the answer does not depend on the order of the walk (unless they touch: then the first found will do).
struct DistanceQuery {
  using Measure = Nearness;
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
    if (nearest_at_known_corners(s, t)) {
      if (i != best_a ? i < best_a : j < best_b) best_a = i, best_b = j;
      return Found::nothing;
    }
    // One more than the best, so that equals are seen.
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
  // Triangles about the corners that are nearest so far lie there as near as those that were asked first. That is seen
  // at once where all their other corners lie behind, by more than rounding: then the distance would be computed of
  // these corners too.
  bool nearest_at_known_corners(const Triangle& s, const Triangle& t) const {
    if (!(best.squared > 0) || !(best.squared < std::numeric_limits<double>::infinity())) return false;
    const auto corner = [](const Triangle& of, Vec3d p) { return of.a == p ? 0 : of.b == p ? 1 : of.c == p ? 2 : -1; };
    const int at_s = corner(s, best.on_s), at_t = corner(t, best.on_t);
    if (at_s < 0 || at_t < 0) return false;
    const Vec3d across = best.on_t - best.on_s;
    const auto behind = [&](Vec3d edge, double way) {
      return way * dot(across, edge) < -0x1p-40 * larger(best.squared, squared_length(edge));
    };
    return behind(s[(at_s + 1) % 3] - best.on_s, 1) && behind(s[(at_s + 2) % 3] - best.on_s, 1) &&
           behind(t[(at_t + 1) % 3] - best.on_t, -1) && behind(t[(at_t + 2) % 3] - best.on_t, -1);
  }
};

}  // namespace apart
