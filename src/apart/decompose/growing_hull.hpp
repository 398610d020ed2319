// The convex hull of a growing set of vertices, by exact signs, with undo. It begins as a polygon, seen from both
// sides, and becomes a polytope with the first vertex outside of the polygon's plane.
#pragma once
#include <apart/decompose/facets.hpp>

namespace apart::decomposition {

class GrowingHull {
 public:
  static constexpr u32 kNone = Surface::kNone;

  // Signs relative to the plane of a, b, c, of many points: mostly by one product with the normal.
  struct Plane {
    Vec3d a, normal, error;  // error: of the product, for each unit of distance from a

    Plane() = default;
    Plane(Vec3d a, Vec3d b, Vec3d c);
    // +1 outside, −1 inside, 0 if rounding could decide.
    int sure_side(Vec3d p) const {
      const Vec3d w = p - a;
      const double product = dot(normal, w), room = dot(error, abs(w)) + 1e-280;
      return product > room ? 1 : product < -room ? -1 : 0;
    }
  };
  struct Triangle {
    std::array<u32, 3> vertices;  // outward
    std::array<u32, 3> across;    // the triangle at the edge from vertex i to the next
    u32 source;                   // a face of the surface in its plane, or none known
    u32 visited;
    bool alive;
    Plane plane;
  };
  // What a vertex adds to the hull: the tetrahedron of a triangle and the vertex in front of it; of a polygon in its
  // plane the triangle of an edge and the vertex (the last is kNone).
  using Part = std::array<u32, 4>;
  enum class Outcome {
    inside,   // the vertex is in the hull already
    blocked,  // it sees a face of the surface, which would not stay on the boundary
    grown
  };

  explicit GrowingHull(const Surface& surface) : GrowingHull(surface.at) { surface_ = &surface; }
  // Of points alone, without faces.
  explicit GrowingHull(std::span<const Vec3d> at) : at_(at), triangle_from_(at.size()), facets_(at.size()) {}

  void begin(u32 face);
  // With no face of the surface to stay on its boundary, so that nothing blocks: three vertices that are not collinear;
  // three such of many, or false if there are none; or a polytope with no vertex inside of a face or an edge, with the
  // triangle across each edge.
  void begin(u32 a, u32 b, u32 c);
  bool begin(std::span<const u32> vertices);
  void begin(std::span<const Face> faces, std::span<const std::array<u32, 3>> across);
  // Looks for triangles that the vertex sees at the edge from a to b of the triangle `near`, if that has it; elsewhere
  // otherwise. The edge belongs to a face that stays on the boundary, and the vertex to its neighbour.
  Outcome add(u32 vertex, u32 near = kNone, u32 a = kNone, u32 b = kNone);
  // The same with a triangle of a polytope that the vertex is known to see.
  Outcome add_seen(u32 vertex, u32 triangle);
  std::span<const Part> added_parts() const { return parts_; }
  std::span<const u32> added_vertices();  // of all parts, once each
  // Of a polytope, with the vertex added last: the triangles that it saw, and those that it made, from first_new() on.
  // The first edge of these is the one that the vertex saw, and the second leads to it.
  std::span<const u32> seen_last() const { return std::span(dead_).subspan(steps_.back().dead); }
  u32 first_new() const { return first_new_; }
  const Triangle& triangle(u32 k) const { return triangles_[k]; }
  // Of the triangle's plane: +1 outside, −1 inside, 0 in it.
  int side(const Triangle& t, u32 vertex) const {
    if (has_vertex(t.vertices, vertex)) return 0;
    const int sure = t.plane.sure_side(at(vertex));
    return sure != 0 ? sure : exact_side(t, vertex);
  }
  // Where a vertex is relative to up to 32 planes that the hull, or a polygon in its plane, has got with the vertex
  // added last: bits of those that it is outside of, and of those that it is in.
  struct Code {
    u32 outside = 0, on = 0;
  };
  Code code(u32 vertex) const;
  // A triangle at a vertex whose plane a face is beyond, but for vertices of that triangle; kNone if there is none. The
  // vertex is one of the triangle `start`, from which all around it are visited.
  u32 beyond_at(u32 vertex, u32 start, const Face& face) const;
  // The triangle across the edge from a to b of another one, kNone if that has no such edge.
  u32 across(u32 triangle, u32 a, u32 b) const;
  bool sees(u32 vertex, u32 triangle) const { return sees(vertex, triangles_[triangle]); }
  // Are all neighbours of a vertex, and so all of the hull, behind the plane of a face at the vertex, with none in it
  // but vertices of the face?
  bool behind_at(u32 vertex, u32 start, u32 face) const;
  bool has_corner(u32 triangle, u32 vertex) const {
    return !flat_ && triangle < triangles_.size() && has_vertex(triangles_[triangle].vertices, vertex);
  }
  u32 size() const { return static_cast<u32>(triangles_.size()); }  // triangles, with those that are gone
  // Is a face at the vertex added last, with all vertices in the hull, on its boundary and outward? Then the hull keeps
  // it there. Returns the triangle in its plane; of a polygon any number; kNone if not.
  u32 keep(u32 face);

  // To a state from before: undo(mark()) forgets what was added since.
  struct Mark {
    u32 steps;
    bool flat;
  };
  Mark mark();
  void undo(Mark mark);

  bool flat() const { return flat_; }
  bool is_pyramid() const { return flat_ || steps_.size() == 1; }  // a polygon and at most one vertex
  // All triangles, with no vertex inside of a face or an edge, each with a source if its plane has one.
  void finish(std::vector<Face>& faces, std::vector<u32>& sources);
  // The same where no triangles are to be joined, else false, into empty arrays: with the half-edge across each edge, 3
  // f + i of edge i of triangle f; and for each triangle its number among those that the hull began with, or a larger
  // one.
  bool finish_linked(std::vector<Face>& faces, std::vector<std::array<u32, 3>>& twins, std::vector<u32>& numbers);

 private:
  struct Link {
    u32 triangle, edge, before;
  };
  struct Step {
    u32 triangles, dead, links;  // sizes before it
    bool rough;
  };

  int exact_side(const Triangle& t, u32 vertex) const;
  bool sees(u32 vertex, const Triangle& t) const { return side(t, vertex) > 0; }
  Outcome add_in_plane(u32 vertex);
  Outcome add_to_polygon(u32 vertex);
  Outcome add_to_polytope(u32 vertex, u32 near, u32 a, u32 b);
  u32 find_seen(u32 vertex, u32 near, u32 a, u32 b) const;
  Vec3d at(u32 vertex) const { return at_[vertex]; }
  Outcome build_on(u32 vertex, u32 first_seen);
  void begin_polygon(const Face& front);
  int side_of_polygon(u32 vertex) const;

  const Surface* surface_ = nullptr;
  std::span<const Vec3d> at_;
  u32 seed_ = 0;              // a face, or none
  Face front_{};              // three vertices of the polygon
  PlaneView view_;            // of the seed's plane
  std::vector<u32> polygon_;  // strictly convex, counter-clockwise seen from outside; while flat
  std::vector<u32> polygon_before_;
  bool flat_ = true;
  std::array<u32, 2> beside_{};  // the polygon's vertices before and after the one added last
  bool rough_ = false;           // some triangles may share a plane

  std::vector<Triangle> triangles_;
  std::vector<Part> parts_;
  std::vector<u32> part_vertices_;  // empty if not yet asked for
  std::vector<u32> dead_;
  std::vector<Link> links_;
  std::vector<Step> steps_;
  u32 visit_ = 0, first_new_ = 0, last_added_ = kNone;
  std::vector<u32> open_;
  std::vector<Link> horizon_;
  std::vector<u32> triangle_from_;  // for a vertex of the horizon the new triangle whose first vertex it is
  Facets facets_;
  std::vector<u32> places_;
};

}  // namespace apart::decomposition
