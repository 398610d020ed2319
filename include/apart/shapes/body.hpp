// A named mesh with its pose, and the assembly it belongs to.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <string>

namespace apart {

struct Body {
  std::string name;
  Mesh mesh;
  Pose pose;
  std::string group = {};  // bodies that belong together; empty if the file has no groups
  std::string file = {};   // the file it was read from, as given by the caller; of saved bodies, as stored
  std::string path = {};   // in that file: the names of its ancestors and its own, joined by '/', as "frame/bolt[2]"
  std::string layer = {};  // the layer or material that the file assigns, if any
  std::string color = {};  // "#rrggbb", in sRGB, if the file gives one
  std::string id = {};     // stable identifier in a saved file; empty: file and path identify it
  std::string unit = {};   // of the numbers in that file, as "mm", if it states one
  double error = 0;        // largest distance of its triangles from the true surface, if they only approximate one
};

}  // namespace apart
