// The page of apart decompose --html.
#pragma once
#include <apart/decompose/hull_tree.hpp>
#include <string>

namespace apart::cli {

// Patches in colours, and the hierarchy of hulls over them; `name` is the model's.
std::string decomposition_page(const std::string& name, const HullTree& tree, const Decomposition& pieces);

}  // namespace apart::cli
