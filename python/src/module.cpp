// The module apart._apart. The package python/apart gives its names to users.
#include "module.hpp"

#include <apart/version.hpp>

PYBIND11_MODULE(_apart, module) {
  using namespace apart::python;
  module.doc() = "Collision, distance and clash queries between meshes and convex shapes.";
  const std::string version = std::to_string(APART_VERSION_MAJOR) + "." + std::to_string(APART_VERSION_MINOR) + "." +
                              std::to_string(APART_VERSION_PATCH);
  module.attr("__version__") = version;
  const auto exception = [&](const char* name, py::object bases, const char* doc) {
    PyObject* made = PyErr_NewExceptionWithDoc((std::string("apart.") + name).c_str(), doc, bases.ptr(), nullptr);
    if (!made) throw py::error_already_set();
    module.attr(name) = py::handle(made);
    return made;
  };
  const auto of = [](PyObject* x) { return py::reinterpret_borrow<py::object>(x); };
  exceptions().error = exception("Error", of(PyExc_ValueError), "What was given cannot be computed with.");
  exceptions().usage = exception("UsageError", of(exceptions().error), "A wrong value of an argument, which it names.");
  exceptions().file = exception("FileError", py::make_tuple(of(exceptions().error), of(PyExc_OSError)),
                                "A file that cannot be read or written; the message names it and the place.");
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const WrongArgument&) {
      set_python_error();
    } catch (const apart::UsageError&) {
      set_python_error();
    } catch (const apart::BadResult&) {
      set_python_error();
    }
  });
  add_all_answers(module);
  add_types(module);
  add_pair_queries(module);
  add_model_queries(module);
  add_point_queries(module);
  add_motion_queries(module);
  add_deforming_models(module);
  add_hull_trees(module);
  add_scene(module);
  add_world(module);
  add_schedule(module);
  add_simulation(module);
  add_response(module);
  add_particles(module);
  add_fields(module);
  add_bsp(module);
  add_gpu(module);
  add_kit(module);
  add_files(module);
  add_check(module);
  module.def(
      "_matrix", [](const py::object& pose) { return matrix_of(pose_of(pose.ptr(), "pose")); }, "A pose as a matrix.");
}
