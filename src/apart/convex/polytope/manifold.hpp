// Where do two rounded polytopes touch, as bodies that rest on each other need to know it: not one point but the
// corners of what their faces share. A box or hull has radius 0, a capsule is a rounded segment, a ball a rounded
// point.
#pragma once
#include <apart/base/status.hpp>
#include <apart/shapes/polytope.hpp>
#include <vector>

namespace apart::convex {

struct FeatureMemory;  // features/feature_walk.hpp

struct RoundedPolytope {
  const Polytope& core;
  double radius = 0;
};

struct ContactPoint {
  Vec3d on_a{}, on_b{};  // on_b − on_a = −depth · normal
  double depth = 0;      // negative when they are apart here
};

struct ManifoldOptions {
  double margin = 0;                // points that are no farther apart than this count too
  FeatureMemory* memory = nullptr;  // of the pair, from the last time
};

struct Manifold {
  Status status = Status::unfinished;
  double distance = 0;  // of the two, negative when they overlap
  Vec3d normal{};       // of length 1, from A to B, common to all points
  ContactPoint points[4];
  int count = 0;
  bool reduced = false;  // there were more points; these span about the most area, the deepest among them
};

// B stands at b_in_a in A's frame, and so does the answer. If the normal is a face's, the other's face that faces it
// most is clipped by the sides of it; two edges that run along each other give the two ends of what they share; all
// else is one point. Faces that lie flush give the corners of what both cover, whichever is A.
Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  const ManifoldOptions& options = {});

// The same with all points, in the vector; the manifold has the first four of them that a reduction keeps.
Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  std::vector<ContactPoint>& all, const ManifoldOptions& options = {});

}  // namespace apart::convex
