// An upper bound for the distance of a whole triangle from a surface that runs along it, over several triangles.
#pragma once
#include <apart/queries/hausdorff/surface.hpp>

namespace apart::queries {

// No point of `t` is farther from the surface than this; infinite if it cannot be shown to be at most `enough`.
// `nearest` is a triangle of the surface that is near the middle of `t`.
//
// Along the normal of that triangle, the surface's triangles are projected onto `t`. Those that lie over `t`, facing
// the same way, are a chain whose boundary consists of the edges that do not cancel. If no such edge crosses the
// projection of `t`, the degree with which they cover it is the same everywhere, so that their clipped areas are that
// many times the area of `t`. If it is not 0, every point of `t` has a point of one of them straight above or below,
// and none of these is farther than a corner of a clipped triangle.
double overlay_bound(const Surface& surface, const Triangle& t, u32 nearest, double enough);

}  // namespace apart::queries
