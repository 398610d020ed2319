// Deforming models and trees of hulls as arguments of collide, within and distance.
#pragma once
#include "module.hpp"

namespace apart::python {

bool is_special(const Call& call);  // the first argument is one of these
PyObject* special_collide(Call& call, const CollideOptions& options);
PyObject* special_within(Call& call, double tolerance, const CollideOptions& options);
PyObject* special_distance(Call& call, const DistanceOptions& options);
PyObject* special_self_collisions(Call& call);
PyObject* impact_of_deforming(Call& call);

}  // namespace apart::python
