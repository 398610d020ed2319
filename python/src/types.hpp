// What the sources of Model and Shape share.
#pragma once
#include "module.hpp"

namespace apart::python {

template <class T>
const T* value_in(PyObject* object) {
  return static_cast<const T*>(reinterpret_cast<py::detail::instance*>(object)->get_value_and_holder().value_ptr());
}

const Shape* shape_in(PyObject* object);  // null: it is none
std::string short_number(double x);       // as repr() gives it
py::tuple box_tuple(const Bounds& box);   // its corners
void add_shape(py::module_& module);

}  // namespace apart::python
