// A closed mesh as one solid without multiplicity: connected parts that overlap are united.
#pragma once
#include <apart/hierarchy/model.hpp>

namespace apart::queries {

struct OneSolid {
  Model model;
  double error = 0;     // of its volume, if parts were united
  bool single = false;  // every point is wound around once or not at all; else a part intersects itself
};

OneSolid one_solid(const Model& model);

}  // namespace apart::queries
