// How far apart are two cores, or how deep does one lie in the other? Without their radii.
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/shape_options.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct CoreGap {
  double distance = std::numeric_limits<double>::infinity();   // negative when they overlap: to move B along the normal
  double at_least = -std::numeric_limits<double>::infinity();  // proven, and …
  double at_most = std::numeric_limits<double>::infinity();    // … so is this
  Vec3d on_a{}, on_b{};
  Vec3d normal{1, 0, 0};  // of length 1, from A to B
  Status status = Status::exact;
};

struct CoreWish {
  double reach = std::numeric_limits<double>::infinity();  // farther than this is not looked for
  double enough = 0;                                       // what is nearer than this need not be known better
  bool depth = true;                                       // of cores that overlap; otherwise their distance is 0
  double tolerance = 0;                                    // relative, of the distance between cores
  ShapeCache* memory = nullptr;
};

// By the kernel of the two kinds, which may not be unions. B stands at `b_in_a`.
CoreGap core_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreWish& wish = {});

// Are they nearer than a reach? Unless it is proven that they are not.
bool core_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory = nullptr);

}  // namespace apart
