// An upper bound for the distance of a whole triangle from a surface that runs along it, over several triangles.
#pragma once
#include <apart/queries/hausdorff/surface.hpp>

namespace apart::queries {

// No point of `t` is farther from the closed surface than this; infinite if it cannot be shown to be at most `enough`.
// `over` is the lane of a triangle of the surface that is near `t`.
//
// Along the normal of that triangle, the surface's triangles are projected onto `t`. Between two heights that it does
// not reach over `t`, they cover `t` with the same degree everywhere, since a closed surface has no boundary: the
// number of those that cover one point and face upward, less those that face downward. If it is not 0, every point of
// `t` has a point of one of them straight above or below, and none of these is farther than a corner of a clipped
// triangle. Four are tested at once, and only those are clipped that reach such a height beside `t`.
// SurfaceWalk::bound() is faster for a few triangles.
double overlay_bound(const Surface& surface, const Triangle& t, u32 over, double enough);

}  // namespace apart::queries
