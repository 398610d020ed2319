// Contacts of unions: those of their pieces, but for what lies inside another piece.
#pragma once
#include <apart/queries/contacts.hpp>
#include <apart/queries/shapes/pieces.hpp>

namespace apart::queries {

// Is a point of one piece's surface inside another piece of the same union? Both in A's frame.
bool is_hidden(const std::vector<ConvexPiece>& pieces, u32 own, Vec3d point);

// The nearest contact and the deepest region first; of equals, by features.
void sort_contacts(Contacts& contacts);

}  // namespace apart::queries
