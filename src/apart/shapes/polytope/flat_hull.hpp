// A convex hull in flat arrays: triangles with half-edges over its own vertices, of a point or a segment no triangles.
// A view: the arrays belong to a tree of hulls, or are mapped from a file.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/polytope/eight_points.hpp>
#include <span>

namespace apart {

// One of the three half-edges of a triangle, which are adjacent: number 3 f + i of triangle f runs from its vertex i to
// the next one. Arranged for visits of all neighbours of a vertex.
struct HullEdge {
  u32 end;   // the vertex that it leads to
  u32 turn;  // the next half-edge from the same start
};

struct HullCorner {
  u32 vertex;  // of the mesh
  u32 edge;    // a half-edge that starts there; of a hull without triangles none
  u32 below;   // in a hull of this one's children that has the vertex too: its number there, and 1 << 31 in the second
};

// Points in lanes, as a sequence.
struct HullPoints {
  const EightPoints<double>* eights = nullptr;
  Vec3d operator[](u32 v) const { return eights[v / 8].point(v % 8); }
};

struct FlatHull {
  static constexpr u32 kNone = ~u32{0}, kSecond = u32{1} << 31;
  // Hulls of more vertices have a table of start vertices, by direction; those of fewer are scanned in lanes.
  static constexpr u32 kScanned = 128;

  HullPoints points;
  std::span<const HullCorner> corners;
  std::span<const HullEdge> edges;
  std::span<const u32> starts;  // of climbs: a cube map of directions, of equally many cells per row

  u32 size() const { return static_cast<u32>(corners.size()); }
  u32 faces() const { return static_cast<u32>(edges.size() / 3); }

  static u32 next(u32 half) { return half % 3 == 2 ? half - 2 : half + 1; }
  static u32 previous(u32 half) { return half % 3 == 0 ? half + 2 : half - 1; }
  u32 end(u32 half) const { return edges[half].end; }
  u32 start(u32 half) const { return edges[previous(half)].end; }
  u32 twin(u32 half) const { return previous(edges[half].turn); }
  Face face(u32 f) const {
    const std::size_t first = std::size_t{3} * f;
    return {edges[first + 2].end, edges[first].end, edges[first + 1].end};
  }

  // Calls f(half) for each half-edge that starts at a vertex.
  template <class F>
  void for_each_edge_from(u32 vertex, F f) const {
    const u32 first = corners[vertex].edge;
    if (first == kNone) return;
    u32 half = first;
    do {
      f(half);
      half = edges[half].turn;
    } while (half != first);
  }

  // The support vertex in a direction: of few vertices all are compared; of many by hill climbing from `from`, or from
  // the table. To rounding of the coordinates: what is lower by less than that counts as equally far.
  u32 farthest(Vec3d direction, u32 from) const;
  u32 farthest(Vec3d direction) const;
};

// The side of a cube map for so many vertices: 0 for none; 6 side² cells.
u32 rows_of_starts(u32 vertices);
Vec3d direction_of_start(u32 cell, u32 row);

}  // namespace apart
