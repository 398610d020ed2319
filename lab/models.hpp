// The models that experiments are run on beside those of one experiment alone.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <string>
#include <vector>

#include "lab/run.hpp"

namespace apart::lab {

struct NamedMesh {
  std::string name;
  Mesh mesh;
};

// What the user's folder holds, by name; a note says which files cannot be read.
std::vector<NamedMesh> real_models(Run& run);

}  // namespace apart::lab
