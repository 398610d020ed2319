// Orientations of oriented bounding boxes. Each method gives three directions, the rows of a rotation; the box is then
// measured along them, outward (obb_along), so each contains its points whatever rounding did. (Gottschalk 2000,
// chapter 3; Ericson 2005, section 4.4.) Coplanar, collinear or coincident points need no special case: boxes without
// volume are compared by area, and those without area by length.
//
// docs/volumes.md compares the methods, with figures.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

// Principal axes: of the points themselves, of a hull's corners (those that a triangle refers to), of its surface, or
// of the solid that a closed mesh bounds. Inner points and uneven sampling bias the first, uneven corners the second,
// hidden and small outlying parts the surface of a mesh that is not its own hull. A mesh that bounds no solid falls
// back to its surface, one without area to its corners.
inline Mat3d vertex_axes(std::span<const Vec3d> points) { return principal_axes(points); }
Mat3d corner_axes(const Mesh& hull);
Mat3d surface_axes(const Mesh& hull);
Mat3d inertia_axes(const Mesh& solid);

// One direction given, the other two by the rectangle of least area perpendicular to it.
Mat3d axes_about(Vec3d direction, std::span<const Vec3d> points);
// About the principal axis of greatest or of least spread.
Mat3d longest_axes(std::span<const Vec3d> points);
Mat3d shortest_axes(std::span<const Vec3d> points);

// Rotated optimally about one of its own axes after the other, until no rotation makes it smaller (or after a hundred).
Mat3d iterated_axes(std::span<const Vec3d> points, const Mat3d& start);
inline Mat3d iterated_axes(std::span<const Vec3d> points) { return iterated_axes(points, principal_axes(points)); }

// Random search: the best of many orientations, sampled over all first, then ever closer to the best. An orientation is
// rejected at the first point that makes its box as large as the best one; points that made earlier boxes large are
// tested first.
struct ObbSearch {
  u32 strewn = 256;
  u32 rounds = 24;
  u32 close = 32;  // in each round
  u64 seed = 1;
};
struct ObbSearchCount {
  u64 turns = 0, given_up = 0, points = 0;
};
Mat3d searched_axes(std::span<const Vec3d> points, const ObbSearch& how = {}, ObbSearchCount* count = nullptr);

// The exact minimum, from a closed convex mesh: the reference for the others. Every two of its edges span a family of
// boxes (O'Rourke 1985) and all are searched, so it is for hulls of up to a hundred corners or so. Edges without
// exactly two facets are skipped: for a mesh that is not closed, the box may not be minimal.
Mat3d minimum_axes(const Mesh& hull);

// The boxes themselves. With a hull, points that it contains up to rounding may be given as well.
template <class T>
Obb<T> vertex_obb(std::span<const Vec3d> points) {
  return obb_along<T>(vertex_axes(points), points);
}
template <class T>
Obb<T> corner_obb(const Mesh& hull, std::span<const Vec3d> points) {
  return obb_along<T>(corner_axes(hull), points);
}
template <class T>
Obb<T> surface_obb(const Mesh& hull, std::span<const Vec3d> points) {
  return obb_along<T>(surface_axes(hull), points);
}
template <class T>
Obb<T> inertia_obb(const Mesh& solid) {
  return obb_along<T>(inertia_axes(solid), solid.vertices());
}
template <class T>
Obb<T> longest_axis_obb(std::span<const Vec3d> points) {
  return obb_along<T>(longest_axes(points), points);
}
template <class T>
Obb<T> shortest_axis_obb(std::span<const Vec3d> points) {
  return obb_along<T>(shortest_axes(points), points);
}
template <class T>
Obb<T> iterated_obb(std::span<const Vec3d> points) {
  return obb_along<T>(iterated_axes(points), points);
}
template <class T>
Obb<T> searched_obb(std::span<const Vec3d> points, const ObbSearch& how = {}) {
  return obb_along<T>(searched_axes(points, how), points);
}
template <class T>
Obb<T> minimum_obb(const Mesh& hull, std::span<const Vec3d> points) {
  return obb_along<T>(minimum_axes(hull), points);
}

}  // namespace apart::volumes
