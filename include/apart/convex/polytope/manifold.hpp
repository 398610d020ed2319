// The contact manifold of two rounded polytopes: the corners of the common part of their faces. A box or hull has
// radius 0, a capsule is a rounded segment, a ball a rounded point.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/base/status.hpp>
#include <apart/shapes/polytope.hpp>
#include <limits>
#include <vector>

namespace apart {

namespace convex {
struct FeatureMemory;  // features/feature_walk.hpp
}

struct RoundedPolytope {
  const Polytope& core;
  double radius = 0;
};

struct ContactPoint {
  Vec3d on_a{}, on_b{};  // on_b − on_a = −depth · normal
  double depth = 0;      // negative if they are disjoint here
};

struct ManifoldOptions {
  double margin = 0;  // points no farther apart than this count too
  // Farther than this, and than the margin, is not searched: the distance is a lower bound, Status::at_least.
  double max = std::numeric_limits<double>::infinity();
  convex::FeatureMemory* memory = nullptr;  // warm start of the pair
  // With memory, for programs that ask at every step: the axis along which the depth was proven last is taken again,
  // without a proof, where the depth along it differs from that one by no more than this. The distance is then a lower
  // bound, Status::at_least: they overlap by no more than that, or may just be apart. 0: every depth is proven.
  double slop = 0;
};

struct Manifold {
  Status status = Status::unfinished;
  double distance = 0;  // signed, of the two
  Vec3d normal{};       // of length 1, from A to B, common to all points
  ContactPoint points[4];
  int count = 0;
  bool reduced = false;  // there were more points; these span about the most area, the deepest among them
};

// B is at b_in_a in A's frame, and the result is in A's frame. If the normal is a face's, the other's most opposed face
// is clipped by its sides; two edges along each other give the two ends of their common part; all else is one point.
// Flush faces give the corners of their intersection, whichever is A.
Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  const ManifoldOptions& options = {});

// The same with all points, in the vector; the manifold has the first four of them that a reduction keeps.
Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  std::vector<ContactPoint>& all, const ManifoldOptions& options = {});

}  // namespace apart
