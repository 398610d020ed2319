// The farthest points of two cores, without their radii.
#pragma once
#include <apart/base/status.hpp>
#include <apart/shapes/shape.hpp>
#include <limits>

namespace apart::convex {

struct CoreSpan {
  double distance = -std::numeric_limits<double>::infinity();
  double at_most = std::numeric_limits<double>::infinity();
  Vec3d on_a{}, on_b{};
  Status status = Status::exact;
};

// By the algorithm for the two kinds (dispatch.hpp), which may not be unions. B is at `b_in_a`.
CoreSpan core_span(const Core& a, const Pose& b_in_a, const Core& b);

// The point of a core that is farthest from p; not of half-spaces and unions.
Vec3d farthest_from(Vec3d p, const Core& core);

}  // namespace apart::convex
