// Rays from Python.
#pragma once
#include "module.hpp"

namespace apart::python {

// One ray or many.
struct RayList {
  std::vector<Ray> all;
  bool many = false;
};

bool is_ray(PyObject* object);
const RayList& rays(const Call& call, Py_ssize_t i);
void add_ray(py::module_& module);

}  // namespace apart::python
