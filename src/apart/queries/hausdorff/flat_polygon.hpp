// Polygons seen along a direction, with heights.
#pragma once
#include <apart/triangles/lanes/prism.hpp>

namespace apart::queries {

// How many of four bits are set: by a table, since std::popcount is a call where every machine must run the code.
inline int bits_of_four(u32 bits) {
  constexpr signed char kBits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  return kBits[bits];
}

// A point of the projection, and how far it is from the triangle along the direction of projection.
struct Flat {
  double x, y, height;
};
inline Flat operator-(Flat a, Flat b) { return {a.x - b.x, a.y - b.y, a.height - b.height}; }
inline double cross(Flat a, Flat b) { return a.x * b.y - a.y * b.x; }

// A convex polygon: a triangle cut by up to three lines.
struct Polygon {
  Flat corners[8];
  int size;

  // What of a polygon lies to the left of a line.
  void clip(const Polygon& from, Flat start, Flat along) {
    size = 0;
    Flat p = from.corners[from.size - 1];
    double left_p = cross(along, p - start);
    for (int i = 0; i < from.size; ++i) {
      const Flat q = from.corners[i];
      const double left_q = cross(along, q - start);
      if ((left_p >= 0) != (left_q >= 0)) {
        const double at = left_p / (left_p - left_q);
        corners[size++] = {p.x + at * (q.x - p.x), p.y + at * (q.y - p.y), p.height + at * (q.height - p.height)};
      }
      if (left_q >= 0) corners[size++] = q;
      p = q, left_p = left_q;
    }
  }
  // A triangle cut by the edges of another, which is counterclockwise.
  static Polygon clipped(const Flat (&triangle)[3], const Flat (&corners)[3], const Flat (&edges)[3]) {
    Polygon buffers[2];
    buffers[0].size = 3;
    for (int k = 0; k < 3; ++k) buffers[0].corners[k] = triangle[k];
    int now = 0;
    for (int k = 0; k < 3 && buffers[now].size > 0; ++k) {
      const auto inside = [&](const Flat& p) { return cross(edges[k], p - corners[k]) >= 0; };
      if (inside(triangle[0]) && inside(triangle[1]) && inside(triangle[2])) continue;
      buffers[1 - now].clip(buffers[now], corners[k], edges[k]);
      now = 1 - now;
    }
    return buffers[now];
  }
  double twice_area() const {
    double sum = 0;
    for (int i = 2; i < size; ++i) sum += cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
    return sum;
  }
};

// What of a triangle, at weights less those of the origin, lies in the prism.
inline Polygon part_in_prism(const Flat (&triangle)[3], const Prism& prism) {
  const double u = -prism.at[0], v = -prism.at[1];
  const Flat corners[3] = {{u, v, 0}, {1 + u, v, 0}, {u, 1 + v, 0}}, edges[3] = {{1, 0, 0}, {-1, 1, 0}, {0, -1, 0}};
  return Polygon::clipped(triangle, corners, edges);
}

}  // namespace apart::queries
