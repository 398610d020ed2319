// Penetration depth of two polytopes: EPA in one function for well-conditioned polytopes: faces in lanes, visibility
// tested for all at once, new ones built side by side. Thin, broken, too large or uncertified cases are left to
// epa.hpp.
#pragma once
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>

namespace apart::convex {

// The closed surface around the origin with which EPA ended, by vertices' numbers: it is one still where the bodies
// have moved little, and then a proof of the depth once its planes are computed again.
struct EpaSurface {
  static constexpr u32 kCorners = 40, kFaces = 2 * kCorners - 4;  // of a closed surface; larger ones are not kept
  unsigned char of_a[kCorners], of_b[kCorners];
  unsigned char of[kFaces][3];           // as in the search; to whole packs
  unsigned char corners = 0, faces = 0;  // 0: there is none
  unsigned char nearest = 0;             // the face that proved the depth
};

// From the tetrahedron around the origin with which polytope_gjk() ended. The status is `exact`, or `unfinished`:
// inconclusive. The same with every lane width. The surface with which it ends is kept, if there is a place for it.
EpaResult polytope_epa(const PolytopePair& pair, const PolytopeSimplex& start, EpaSurface* kept = nullptr);

// From the surface of these polytopes that was kept, which is replaced. Inconclusive where they may have moved apart,
// or too far.
EpaResult polytope_epa(const PolytopePair& pair, EpaSurface& kept);

}  // namespace apart::convex
