// Worlds from Python.
#pragma once
#include <apart/world/world.hpp>

#include "bodies.hpp"

namespace apart::python {

// A world, what it was made with, and how much is in it: that tells whether a query may take long.
struct CountedWorld {
  World world;
  std::size_t triangles = 0;
  u32 threads = 1;
  bool filtered = false;
};

const CountedWorld& world_in(const Call& call, PyObject* object, const char* name);
BodyId id_of(const World& world, const py::object& id, const char* what);

}  // namespace apart::python
