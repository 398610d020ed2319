// Are the convex hulls of two models apart? By directions along which both support maps show a gap between them, eight
// at a time: a yes is a proof, a no means that none was found.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/traversal/support_map.hpp>

namespace apart::traversal {

bool hulls_apart(const Frame& a, const SupportMap& map_a, const Pose& b_in_a, const Frame& b, const SupportMap& map_b);

}  // namespace apart::traversal
