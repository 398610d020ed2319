// Where are two bodies in contact, or nearly? Every local minimum of the distance between their surfaces below a
// tolerance, not only the least, with points, normal and features: what a collision response needs of concave bodies.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/status.hpp>
#include <apart/queries/local_depth.hpp>
#include <string>
#include <vector>

namespace apart {

// A vertex, an edge or a face of a mesh. An edge is named by its two vertices, the lower first; of vertices at one
// position, by the first.
struct SurfaceFeature {
  enum class Kind : unsigned char { vertex, edge, face };
  Kind kind = Kind::face;
  u32 first = 0, second = 0;  // the vertex; both ends of the edge; the triangle

  friend auto operator<=>(const SurfaceFeature&, const SurfaceFeature&) = default;
};
std::string name(const SurfaceFeature& feature);  // "edge 12 31"

struct Contact {
  double distance = 0;
  Vec3d on_a{}, on_b{};  // in A's frame: on_b − on_a = distance · normal
  Vec3d normal{};        // of length 1, from A to B
  SurfaceFeature feature_a{}, feature_b{};
};

struct ContactOptions {
  Budget budget{};
};

struct Contacts {
  std::vector<Contact> contacts{};      // the nearest first
  std::vector<RegionDepth> overlaps{};  // of closed models: the regions that they share, the deepest first
  bool touching = false;   // the surfaces have a point in common; of open ones that cross there, no more is known
  bool contained = false;  // one closed model lies inside the other
  Status status = Status::exact;  // unfinished: there may be more

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
inline Contacts contacts(const Model& a, const Model& b, double tolerance, const ContactOptions& options = {}) {
  return contacts(a, Pose{}, b, tolerance, options);
}

}  // namespace apart
