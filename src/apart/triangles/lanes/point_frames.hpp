// Distances between points and triangles, four at once, of triangles that are prepared for many points: each has an
// orthonormal frame in which it is flat.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Four triangles, one a lane.
struct alignas(32) FourFrames {
  static constexpr int kNumbers = 20;
  double numbers[kNumbers][4];
};

// All lane widths give the same bits. A distance has an error of at most kPointFrameError times the largest offset of
// the point from the triangle's corners; degenerate triangles are the segments or points that they are.
inline constexpr double kPointFrameError = 64 * 0x1p-53;
struct PointFrames {
  // Rows of corners: a.x of all four, a.y, a.z, b.x, …
  void (*prepare)(const double (&corners)[9][4], FourFrames& frames);
  // The squared distances of a point from four triangles.
  void (*from_four)(Vec3d point, const FourFrames& frames, double* squared);
  // Of each of four triangles, the largest of the squared distances of the corners of one triangle.
  void (*farthest_corner)(const Triangle& corners, const FourFrames& frames, double* squared);
  // The squared distances of four points from the triangle in one lane.
  void (*of_four)(const Vec3d* points, const FourFrames& frames, int lane, double* squared);
};

const PointFrames& point_frames();  // of lane_width()

}  // namespace apart::triangles
