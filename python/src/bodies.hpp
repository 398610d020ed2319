// Bodies from Python: a geometry, or (geometry, pose).
#pragma once
#include <apart/scene/many.hpp>

#include "module.hpp"

namespace apart::python {

PlacedGeometry placed_of(py::handle item, const std::string& what);
inline std::size_t triangles_of(const Geometry& g) {
  const auto* model = std::get_if<Model>(&g);
  return model ? model->mesh().size() : 1;
}

}  // namespace apart::python
