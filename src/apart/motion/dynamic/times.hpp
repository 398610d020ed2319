// The times of a dynamic intersection test: from when to when two that move along straight lines touch.
#pragma once
#include <apart/base/vec3.hpp>
#include <limits>
#include <optional>

namespace apart::motion {

struct Times {
  double enter = 0, leave = 1;

  friend bool operator==(const Times&, const Times&) = default;
};
using MaybeTimes = std::optional<Times>;  // none: they do not touch

// The part of an interval that lies in [0, 1].
inline MaybeTimes within_motion(double enter, double leave) {
  if (!(enter <= 1) || !(leave >= 0) || !(enter <= leave)) return {};
  return Times{larger(enter, 0.0), lesser(leave, 1.0)};
}

// The times at which a·t² + 2·b·t + c ≤ 0, for a ≥ 0; both roots with all their digits: the one that does not cancel
// first, the other from their product c / a.
inline MaybeTimes times_below_zero(double a, double b, double c) {
  if (a == 0) {
    if (b == 0) return c <= 0 ? within_motion(0, 1) : MaybeTimes();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return b > 0 ? within_motion(-infinity, -c / (2 * b)) : within_motion(-c / (2 * b), infinity);
  }
  const double square = b * b - a * c;
  if (!(square >= 0)) return {};
  const double q = b > 0 ? -(b + std::sqrt(square)) : std::sqrt(square) - b;
  const double first = q / a, second = q != 0 ? c / q : first;
  return within_motion(lesser(first, second), larger(first, second));
}

}  // namespace apart::motion
