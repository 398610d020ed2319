// A closed mesh as one solid without multiplicity: connected parts that overlap are united.
#pragma once
#include <apart/queries/solid_intersection.hpp>

namespace apart::queries {

struct OneSolid {
  Model model;
  double error = 0;     // of its volume, if parts were united
  bool single = false;  // every point is wound around once or not at all; else a part intersects itself
};

// Computed on first use and kept with the model.
OneSolid one_solid(const Model& model);

// As the query of the models that they were made of, at a usable pose.
SolidIntersection solid_intersection(const OneSolid& a, const Pose& b_in_a, const OneSolid& b);

}  // namespace apart::queries
