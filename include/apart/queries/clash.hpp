// Two models that touch: do they merely rest against each other, or penetrate each other?
#pragma once
#include <apart/base/status.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/element_id.hpp>

namespace apart {

struct ClashOptions {
  // As in CollideOptions: one solid inside the other, free of its surface, is a clash too. (Closed models whose
  // surfaces touch are always treated as solids.)
  bool solid = false;
  // A clash that a translation of B by this much resolves counts as a touch: along the coordinate axes, or
  // perpendicular to the triangles that prove the clash.
  double tolerance = 0;
};

struct Clash {
  enum class State {
    apart,
    touch,  // they share points only: faces flush, an edge on a face, a corner in a corner
    clash,  // two solids share space; a surface runs within a solid; two surfaces cross
  };
  State state = State::apart;
  bool contained = false;  // one solid lies inside the other, its surface not crossing
  Inside inside{};         // which one, when contained
  ElementId a{}, b{};      // triangles that prove it, if not apart and not contained
  Status status = Status::exact;
};

// Exact for the triangles as placed in A's frame. A clash that only triangles without area show is not detected.
Clash clash(const Model& a, const Pose& b_in_a, const Model& b, const ClashOptions& options = {});
Clash clash(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
            const ClashOptions& options = {});
inline Clash clash(const Model& a, const Model& b, const ClashOptions& options = {}) {
  return clash(a, Pose{}, b, options);
}

}  // namespace apart
