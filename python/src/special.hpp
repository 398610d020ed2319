// Deforming models and trees of hulls as arguments of queries that also take models and shapes.
#pragma once
#include "module.hpp"

namespace apart::python {

bool is_deforming(PyObject* object);
bool is_hull_tree(PyObject* object);

PyObject* deforming_collide(Call& call, const CollideOptions& options);
PyObject* deforming_within(Call& call, double tolerance, const CollideOptions& options);
PyObject* deforming_distance(Call& call, const DistanceOptions& options);
PyObject* deforming_self_collisions(Call& call);
PyObject* deforming_impact(Call& call);

PyObject* hulls_collide(Call& call, const CollideOptions& options);
PyObject* hulls_within(Call& call, double tolerance, const CollideOptions& options);
PyObject* hulls_distance(Call& call, const DistanceOptions& options);
PyObject* hulls_contacts(Call& call, double tolerance, const ContactOptions& options);

// What the first argument is; None: there is none.
inline PyObject* first(const Call& call) { return call.count() > 0 ? call[0] : Py_None; }

}  // namespace apart::python
