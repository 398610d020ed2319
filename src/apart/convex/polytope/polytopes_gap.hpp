// The signed distance of two polytopes of few vertices: GJK, and EPA where they overlap.
#pragma once
#include <apart/convex/polytope/polytope_epa.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>

namespace apart::convex {

// Are the spheres around the two beyond a reach? Then the gap is a lower bound.
APART_INLINE bool spheres_beyond(const PolytopePair& pair, double reach, ConvexGap& out) {
  const double far = reach + pair.radii;
  if (!(squared_length(pair.inside) > far * far * (1 + 1e-15))) return false;
  const auto [unit, between] = normalized(-pair.inside);
  const double bound = between - pair.radii;
  const Vec3d centre = pair.a.centre();
  out = {bound, bound, between, centre, centre + bound * unit, unit, Status::at_least};
  return true;
}

// Of an is_quick() pair: false where nothing is proven, and `out` is of no use. Without `depth`, the distance of those
// that overlap is 0; what is beyond the reach has a lower bound. It starts from the vertices and the surface with which
// it ended for this pair before, if there are any, and keeps those with which it ends.
bool polytopes_gap(const PolytopePair& pair, double reach, bool depth, PolytopeSimplex& vertices, EpaSurface* surface,
                   GjkResult& out);

}  // namespace apart::convex
