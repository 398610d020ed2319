// Does one solid lie inside another, and is a point inside one?
#pragma once
#include <apart/queries/geometry.hpp>

namespace apart {

enum class Where { outside, inside, on_surface };

// The position of a point relative to a closed mesh, by winding number, so overlapping parts are solid throughout.
// Exact. The model must be closed and the point finite: UsageError otherwise.
Where locate(const Model& solid, Vec3d point);

// Is a point inside a solid, or on its surface? In its frame. Exact for a closed model, to rounding for a shape; of any
// other model if its winding number is at least a half, up or down (queries/winding_number.hpp). The point must be
// finite: UsageError otherwise.
bool inside(const Model& solid, Vec3d point);
bool inside(const Shape& shape, Vec3d point);
template <std::same_as<Geometry> T>
bool inside(const T& solid, Vec3d point) {
  return std::visit([&](const auto& x) { return inside(x, point); }, solid);
}

// For models whose surfaces do not touch: is any part of one inside the other? A model that is not closed has no
// inside. Throws UsageError at a pose that is not usable, as it has no status.
bool contained(const Model& a, const Pose& b_in_a, const Model& b);
inline bool contained(const Model& a, const Model& b) { return contained(a, Pose{}, b); }

// Which of two lies inside the other.
struct Inside {
  enum class Which { neither, a, b };
  Which which = Which::neither;
  bool whole = true;  // else a connected part of it lies outside

  explicit operator bool() const { return which != Which::neither; }
  friend bool operator==(const Inside&, const Inside&) = default;
};

// Connected parts of a surface, by their position relative to the other solid.
struct PartsInside {
  u32 inside = 0, outside = 0;
};
// If parts of both lie inside the other, the one that does so as a whole is reported.
Inside which_inside(const PartsInside& of_a, const PartsInside& of_b);
// For models whose surfaces do not touch, as contained().
Inside which_inside(const Model& a, const Pose& b_in_a, const Model& b);

}  // namespace apart
