// Reduces a degenerate triangle to a segment or a point.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <utility>

namespace apart::triangles {

// A total order of points that is monotonic along every line.
inline bool before(Vec3d a, Vec3d b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

struct Simplex {
  Vec3d corners[3];
  int size;  // corners in use: 1, 2 (ordered by before) or 3

  explicit Simplex(const Triangle& t) : corners{t.a, t.b, t.c}, size(3) {
    if (!collinear(t.a, t.b, t.c)) return;
    if (before(corners[1], corners[0])) std::swap(corners[0], corners[1]);
    if (before(corners[2], corners[0])) std::swap(corners[0], corners[2]);
    if (before(corners[1], corners[2])) corners[1] = corners[2];
    size = corners[0] == corners[1] ? 1 : 2;
  }
  Vec3d operator[](int i) const { return corners[i]; }
  int edges() const { return size == 3 ? 3 : size - 1; }
  Vec3d next(int i) const { return corners[i + 1 == size ? 0 : i + 1]; }
};

// An axis along which a non-degenerate triangle projects to one.
inline int open_axis(const Simplex& t) {
  if (orient2d(t[0], t[1], t[2], 0)) return 0;
  return orient2d(t[0], t[1], t[2], 1) ? 1 : 2;
}

}  // namespace apart::triangles
