// The parts of the module, one source each.
#pragma once
#include "call.hpp"

namespace apart::python {

void add_types(py::module_& module);           // Model, Shape
void add_pair_queries(py::module_& module);    // collide, distance, …
void add_model_queries(py::module_& module);   // collisions, contacts, hausdorff, …
void add_point_queries(py::module_& module);   // closest, inside, rays
void add_motion_queries(py::module_& module);  // when things that move first touch
void add_deforming_models(py::module_& module);
void add_hull_trees(py::module_& module);
void add_scene(py::module_& module);  // many bodies
void add_world(py::module_& module);  // many bodies that move
void add_schedule(py::module_& module);
void add_simulation(py::module_& module);
void add_response(py::module_& module);  // how velocities change where bodies meet
void add_particles(py::module_& module);
void add_fields(py::module_& module);  // a model as a grid of distances, or of voxels
void add_bsp(py::module_& module);
void add_gpu(py::module_& module);
void add_kit(py::module_& module);  // every choice of trees and traversals
void add_files(py::module_& module);
void add_check(py::module_& module);

}  // namespace apart::python
