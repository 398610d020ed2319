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

// The same in 16 bits, as nearly all hulls are stored.
struct NarrowEdge {
  std::uint16_t end, turn;
};
struct NarrowCorner {
  static constexpr std::uint16_t kNone = 0xffff, kSecond = 0x8000;
  u32 vertex;
  std::uint16_t edge, below;
};
// The edge and the place below of a corner, or the end and the turn of an edge, of a hull that is too large for these.
struct WidePair {
  u32 first, second;
};

// Edges and corners of a hull, as sequences. `wide` has those of its corners first, or is null.
struct HullEdges {
  const NarrowEdge* narrow = nullptr;
  const WidePair* wide = nullptr;
  u32 count = 0;

  u32 size() const { return count; }
  bool empty() const { return count == 0; }
  HullEdge operator[](u32 half) const {
    if (wide != nullptr) [[unlikely]]
      return {wide[half].first, wide[half].second};
    return {narrow[half].end, narrow[half].turn};
  }
};
struct HullCorners {
  static constexpr u32 kNone = ~u32{0}, kSecond = u32{1} << 31;
  const NarrowCorner* narrow = nullptr;
  const WidePair* wide = nullptr;
  u32 count = 0;

  u32 size() const { return count; }
  u32 vertex(u32 v) const { return narrow[v].vertex; }
  u32 edge(u32 v) const {
    if (wide != nullptr) [[unlikely]]
      return wide[v].first;
    return narrow[v].edge == NarrowCorner::kNone ? kNone : narrow[v].edge;
  }
  u32 below(u32 v) const {
    if (wide != nullptr) [[unlikely]]
      return wide[v].second;
    const u32 bits = narrow[v].below;
    if (bits == NarrowCorner::kNone) return kNone;
    return (bits & NarrowCorner::kSecond) != 0 ? (bits & ~u32{NarrowCorner::kSecond}) | kSecond : bits;
  }
};

// Points as a sequence: of many in lanes, of few those of the mesh.
struct HullPoints {
  static constexpr u32 kOfMesh = 12;  // at most so many are not stored again
  const EightPoints<double>* eights = nullptr;
  const NarrowCorner* corners = nullptr;
  const Vec3d* mesh = nullptr;

  Vec3d operator[](u32 v) const { return eights != nullptr ? eights[v / 8].point(v % 8) : mesh[corners[v].vertex]; }
};

struct FlatHull {
  static constexpr u32 kNone = HullCorners::kNone, kSecond = HullCorners::kSecond;
  // Hulls of more vertices have a table of start vertices, by direction; those of fewer are scanned in lanes.
  static constexpr u32 kScanned = 128;

  HullPoints points;
  HullCorners corners;
  HullEdges edges;
  std::span<const u32> starts;  // of climbs: a cube map of directions, of equally many cells per row

  u32 size() const { return corners.size(); }
  u32 faces() const { return edges.size() / 3; }

  static u32 next(u32 half) { return half % 3 == 2 ? half - 2 : half + 1; }
  static u32 previous(u32 half) { return half % 3 == 0 ? half + 2 : half - 1; }
  u32 end(u32 half) const { return edges[half].end; }
  u32 start(u32 half) const { return edges[previous(half)].end; }
  u32 twin(u32 half) const { return previous(edges[half].turn); }
  Face face(u32 f) const {
    const u32 first = 3 * f;
    return {edges[first + 2].end, edges[first].end, edges[first + 1].end};
  }

  // Calls f(half) for each half-edge that starts at a vertex.
  template <class F>
  void for_each_edge_from(u32 vertex, F f) const {
    const u32 first = corners.edge(vertex);
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
