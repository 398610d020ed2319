// Triangles within the prism over another triangle, four at once: which of them, seen along the prism, may overlap it,
// at what height, and which cover one point of it.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <cmath>
#include <utility>

namespace apart::triangles {

// The prism over a triangle along a direction, about a point of the triangle. A point has a height, 0 on the triangle's
// plane, and the weights of the last two corners below it.
struct Prism {
  Vec3d origin;      // a point of the triangle
  Vec3d weights[2];  // dot products of an offset from the origin: by how much the weights change
  double at[2];      // the weights at the origin
  Vec3d height;      // the same for the height, which is 0 at the origin
  double edges;      // no offset within the plane is larger, if no weight changes by more than 1
  double steepest;   // no sum of the components of a weight is larger
  double low, high;  // the heights that count

  // Seen against the direction its corners are counterclockwise. Not valid if it is seen nearly from the side, or a
  // sliver.
  bool set(const Triangle& t, Vec3d direction) {
    Vec3d b = t.b - t.a, c = t.c - t.a;
    const Vec3d area = cross(b, c);
    const double along = dot(direction, area), squared = squared_length(area),
                 sizes = squared_length(b) + squared_length(c);
    if (!(along * along > 0.04 * squared && squared > 1e-12 * sizes * sizes)) return false;
    // Not where symmetric meshes have edges over each other.
    at[0] = 0.318, at[1] = 0.411;
    origin = t.a + at[0] * b + at[1] * c;
    const double scale = 1 / along;
    if (along < 0) std::swap(b, c), std::swap(at[0], at[1]);
    const double over = std::abs(scale);
    weights[0] = over * cross(c, direction), weights[1] = over * cross(direction, b);
    height = scale * area;
    edges = 2 * (largest(abs(b)) + largest(abs(c)));
    const auto sum = [](Vec3d v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
    steepest = larger(sum(weights[0]), sum(weights[1]));
    return true;
  }
};

// Heights have errors of less than this, times the largest offset from the origin; weights that times `steepest`.
inline constexpr double kPrismError = 1e-13;

// Rows of the corners of four triangles: a.x of all four, a.y, a.z, b.x, …
using FourCorners = double[9][4];

// A bit for each of four triangles.
struct InPrism {
  u32 beside;         // does not count, or no part of it is over the triangle; the rest is of those that are not
  u32 within;         // at heights between low and high
  u32 crossing;       // neither within nor certainly outside of these
  u32 over, under;    // faces upward and certainly covers the origin, or downward
  u32 unsure;         // may cover the origin
  double largest[4];  // heights over the triangle of those within, 0 of all others
};

// All lane widths give the same bits. `lanes` has a bit for each triangle that counts; the others may be NaN.
using InPrismTest = void (*)(const Prism& prism, const FourCorners& corners, u32 lanes, InPrism& out);
InPrismTest in_prism();  // of lane_width()

}  // namespace apart::triangles
