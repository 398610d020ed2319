// Disambiguates bodies of the same name, with as much of file and path as needed.
#pragma once
#include <apart/scene/assembly.hpp>

namespace apart::cli {

// Unique names are not changed. Ids must be unique, since the longest names are made of them.
void make_names_unique(std::span<AssemblyPart> parts);

}  // namespace apart::cli
