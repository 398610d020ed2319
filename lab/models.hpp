// The models shared by several experiments.
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

// The models in the user's folder, by name; a note lists files that cannot be read.
std::vector<NamedMesh> real_models(Run& run);

}  // namespace apart::lab
