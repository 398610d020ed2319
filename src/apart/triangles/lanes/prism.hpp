// Triangles within the prism over another triangle, four at once: which of them, seen along the prism, may overlap it,
// at what height, and which cover a point.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Coordinates relative to a triangle: x and y across the direction of the prism; the height along that, 0 on the
// triangle's plane.
struct Prism {
  Vec3d origin, x, y, height;  // coordinates are dot products of the offset from the origin
  double corners[3][2] = {};   // of the triangle, counterclockwise
  double size = 0;             // no coordinate of a corner is larger
  double low = 0, high = 0;    // the heights that count
  double point[2] = {};        // of the triangle
};

// Coordinates of corners have errors of less than this, times the largest of all.
inline constexpr double kPrismError = 1e-13;

// Rows of the corners of four triangles: a.x of all four, a.y, a.z, b.x, …
using FourCorners = double[9][4];

// A bit for each of four triangles.
struct InPrism {
  u32 beside;         // does not count, or no part of it is over the triangle; the rest is of those that are not
  u32 within;         // at heights between low and high
  u32 crossing;       // neither within nor certainly outside of these
  u32 over, under;    // faces upward and certainly covers the point, or downward
  u32 unsure;         // may cover the point
  double largest[4];  // heights, of their corners
};

// All lane widths give the same bits. `lanes` has a bit for each triangle that counts; the others may be NaN.
using InPrismTest = void (*)(const Prism& prism, const FourCorners& corners, u32 lanes, InPrism& out);
InPrismTest in_prism();  // of lane_width()

}  // namespace apart::triangles
