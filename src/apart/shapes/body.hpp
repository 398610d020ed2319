// A named mesh with its place.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <string>

namespace apart {

struct Body {
  std::string name;
  Mesh mesh;
  Posed pose;
};

}  // namespace apart
