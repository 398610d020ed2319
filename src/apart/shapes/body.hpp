// A named mesh with its place, and the assembly it belongs to.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <string>

namespace apart {

struct Body {
  std::string name;
  Mesh mesh;
  Pose pose;
  std::string group = {};  // bodies that belong together; empty when the file does not say
  std::string file = {};   // the file it was read from, as the caller named it; of saved bodies, as they were saved
  std::string path = {};   // in that file: names of the nodes above it and its own, joined by '/', as "frame/bolt[2]"
  std::string layer = {};  // the layer or material that the file assigns, if it has such a thing
  std::string color = {};  // "#rrggbb", in sRGB, where the file gives the body one
  std::string id = {};     // what a saved file calls it, whatever else is there; empty: file and path identify it
  std::string unit = {};   // of the numbers in that file, as "mm", where it states one
  double error = 0;        // how far its triangles may be from the true surface, where they only approximate one
};

}  // namespace apart
