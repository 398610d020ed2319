// The depth of two polytopes along the axis that was proven to be the shortest way out before they moved a little:
// without the proof, for programs that ask at every step.
#pragma once
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>

namespace apart::convex {

// Of the face of A − B that proved the depth: the plane of the same vertices at the new pose. How far A − B reaches
// along its normal, which is as deep as the two overlap at most, from the depth then, or from the point of the face
// that is nearest to the origin, nearly: the larger of the two; infinite where there is no such face, or it is thin or
// not beyond the origin. If that is no more than the slop, this is the result: a lower bound of the signed distance,
// Status::at_least, with these points, and the support vertices.
double along_last_axis(const PolytopePair& pair, const EpaSurface& kept, double last_depth, double slop,
                       GjkResult& out);

}  // namespace apart::convex
