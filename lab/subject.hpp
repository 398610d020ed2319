// Which volumes and triangles are tested when all contacts of two models are looked for? Trees of any kind of volume
// behind one interface, so that each kind is compiled once for all experiments.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/traversal/watch/probe.hpp>
#include <memory>

namespace apart::lab {

// A volume, and where there are several ways, the test of two of them.
enum class Kind {
  sphere,
  aabb,         // along the axes of both models
  aabb_placed,  // B's wrapped in A's model space first, as published: along A's axes alone
  kdop18,
  kdop26,
  capsule,
  lozenge,
  obb,
  obb_faces,  // without the products of edges ("lite")
  dual,
  hull
};
const char* name_of(Kind kind);

struct Walked {
  Count count;
  u64 box_tests = 0;   // of Kind::dual: those pairs whose balls met, too
  double seconds = 0;  // of this thread

  Walked& operator+=(const Walked& more);
};

// A mesh with a tree over it.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual TreeFacts facts() const = 0;
  // All pairs of triangles that touch are found and counted, or only one is. Both must be of the same kind.
  enum class Until { all, first };
  virtual Walked contacts(const Pose& b_in_a, const Subject& b, Until until = Until::all) const = 0;
};

// The mesh must outlive it.
std::unique_ptr<Subject> subject(Kind kind, const Mesh& mesh, const Topology& topology);

// As published trees are built: cut at the mean across the direction of the greatest spread of area, one triangle a
// leaf (Gottschalk 2000, section 3.4.3).
Topology published_topology(const Mesh& mesh);

}  // namespace apart::lab
