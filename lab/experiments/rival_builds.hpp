// Builds of a sphere by each library: seconds, and the bytes that a tree takes.
#pragma once
#include "lab/experiment.hpp"
#include "lab/rivals/rival.hpp"

namespace apart::lab {

void rival_builds(Run& run, const std::vector<Rival>& others);

}  // namespace apart::lab
