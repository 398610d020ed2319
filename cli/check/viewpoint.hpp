// From where a finding is looked at, and which bodies would hide it.
#pragma once
#include <apart/scene/check.hpp>

#include "cli/render/camera.hpp"

namespace apart::cli {

// A body where it stands.
struct PlacedBody {
  const Model* model;
  Pose pose;
  Bounds box;  // in the world
};

// What is drawn of a pair: both bodies, some that stand around, and where the finding is.
struct View {
  PlacedBody a, b;
  bool alone = false;                // A and B are one body, which runs into itself
  std::vector<PlacedBody> around{};  // the nearest first
  std::vector<Vec3d> points{};       // of the mark; none when it is a whole body
  Vec3d target{};
  double radius = 1;  // of what is shown
  Vec3d across{};     // from A to B where they are apart, of length one; else zero
};

struct Viewpoint {
  render::Camera camera;
  double visible = 1;                       // the share of the points that A and B do not hide
  double hidden_by_a = 0, hidden_by_b = 0;  // the share that each of them hides
};

// Of many directions the one from which most of the finding is seen, across the gap, with both bodies in view. The same
// view gives the same bits.
Viewpoint best_viewpoint(const View& view);

}  // namespace apart::cli
