// Motions from Python.
#pragma once
#include <apart/motion/rigid_motion.hpp>

#include "module.hpp"

namespace apart::python {

// A RigidMotion of Python, and what makes it again when it was pickled.
struct PythonMotion {
  RigidMotion motion;
  const char* made_by;
  py::tuple made_of;
};
const RigidMotion* motion_of(PyObject* object);  // null: it is none

// One motion, or a list of them.
struct Motions {
  std::vector<RigidMotion> all;
  bool many = false;

  Motions() : all{RigidMotion()} {}
  Motions(const Call& call, PyObject* object, const char* name);
  const RigidMotion& at(std::size_t i) const { return all[many ? i : 0]; }
};

}  // namespace apart::python
