// The triangles of a model that are nearest to a point. Opt-in: <apart/apart.hpp> does not include it.
#pragma once
#include <apart/queries/closest.hpp>
#include <vector>

namespace apart {

// The k nearest triangles, nearest first, of equals the lowest number; fewer, if there are fewer within options.max.
// The point must be in range, and with options.solid the model closed: UsageError otherwise.
std::vector<ClosestPoint> closest_triangles(const Model& model, Vec3d point, u32 k, const ClosestOptions& options = {});
// All triangles that are not farther than the radius, in the same order.
std::vector<ClosestPoint> triangles_within(const Model& model, Vec3d point, double radius, bool solid = false);

}  // namespace apart
