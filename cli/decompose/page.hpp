// The page of apart decompose --html.
#pragma once
#include <apart/decompose/decompose.hpp>
#include <string>

namespace apart::cli {

// Patches in colours, and the hulls: `name` is the model's.
std::string decomposition_page(const std::string& name, const Mesh& mesh, const Decomposition& pieces);

}  // namespace apart::cli
