// An upper bound for the distance of a whole triangle from a surface that runs along it, over several triangles.
#pragma once
#include <apart/queries/hausdorff/surface.hpp>

namespace apart::queries {

// No point of `t` is farther from the surface than this; infinite if it cannot be shown to be at most `enough`.
// `near` is a triangle of the surface that is near `t`.
//
// Along the normal of that triangle, the surface's triangles are projected onto `t`. Those that lie over `t`, facing
// the same way, are a chain whose boundary consists of the edges that do not cancel. If no such edge crosses the
// projection of `t`, the degree with which they cover it is the same everywhere, so that their clipped areas are that
// many times the area of `t`. If it is not 0, every point of `t` has a point of one of them straight above or below,
// and none of these is farther than a corner of a clipped triangle.
//
// A closed surface has no boundary at all. Between two heights that it does not reach over `t`, its triangles cover `t`
// with the same degree everywhere: the number of those that cover one point and face upward, less those that face
// downward. Then four are tested at once, and only those are clipped that reach such a height beside `t`.
// `near` becomes one of them that covers the point, for a triangle beside `t`.
double overlay_bound(const Surface& surface, const Triangle& t, u32& near, double enough, bool closed);

}  // namespace apart::queries
