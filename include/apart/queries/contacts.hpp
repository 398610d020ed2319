// Where are two bodies in contact, or nearly? Every local minimum of the distance between their surfaces below a
// tolerance, not only the least, with points, normal and features: what a collision response needs of concave bodies.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/status.hpp>
#include <apart/convex/polytope/manifold.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/local_depth.hpp>
#include <string>
#include <vector>

namespace apart {

// A vertex, an edge or a face of a mesh. An edge is named by its two vertices, the lower first; of vertices at one
// position, by the first. Of a shape its convex piece, numbered as in ElementId.
struct SurfaceFeature {
  enum class Kind : unsigned char { vertex, edge, face, piece };
  Kind kind = Kind::face;
  u32 first = 0, second = 0;  // the vertex; both ends of the edge; the triangle; the piece

  friend auto operator<=>(const SurfaceFeature&, const SurfaceFeature&) = default;
};
std::string name(const SurfaceFeature& feature);  // "edge 12 31"

struct Contact {
  double distance = 0;
  Vec3d on_a{}, on_b{};  // in A's frame: on_b − on_a = distance · normal
  Vec3d normal{};        // of length 1, from A to B
  SurfaceFeature feature_a{}, feature_b{};
};

// A region that both bodies share: one contact, however many triangles meet there.
struct ContactRegion : RegionDepth {
  // Up to four that span the region, to a millionth of its size, the deepest first: each is where a line along the
  // normal enters B and leaves A, and its depth is what is in between, which is never more than that of the region.
  std::vector<ContactPoint> points{};
  SurfaceFeature piece_a{SurfaceFeature::Kind::piece}, piece_b{SurfaceFeature::Kind::piece};  // of shapes
};

struct ContactOptions {
  Budget budget{};
};

struct Contacts {
  std::vector<Contact> contacts{};        // the nearest first
  std::vector<ContactRegion> overlaps{};  // of closed models and of shapes: what they share, the deepest first
  bool touching = false;   // they have a point in common; of open surfaces that cross there, no more is known
  bool contained = false;  // one lies inside the other
  // unfinished: there may be more. within_error: a region of a round shape and a mesh is that of a polytope with some
  // hundred corners on the shape, and its depth and area are estimates.
  Status status = Status::exact;

  bool empty() const { return contacts.empty() && overlaps.empty() && !touching && !contained; }
};

// Two features are in contact if no point of A's surface near the one point and no point of B's surface near the other
// are closer together, and if between closed models the normal leads out of A and into B. Where faces or edges are
// parallel, the nearest points are a segment or a polygon: its corners are the contacts. An edge between two coplanar
// triangles is no edge, and a vertex inside a face or within a straight edge is no vertex, so the tessellation of a
// flat face does not matter. Where the surfaces of closed models cross, there is a region that both
// share instead.
Contacts contacts(const Model& a, const Pose& b_in_a, const Model& b, double tolerance,
                  const ContactOptions& options = {});
// A shape is solid. Each piece of a union is taken alone, and what lies inside another piece is left out. Flat sides
// have corners as above; a round piece has one contact with each feature of the mesh. Where a piece overlaps the mesh
// by less than its radius, each local minimum of the distance from its core is a region of area 0 with one point.
Contacts contacts(const Model& a, const Pose& b_in_a, const Shape& b, double tolerance,
                  const ContactOptions& options = {});
Contacts contacts(const Shape& a, const Pose& b_in_a, const Model& b, double tolerance,
                  const ContactOptions& options = {});
// The contact manifold (manifold.hpp) of each two pieces: up to four points along one normal, as contacts where they
// are apart, else as a region whose area is what its points span.
Contacts contacts(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance,
                  const ContactOptions& options = {});

template <class A, class B>
requires WithGeometry<A, B> Contacts contacts(const A& a, const Pose& b_in_a, const B& b, double tolerance,
                                              const ContactOptions& options = {}) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) { return contacts(x, b_in_a, y, tolerance, options); });
}
Contacts in_world(Contacts contacts, const Pose& a_in_world);
Contacts swapped(Contacts contacts);  // for A and B exchanged, in the same frame
// Both stand in the world.
template <GeometryLike A, GeometryLike B>
Contacts contacts(const A& a, const Pose& a_in_world, const B& b, const Pose& b_in_world, double tolerance,
                  const ContactOptions& options = {}) {
  return at_world_poses(a, a_in_world, b, b_in_world, [&](const auto& x, const Pose& y_in_x, const auto& y) {
    return contacts(x, y_in_x, y, tolerance, options);
  });
}
// Both stand where they were made.
template <GeometryLike A, GeometryLike B>
Contacts contacts(const A& a, const B& b, double tolerance, const ContactOptions& options = {}) {
  return contacts(a, Pose{}, b, tolerance, options);
}

// At many poses, on all cores.
Batch<Contacts> contacts(const Geometry& a, Poses b_in_a, const Geometry& b, double tolerance,
                         const ContactOptions& options = {}, const BatchOptions& how = {});

}  // namespace apart
