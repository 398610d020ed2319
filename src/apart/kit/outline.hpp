// A bounding volume as lines, for pictures: the edges of a polytope, circles and arcs of what is round.
#pragma once
#include <apart/base/vec3.hpp>
#include <array>
#include <vector>

namespace apart::kit {

using Outline = std::vector<std::array<Vec3d, 2>>;

// Of every volume of the kit, in its own frame.
template <class V>
Outline outline_of(const V& volume);

}  // namespace apart::kit
