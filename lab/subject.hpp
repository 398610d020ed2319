// Counts volume and triangle tests of finding all contacts of two models. Trees of any kind of volume behind one
// interface, so that each kind is compiled once for all experiments.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/traversal/watch/probe.hpp>
#include <memory>

namespace apart::lab {

// A volume, and if there are several, its overlap test.
enum class Kind {
  sphere,
  aabb,         // along the axes of both models
  aabb_placed,  // B's wrapped in A's model space first, as published: along A's axes only
  kdop18,
  kdop18_tumbled,  // B's wrapped in A's model space once a query, as published
  kdop26,
  capsule,
  lozenge,
  obb,
  obb_faces,  // without edge products ("lite")
  dual,
  hull
};
const char* name_of(Kind kind);

struct Walked {
  Count count;
  u64 box_tests = 0;   // of Kind::dual: pairs whose spheres overlapped, too
  double seconds = 0;  // of this thread

  Walked& operator+=(const Walked& more);
};

// A mesh with a tree over it.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual TreeFacts facts() const = 0;
  // Finds and counts all pairs of triangles that touch, or only one. Both must be of the same kind.
  enum class Until { all, first };
  virtual Walked contacts(const Pose& b_in_a, const Subject& b, Until until = Until::all) const = 0;
};

// The mesh must outlive it.
std::unique_ptr<Subject> subject(Kind kind, const Mesh& mesh, const Topology& topology);

// As published trees are built: split at the mean along the direction of greatest spread of area, one triangle per leaf
// (Gottschalk 2000, section 3.4.3).
Topology published_topology(const Mesh& mesh);

}  // namespace apart::lab
