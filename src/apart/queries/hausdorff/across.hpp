// Which triangles lie across the edges of a model's triangles.
#pragma once
#include <apart/hierarchy/model.hpp>

namespace apart::queries {

// Triangles are named by their lanes in the order of the model's tree of boxes, so that neighbours are near each other
// in memory. Edge k of the one in a lane, from its corner k to the next one, is number 4 lane + k.
class Across {
 public:
  static constexpr u32 kNone = ~u32(0);
  static u32 lane(u32 edge) { return edge / 4; }
  static u32 side(u32 edge) { return edge % 4; }
  static u32 next(u32 edge) { return side(edge) == 2 ? edge - 2 : edge + 1; }  // of the same triangle

  // Computed on first use, and kept with the model.
  static const Across& of(const Model& model);

  const Face& face(u32 lane) const { return triangles_[lane].face; }
  // The same edge in the triangle beside it, which runs the other way; none where not exactly two triangles meet, or
  // both run the same way.
  u32 operator[](u32 edge) const { return triangles_[lane(edge)].edges[side(edge)]; }

 private:
  explicit Across(const Model& model);
  struct OneTriangle {
    Face face;
    u32 edges[3];
  };
  std::vector<OneTriangle> triangles_;
};

}  // namespace apart::queries
