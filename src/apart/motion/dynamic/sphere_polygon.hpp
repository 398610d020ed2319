// A moving sphere and a flat polygon, convex or not (Real-Time Rendering 25.11.3): a ray against the polygon raised and
// lowered by the radius, then against cylinders about the edges, then spheres about the corners.
#pragma once
#include <apart/motion/dynamic/sphere_sphere.hpp>
#include <optional>
#include <span>

namespace apart::motion {

// When the sphere first touches the segment from p to q: its cylinder, and the spheres at its ends.
inline std::optional<double> sphere_segment_enter(Vec3d from, Vec3d by, double radius, Vec3d p, Vec3d q) {
  std::optional<double> first;
  const auto take = [&](const MaybeTimes& times) {
    if (times && (!first || times->enter < *first)) first = times->enter;
  };
  take(sphere_sphere(from - p, by, radius)), take(sphere_sphere(from - q, by, radius));
  const Vec3d edge = q - p;
  const double size = squared_length(edge);
  if (!(size > 0)) return first;
  const Vec3d start = from - p, across = start - (dot(start, edge) / size) * edge,
              aside = by - (dot(by, edge) / size) * edge;
  if (const MaybeTimes times =
          times_below_zero(squared_length(aside), dot(across, aside), squared_length(across) - radius * radius)) {
    // Along the cylinder, where the foot is within the edge.
    const double at = dot(start, edge) / size, speed = dot(by, edge) / size;
    double low = times->enter, high = times->leave;
    if (speed == 0) {
      if (at < 0 || at > 1) return first;
    } else {
      low = larger(low, lesser(-at / speed, (1 - at) / speed));
      high = lesser(high, larger(-at / speed, (1 - at) / speed));
    }
    take(within_motion(low, high));
  }
  return first;
}

// By the crossings of a ray within the plane; corners may be in either order, edges may not cross.
inline bool polygon_covers(std::span<const Vec3d> corners, Vec3d normal, Vec3d point) {
  const Vec3d size = {std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
  const int drop = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
  const int u = (drop + 1) % 3, v = (drop + 2) % 3;
  bool inside = false;
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
    const Vec3d &p = corners[i], &q = corners[j];
    if ((p[v] > point[v]) == (q[v] > point[v])) continue;
    if (point[u] < p[u] + (point[v] - p[v]) / (q[v] - p[v]) * (q[u] - p[u])) inside = !inside;
  }
  return inside;
}

// The first time of contact in [0, 1]. The normal is of length 1.
inline std::optional<double> sphere_polygon_enter(Vec3d from, Vec3d by, double radius, std::span<const Vec3d> corners,
                                                  Vec3d normal) {
  std::optional<double> first;
  const double height = dot(normal, from - corners[0]), speed = dot(normal, by);
  if (std::abs(height) <= radius) {
    if (polygon_covers(corners, normal, from - height * normal)) return 0.0;
  } else if (speed * height < 0) {
    // Before any edge, since the face covers them where it is hit.
    const double time = (std::abs(height) - radius) / std::abs(speed);
    if (time <= 1 && polygon_covers(corners, normal, from + time * by - std::copysign(radius, height) * normal))
      return time;
  }
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++)
    if (const auto time = sphere_segment_enter(from, by, radius, corners[j], corners[i]);
        time && (!first || *time < *first))
      first = time;
  return first;
}

}  // namespace apart::motion
