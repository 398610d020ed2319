// The time of the next event: when the answer of a query about two that move changes, and when it changes back.
#pragma once
#include <apart/motion/impact.hpp>

namespace apart {

enum class EventQuery {
  collide,  // of models: do their surfaces touch?
  within,   // is the distance at most `distance`?
  beyond,   // is the span, the distance of the farthest points, more than `distance`?
};

struct EventOptions {
  double distance = 0;   // of within and beyond
  double from = 0;       // the time from which on it is searched
  double tolerance = 0;  // the answer counts as unchanged while it is within this of changing; 0: 1e-8 of the size
  Budget budget{};       // of distance or span queries. When it is spent: Status::unfinished
};

// The answer is `now` at all times from `from` to unchanged_until, which is proven, and the other one at changed_by. In
// between it is within the tolerance of changing, or was so.
struct Change {
  bool found = false;
  double unchanged_until = 1, changed_by = std::numeric_limits<double>::infinity();
};

struct NextEvent {
  bool now = false;  // the answer at the time `from`
  Change change{};   // from it
  Change back{};     // to it again; not found unless the first was
  Status status = Status::exact;
};

// Contact that does not cross, as of faces that slide on each other, is within the tolerance of ending: it is in doubt
// for as long as it lasts. Not for half-spaces: Status::invalid.
NextEvent next_event(EventQuery query, const Geometry& a, const RigidMotion& motion_a, const Geometry& b,
                     const RigidMotion& motion_b, const EventOptions& options = {});

}  // namespace apart
