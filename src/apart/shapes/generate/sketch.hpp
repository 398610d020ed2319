// A mesh in the making, for the generators.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/turn.hpp>

namespace apart::generate {

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

  // What a generator makes is a mesh, unless its numbers were not finite.
  Mesh finish() { return Mesh::make(std::move(vertices), std::move(faces)).value(); }
};

}  // namespace apart::generate
