// What bodies are called where several have one name: with as much of file and path as tells them apart.
#pragma once
#include <apart/scene/assembly.hpp>

namespace apart::cli {

// Names that are unique stay as they are. Ids must be unique, and the longest names are made of them.
void make_names_unique(std::span<AssemblyPart> parts);

}  // namespace apart::cli
