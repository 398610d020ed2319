// The warm start of one pair of cores: where the last query ended.
#pragma once
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>
#include <apart/shapes/shape.hpp>
#include <limits>

namespace apart::convex {

// Saves work when things move little; answers stay the same, to rounding.
struct ShapeCache {
  Vec3d axis{};  // from A to B, in A's frame; zero when nothing is known
  // The corners with which GJK ended, each in the frame of its own core, and which cores these are.
  GjkSimplex corners{};
  const Core *core_a = nullptr, *core_b = nullptr;
  PolytopeSimplex vertices{};  // where both are polytopes, and there are any: instead of these corners
  EpaSurface surface{};        // the same where they overlap, and the depth was wanted
};

}  // namespace apart::convex
