// A named mesh with its place, and the assembly it belongs to.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <string>

namespace apart {

struct Body {
  std::string name;
  Mesh mesh;
  Posed pose;
  std::string group = {};  // those that belong together; empty when nobody said
};

}  // namespace apart
