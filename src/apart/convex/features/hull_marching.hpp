// The distance of two convex hulls in flat arrays by Voronoi marching: the pair test of trees of hulls. It starts from
// any features, those of last time or of the parents, and ends early where a plane proves a lower bound beyond reach.
#pragma once
#include <apart/convex/features/features.hpp>
#include <apart/shapes/polytope/flat_hull.hpp>

namespace apart::convex {

struct MarchResult {
  enum class Verdict : unsigned char {
    beyond,   // farther than the reach, proven by a plane; the features are where to start next time
    nearest,  // the features are nearest, proven by a plane
    meet,     // not apart, to rounding
    unsure    // bounds and points are known, features are not
  };
  Verdict verdict = Verdict::meet;
  bool fell_back = false;  // to GJK
  int steps = 0;
  double at_least = 0, distance = 0;  // at_least: but for rounding
  Vec3d on_a{}, on_b{};               // in A's frame
  FeaturePair features{};
};

struct HullMarch {
  double reach = std::numeric_limits<double>::infinity();
  double noise = 0;  // rounding errors of coordinates, in the frame of A
  int limit = 512;   // of steps, before falling back to GJK
};

// Any features of the two are a start; of a hull without triangles its vertices.
MarchResult march(const FlatHull& a, const Pose& b_in_a, const FlatHull& b, const FeaturePair& start,
                  const HullMarch& options = {});

// A vertex of a feature.
inline u32 a_vertex_of(const FlatHull& hull, Feature f) {
  return f.kind == FeatureKind::vertex ? f.index : hull.end(f.kind == FeatureKind::edge ? f.index : 3 * f.index);
}

}  // namespace apart::convex
