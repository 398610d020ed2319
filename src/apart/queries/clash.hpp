// Two models that touch: do they merely lie against each other, or run into each other?
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/containment.hpp>

namespace apart {

struct ClashOptions {
  // As in CollideOptions: one solid inside the other, free of its surface, is a clash too. (Models whose surfaces
  // touch are always judged as the solids that they are, when they are closed.)
  bool solid = false;
  // A clash that moving B by this much undoes counts as a touch: along the coordinate axes, or square to the
  // triangles that show the clash.
  double tolerance = 0;
};

struct Clash {
  enum class State {
    apart,
    touch,  // they share points, and no more: faces flush, an edge on a face, a corner in a corner
    clash,  // two solids share space; a surface runs within a solid; two surfaces cross
  };
  State state = State::apart;
  bool contained = false;              // one solid lies inside the other, its surface not crossing
  Inside inside{};                     // which one, when contained
  u32 triangle_a = 0, triangle_b = 0;  // a pair that shows it, when not apart and not contained
  Status status = Status::exact;
};

// Exact for the triangles as they stand in A's frame. Not seen is a clash that only triangles without any area show.
Clash clash(const Model& a, const Pose& b_in_a, const Model& b, const ClashOptions& options = {});
Clash clash(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
            const ClashOptions& options = {});

}  // namespace apart
