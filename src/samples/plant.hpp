// A plant, for checks of many bodies: storeys of equal bays, ten bodies each, in millimetres: a column, a girder, a
// brace, three pipes along x, the last with a valve behind it, two pipes along y above them, and a vessel. Instances
// share their meshes. Some bays have one fault each, which is returned; all other bodies are at least kPlantGap apart.
#pragma once
#include <apart/shapes/body.hpp>
#include <functional>
#include <vector>

namespace apart::generate {

struct Plant {
  u32 bodies = 1000;
  u64 triangles = 200000;  // approximate total, a shared mesh counted for each body
  double faults = 0.1;     // the share of bays with one
  bool turned = true;      // the whole site is rotated, so that hardly any axis-aligned box is tight
  u64 seed = 1;
};
inline constexpr double kPlantGap = 10;
struct PlantFault {
  enum class Kind { clash, contained, touch, near };  // contained: as solids; else they are disjoint
  Kind kind;
  u32 a, b;       // indices of bodies of the whole plant; both are of one bay
  double amount;  // penetration depth or distance
};
struct PlantBodies {
  std::vector<Body> bodies;
  std::vector<std::string> groups;  // of each: steel, pipes, valves, vessels
  std::vector<PlantFault> faults;
};
PlantBodies plant(const Plant& how = {});
// Bay by bay, of ten bodies each: a plant of any size, of which only one bay is in memory.
void plant(const Plant& how, const std::function<void(const PlantBodies& bay)>& take_bay);

// The triangles of a mesh, begun at another one: the same surface in other bytes.
Mesh begun_at(const Mesh& mesh, u32 triangle);

}  // namespace apart::generate
