// Contacts by another traversal than that of the triangle trees.
#pragma once
#include <apart/queries/contacts.hpp>
#include <apart/queries/models/run_walk.hpp>
#include <functional>

namespace apart::queries {

// Calls its argument for each pair of triangles within the tolerance, at least.
using VisitPairs = std::function<WalkEnd(const std::function<void(u32, u32)>&)>;

// contacts() of these pairs.
Contacts contacts_of_pairs(const Model& a, const Pose& b_in_a, const Model& b, double tolerance,
                           const VisitPairs& visit);

}  // namespace apart::queries
