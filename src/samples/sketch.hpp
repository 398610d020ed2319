// A mesh under construction, for the generators.
#pragma once
#include <algorithm>
#include <apart/base/sin_cos.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::generate {

// `cells` quads laid out as a grid, about `aspect` times as long as wide: without a remainder if a width near the
// ideal allows it, else a few less.
struct Grid {
  u32 along, across;
};
inline Grid grid(u32 cells, double aspect, u32 least = 3) {
  const u32 ideal = std::max(least, static_cast<u32>(std::round(std::sqrt(cells / aspect))));
  for (u32 off = 0; 4 * off <= ideal; ++off) {
    if (cells % (ideal + off) == 0) return {cells / (ideal + off), ideal + off};
    if (ideal - off >= least && cells % (ideal - off) == 0) return {cells / (ideal - off), ideal - off};
  }
  return {cells / ideal, ideal};
}

struct Sketch {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;

  u32 add(Vec3d p) {
    vertices.push_back(p);
    return static_cast<u32>(vertices.size() - 1);
  }
  void triangle(u32 a, u32 b, u32 c) { faces.push_back({a, b, c}); }
  void quad(u32 a, u32 b, u32 c, u32 d) { triangle(a, b, c), triangle(a, c, d); }

  // Between two rings of n vertices each, numbered onward from a and b. Seen with a's ring below b's, both running
  // to the right, the front faces the viewer.
  void band(u32 a, u32 b, u32 n) {
    for (u32 i = 0; i < n; ++i) {
      const u32 j = i + 1 == n ? 0 : i + 1;
      quad(a + i, a + j, b + j, b + i);
    }
  }
  // A ring closed by one vertex, which takes the place of band's second ring, or of its first.
  void cap_above(u32 ring, u32 tip, u32 n) {
    for (u32 i = 0; i < n; ++i) triangle(ring + i, ring + (i + 1 == n ? 0 : i + 1), tip);
  }
  void cap_below(u32 tip, u32 ring, u32 n) {
    for (u32 i = 0; i < n; ++i) triangle(tip, ring + (i + 1 == n ? 0 : i + 1), ring + i);
  }

  // Rings of n vertices each, numbered onward from `first`: the sides of a tube.
  void tube(u32 first, u32 rings, u32 n) {
    for (u32 i = 0; i + 1 < rings; ++i) band(first + i * n, first + (i + 1) * n, n);
  }
  // A ring of n about `centre`: towards `right`, then `up`; the tube runs along right × up.
  u32 ellipse(Vec3d centre, Vec3d right, Vec3d up, u32 n) {
    const u32 first = static_cast<u32>(vertices.size());
    for (u32 i = 0; i < n; ++i) {
      const SinCos t = sin_cos(i, n);
      add(centre + t.cos * right + t.sin * up);
    }
    return first;
  }

  // The mesh; the coordinates must be finite.
  Mesh finish() { return Mesh::make(std::move(vertices), std::move(faces)).value(); }
};

}  // namespace apart::generate
