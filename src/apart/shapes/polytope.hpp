// A convex hull that is asked often: corners in lanes, flat sides merged into one face each, who is next to whom.
// Immutable and cheap to copy: copies share the arrays.
#pragma once
#include <apart/base/result.hpp>
#include <apart/shapes/half_space.hpp>
#include <memory>
#include <span>
#include <vector>

namespace apart {

class Polytope {
 public:
  static constexpr u32 kNone = ~u32(0);

  // Half of an edge: it runs from its vertex to the next one's, with its face on the left as seen from outside. The
  // half-edges of a face stand side by side.
  struct HalfEdge {
    u32 vertex, twin, next, face;
  };
  struct Side {
    u32 first_edge, edge_count;
    HalfSpace plane;  // the normal, of length 1, points outward; all vertices are within `thickness` of being inside
  };

  Polytope() = default;  // one corner, at the origin

  // The hull of the points: at least one, all finite. Flat, straight and single sets are polytopes of fewer dimensions:
  // a polygon has two faces, back to back; a segment one edge without faces; a point no edge.
  static Result<Polytope> make(std::span<const Vec3d> points);

  int dimension() const;
  std::span<const Vec3d> vertices() const;
  std::span<const Side> faces() const;
  std::span<const HalfEdge> half_edges() const;
  u32 edge_from(u32 vertex) const;  // one that starts there; the others by next(twin); kNone for a point
  double thickness() const;         // how far, by rounding and merging, a vertex may lie outside of a face
  double radius() const;            // no vertex is farther from the centre
  Vec3d centre() const;             // a point deep inside …
  double inscribed() const;         // … about which a ball of this radius fits

  // The vertex farthest along a direction: by a look at all of few, by climbing from a table of directions for many.
  u32 farthest_vertex(Vec3d direction) const;
  // The same, climbing from a vertex that was the answer to a direction like this one.
  u32 farthest_vertex(Vec3d direction, u32 from) const;

 private:
  struct Arrays;
  explicit Polytope(std::shared_ptr<const Arrays> arrays) : arrays_(std::move(arrays)) {}
  std::shared_ptr<const Arrays> arrays_;
};

inline Vec3d farthest(const Polytope& p, Vec3d direction) { return p.vertices()[p.farthest_vertex(direction)]; }

// About the origin, each axis by its own factor. A negative one mirrors, zero flattens.
Polytope scaled(const Polytope& polytope, Vec3d factors);

}  // namespace apart
