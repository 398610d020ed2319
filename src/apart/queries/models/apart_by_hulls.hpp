// Two models that a plane separates are told apart by their convex hulls, without a walk of their trees.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/hierarchy/model.hpp>

namespace apart::queries {

// True: they are apart. False says nothing: perhaps hulls were not tested. They are from when both models were asked
// about often enough to repay what must be computed of each, as long as they tell some pairs apart.
bool apart_by_hulls(const Model& a, const Pose& b_in_a, const Model& b);

}  // namespace apart::queries
