// A plant, for checks of many bodies: storeys of equal bays, ten bodies each, in millimetres: a column, a girder, a
// brace, three pipes along x, the last with a valve behind it, two pipes along y above them, and a vessel. Instances
// share their meshes. Some bays have a fault each, which is told; but for those, bodies are at least kPlantGap apart.
#pragma once
#include <apart/shapes/body.hpp>
#include <vector>

namespace apart::generate {

struct Plant {
  u32 bodies = 1000;
  u64 triangles = 200000;  // of all bodies together, those of a mesh counted for each that shares it; about
  double faults = 0.1;     // the share of bays with one
  bool turned = true;      // the whole site stands askew, so that hardly a box along the axes is tight
  u64 seed = 1;
};
inline constexpr double kPlantGap = 10;
struct PlantFault {
  enum class Kind { clash, contained, touch, near };  // contained: as solids; else they are apart
  Kind kind;
  u32 a, b;       // numbers of bodies
  double amount;  // how deep, or how far apart
};
struct PlantBodies {
  std::vector<Body> bodies;
  std::vector<std::string> groups;  // of each: steel, pipes, valves, vessels
  std::vector<PlantFault> faults;
};
PlantBodies plant(const Plant& how = {});

}  // namespace apart::generate
