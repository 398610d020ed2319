// Patches or hulls of a decomposition as a mesh file, each in its own colour.
#pragma once
#include <apart/decompose/decompose.hpp>
#include <array>
#include <string>

namespace apart::cli {

// The faces of the patches, in the order of the model, or those of the hulls, piece after piece.
std::string as_ply(const Mesh& mesh, const Decomposition& pieces, bool hulls);
// With a colour at each vertex, in single precision, placed by the centre of the model.
std::string as_glb(const Mesh& mesh, const Decomposition& pieces, bool hulls);

}  // namespace apart::cli
