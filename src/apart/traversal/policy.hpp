// The choices of a traversal. Each is a type with a default; a policy derives from the defaults and names what differs:
//   struct NearestFirst : DefaultPolicy { using Order = BestFirst; };
#pragma once
#include <apart/traversal/descent.hpp>
#include <apart/traversal/front.hpp>
#include <apart/traversal/hull_bounds.hpp>
#include <apart/traversal/order.hpp>
#include <apart/traversal/space.hpp>
#include <apart/traversal/watch/probe.hpp>

namespace apart::traversal {

struct DefaultPolicy {
  using Order = DepthFirst;      // in which open pairs are taken
  using Rule = LargestDiameter;  // which node of a pair is replaced by its children
  template <class V>
  using Space = InOwnSpace<V>;  // in which volumes are tested
  using Front = NoFront;        // where the traversal starts
  using Hulls = NoHulls;        // whether convex hulls of nodes give bounds too
  using Probe = NoProbe;        // what observes the tests
};

template <class P>
concept WalkPolicy = std::derived_from<P, DefaultPolicy>;

// For code that is generic in these choices.
template <class O, class R = DefaultPolicy::Rule>
struct InOrder : DefaultPolicy {
  using Order = O;
  using Rule = R;
};
template <WalkPolicy Base, class P>
struct WithProbe : Base {
  using Probe = P;
};
template <WalkPolicy Base, class F>
struct WithFront : Base {
  using Front = F;
};
template <WalkPolicy Base, class S>
struct WithSpace : Base {
  template <class>
  using Space = S;
};

}  // namespace apart::traversal
