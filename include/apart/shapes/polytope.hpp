// A convex polytope for repeated support queries: vertices in lanes, coplanar faces merged, half-edge adjacency.
// Immutable and cheap to copy: copies share the arrays.
#pragma once
#include <apart/base/result.hpp>
#include <apart/shapes/solids.hpp>
#include <memory>
#include <span>
#include <vector>

namespace apart {

template <class T>
struct EightPoints;  // in lanes; private

class Polytope {
 public:
  static constexpr u32 kNone = ~u32(0);

  // A half-edge: it runs from its vertex to the next one's, with its face on the left as seen from outside. The
  // half-edges of a face are adjacent.
  struct HalfEdge {
    u32 vertex, twin, next, face;
  };
  struct Face {
    u32 first_edge, edge_count;
    HalfSpace plane;  // the unit normal points outward; all vertices are inside up to `slack`
  };

  Polytope();  // a single point at the origin

  // The hull of the points: at least one, all finite. Coplanar, collinear and coincident sets are polytopes of fewer
  // dimensions: a polygon has two faces, back to back; a segment one edge without faces (both halves' face is kNone); a
  // point no edge. Faces that are coplanar to rounding are merged; points inside a face or an edge are not vertices.
  static Result<Polytope> make(std::span<const Vec3d> points);

  int dimension() const { return arrays_->dimension; }
  std::span<const Vec3d> vertices() const { return arrays_->vertices; }
  std::span<const Face> faces() const { return arrays_->faces; }
  std::span<const HalfEdge> half_edges() const { return arrays_->half_edges; }
  u32 edge_from(u32 vertex) const {  // one that starts there; the others by next(twin); kNone for a point
    return arrays_->edge_from[vertex];
  }
  std::span<const u32> neighbours(u32 vertex) const {  // the vertices at the other ends of its edges
    const u32* const first = arrays_->first_neighbour.data() + vertex;
    return {arrays_->neighbours.data() + first[0], first[1] - first[0]};
  }
  // How far, by rounding and merging, a vertex may lie outside of a face, or off the plane of its own.
  double slack() const { return arrays_->slack; }
  double radius() const { return arrays_->radius; }        // no vertex is farther from the centre
  Vec3d centre() const { return arrays_->centre; }         // a point deep inside …
  double inscribed() const { return arrays_->inscribed; }  // … about which a ball of this radius fits; 0 when flat

  // The support vertex in a direction, of equals the first: by scanning few, by hill climbing from a table of
  // directions for many.
  u32 farthest_vertex(Vec3d direction) const;
  // The same vertex, by hill climbing from the result for a similar direction (warm start).
  u32 farthest_vertex(Vec3d direction, u32 from) const;

  Vec3d middle() const { return arrays_->middle; }  // of the vertices: heights are compared relative to it

 private:
  struct Arrays {
    int dimension = 0;
    std::vector<Vec3d> vertices;
    std::vector<Face> faces;
    std::vector<HalfEdge> half_edges;
    std::vector<u32> edge_from, first_neighbour, neighbours;
    double slack = 0, radius = 0, inscribed = 0, dip = 0;
    Vec3d centre{}, middle{};
    std::vector<Vec3d> relative;  // to the centre, for accuracy far from the origin
    std::vector<EightPoints<double>> lanes;
    std::vector<u32> starts;  // start vertices of the climb: a cube map of directions, of so many cells per row
    u32 row = 0;
  };
  struct Maker;
  friend Polytope scaled(const Polytope& polytope, Vec3d factors);
  friend std::span<const EightPoints<double>> vertices_in_lanes(const Polytope& polytope);
  explicit Polytope(std::shared_ptr<const Arrays> arrays) : arrays_(std::move(arrays)) {}
  std::shared_ptr<const Arrays> arrays_;
};

// About the origin, each axis by its own factor. A negative one mirrors, zero flattens.
Polytope scaled(const Polytope& polytope, Vec3d factors);

// Empty if all invariants hold, each tested on its own; else a message.
std::string problem(const Polytope& polytope);

}  // namespace apart
