// Chooses a camera for a finding, and determines which bodies hide it.
#pragma once
#include <apart/scene/check.hpp>

#include "cli/render/camera.hpp"

namespace apart::cli {

// A body at its pose.
struct PlacedBody {
  const Model* model;
  Pose pose;
  Bounds box;  // in the world
};

// What is drawn of a pair: both bodies, some around them, and the place of the finding.
struct View {
  PlacedBody a, b;
  bool alone = false;                // A and B are one body that intersects itself
  std::vector<PlacedBody> around{};  // the nearest first
  std::vector<Vec3d> points{};       // of the mark; none if it is a whole body
  Vec3d target{};
  double radius = 1;  // of the region shown
  Vec3d across{};     // unit vector from A to B if they are disjoint, else zero
};

struct Viewpoint {
  render::Camera camera;
  double visible = 1;                       // the share of the points that A and B do not hide
  double hidden_by_a = 0, hidden_by_b = 0;  // the share that each of them hides
};

// The best of many directions: most of the finding visible, across the gap, both bodies in view. Deterministic.
Viewpoint best_viewpoint(const View& view);

}  // namespace apart::cli
