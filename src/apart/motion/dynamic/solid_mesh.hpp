// A ball, a capsule or a convex hull that moves straight, against the triangles of a mesh: the closed form for each
// triangle that the shaft of its box meets.
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/motion/dynamic/moving_axes.hpp>
#include <apart/motion/dynamic/shaft.hpp>
#include <apart/motion/dynamic/sphere_polygon.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::motion {

struct MeshHit {
  double time;
  u32 triangle;
};

// enter(triangle) of those that the shaft meets; the earliest, of equals the first.
template <class Enter>
std::optional<MeshHit> first_triangle(const Mesh& mesh, const Shaft& shaft, Enter enter) {
  std::optional<MeshHit> first;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    Bounds box;
    for (int k = 0; k < 3; ++k) box.add(t[k]);
    if (!shaft.may_meet(box)) continue;
    if (const std::optional<double> time = enter(t); time && (!first || *time < first->time)) first = MeshHit{*time, i};
  }
  return first;
}

inline Shaft shaft_of(Bounds box, double radius, Vec3d by) {
  const Vec3d r{radius, radius, radius};
  box.low -= r, box.high += r;
  return Shaft(box, {box.low + by, box.high + by});
}

inline std::optional<double> ball_triangle_enter(Vec3d from, Vec3d by, double radius, const Triangle& t) {
  return sphere_polygon_enter(from, by, radius, {&t.a, 3}, normalized(area_vector(t)).unit);
}

inline std::optional<MeshHit> ball_mesh(const Mesh& mesh, Vec3d from, Vec3d by, double radius) {
  Bounds box;
  box.add(from);
  return first_triangle(mesh, shaft_of(box, radius, by),
                        [&](const Triangle& t) { return ball_triangle_enter(from, by, radius, t); });
}

// A capsule about p to q touches a triangle when a ball about p touches the triangle swept back along p to q: a prism.
inline std::optional<double> capsule_triangle_enter(Vec3d p, Vec3d q, Vec3d by, double radius, const Triangle& t) {
  const Vec3d back = p - q;
  const Triangle other{t.a + back, t.b + back, t.c + back};
  std::optional<double> first = ball_triangle_enter(p, by, radius, t);
  const auto take = [&](std::optional<double> time) {
    if (time && (!first || *time < *first)) first = time;
  };
  take(ball_triangle_enter(p, by, radius, other));
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const Vec3d corners[4] = {t[i], t[j], other[j], other[i]};
    take(sphere_polygon_enter(p, by, radius, corners, normalized(cross(t[j] - t[i], back)).unit));
  }
  // Inside the prism at first: the segment crosses the triangle.
  const Vec3d n = area_vector(t);
  const double at_p = dot(n, p - t.a), at_q = dot(n, q - t.a);
  if (at_p * at_q < 0 && polygon_covers({&t.a, 3}, n, p + (at_p / (at_p - at_q)) * (q - p))) return 0.0;
  return first;
}

inline std::optional<MeshHit> capsule_mesh(const Mesh& mesh, Vec3d p, Vec3d q, Vec3d by, double radius) {
  Bounds box;
  box.add(p), box.add(q);
  return first_triangle(mesh, shaft_of(box, radius, by),
                        [&](const Triangle& t) { return capsule_triangle_enter(p, q, by, radius, t); });
}

inline std::optional<MeshHit> hull_mesh(const Mesh& mesh, const ConvexAxes& hull, Vec3d by) {
  Bounds box;
  for (const Vec3d& p : hull.corners) box.add(p);
  return first_triangle(mesh, shaft_of(box, 0, by), [&](const Triangle& t) -> std::optional<double> {
    const Vec3d n = area_vector(t), edges[3] = {t.b - t.a, t.c - t.b, t.a - t.c};
    const Vec3d normals[4] = {n, cross(n, edges[0]), cross(n, edges[1]), cross(n, edges[2])};
    const MaybeTimes times = moving_convex({{&t.a, 3}, normals, edges}, hull, by);
    return times ? std::optional(times->enter) : std::nullopt;
  });
}

}  // namespace apart::motion
