// What the questions between two shapes share: options, and what a caller may keep from one query to the next.
#pragma once
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>
#include <apart/shapes/shape.hpp>
#include <limits>

namespace apart {

// Of one pair of shapes, owned by the caller: where the last answer was found. It saves work when things move little;
// answers stay the same, to rounding. The shapes stay where they are in memory, and as they are. One thread at a time.
struct ShapeCache {
  Vec3d axis{};                  // from A to B, in A's frame; zero when nothing is known
  u32 piece_a = 0, piece_b = 0;  // of unions: whose answer it was
  // The corners with which GJK ended, each in the frame of its own core, and which cores these are.
  GjkSimplex corners{};
  const Core *core_a = nullptr, *core_b = nullptr;
  PolytopeSimplex vertices{};  // the same corners, where both are polytopes and all are vertices
};

struct ShapeOptions {
  double max = std::numeric_limits<double>::infinity();  // farther than this is not looked for: Status::at_least
  double rel_error = 0;                                  // the answer may be too large by this share of the truth
  bool depth = true;                                     // how deep shapes overlap; otherwise their distance is 0
  ShapeCache* memory = nullptr;                          // of this pair
};

}  // namespace apart
