// Files: models and bodies are read, models are saved.
#include <pybind11/stl.h>

#include "module.hpp"

namespace apart::python {
namespace {

std::string path_of(PyObject* object, const std::string& what) {
  PyObject* bytes = nullptr;
  if (!PyUnicode_FSConverter(object, &bytes)) {
    PyErr_Clear();
    raise(PyExc_TypeError, what + ": expected a path, found " + type_name(object));
  }
  const py::bytes held = py::reinterpret_steal<py::bytes>(bytes);
  return held;
}

ReadOptions read_options(Call& call) {
  ReadOptions how;
  call.option("scale", how.scale);
  call.option("split", how.split);
  call.option("chord_error", how.chord_error);
  if (!(how.scale > 0) || !std::isfinite(how.scale)) call.wrong("scale", "must be a number above 0");
  return how;
}

// Notes of reading as Python warnings.
void warn(const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    if (PyErr_WarnEx(PyExc_UserWarning, note.c_str(), 1) != 0) throw py::error_already_set();
}

template <class Read>
auto read_file(Call& call, Read read) {
  const ReadOptions options = read_options(call);
  call.expect(1, 1, "(path)");
  auto [result, notes] = run_long(
      [given = options, read, path = path_of(call[0], call.what("path"))](Watch&) {
        std::vector<std::string> lines;
        ReadOptions how = given;
        how.notes = &lines;
        auto out = read(path, how);
        return std::pair(std::move(out), std::move(lines));
      },
      nullptr, false);
  auto out = value_or_raise(std::move(result), exceptions().file);
  warn(notes);
  return out;
}

PyObject* load(Call& call) {
  return py::cast(
             read_file(call, [](const std::string& path, const ReadOptions& how) { return apart::load(path, how); }))
      .release()
      .ptr();
}

PyObject* read_bodies(Call& call) {
  py::list out;
  const auto found = read_file(
      call, [](const std::string& path, const ReadOptions& how) -> Result<std::vector<std::pair<Body, Model>>> {
        auto bodies = apart::read_bodies(path, how);
        if (!bodies) return Error{bodies.error()};
        std::vector<std::pair<Body, Model>> all;
        for (Body& body : *bodies) {
          auto model = Model::make(body.mesh, {.threads = 0});
          if (!model) return Error{path + ": " + body.name + ": " + model.error()};
          all.emplace_back(std::move(body), *model);
        }
        return all;
      });
  for (const auto& [body, model] : found) {
    py::dict one;
    one["name"] = body.name, one["model"] = py::cast(model), one["pose"] = matrix_of(body.pose);
    one["group"] = body.group, one["file"] = body.file, one["path"] = body.path, one["layer"] = body.layer;
    one["color"] = body.color, one["id"] = body.id, one["unit"] = body.unit, one["error"] = body.error;
    out.append(one);
  }
  return out.release().ptr();
}

PyObject* save(Call& call) {
  call.expect(2, 2, "(model, path)");
  const Model& model = call.model(0, "model");
  const std::string path = path_of(call[1], call.what("path"));
  const std::size_t dot = path.rfind('.');
  const bool tree = dot != std::string::npos && path.substr(dot) == ".apart";
  const auto written =
      run_long([model, path, tree](Watch&) { return tree ? apart::save(model, path) : write_mesh(path, model.mesh()); },
               nullptr, false);
  return PyLong_FromSize_t(value_or_raise(written, exceptions().file));
}

PyObject* parse_shape(Call& call) {
  const ReadOptions how = read_options(call);
  call.expect(1, 1, "(text)");
  return py::cast(value_or_raise(apart::parse_shape(text_of(call[0], call.what("text")), how))).release().ptr();
}

}  // namespace

void add_files(py::module_& module) {
  add<load>(module, "load", R"(Reads a file as one model: OBJ, STL, PLY, OFF, glTF, DAE, 3DS, STEP, or a saved .apart.

load(path). Options: scale, split, chord_error (of STEP). What was changed while reading is a warning.
)");
  add<read_bodies>(
      module, "read_bodies",
      R"(Reads the bodies of a file: a list of dicts with name, model, pose, group, file, path, layer, color, id, unit and error.

read_bodies(path). Options: scale, split ("none", "objects", "groups" or "components"), chord_error.
)");
  add<save>(
      module, "save",
      R"(Saves a model: as .apart with its hierarchy, or its mesh as .obj, .ply, .off, .stl or .tris. Returns the number of bytes.

save(model, path)
)");
  add<parse_shape>(module, "parse_shape", R"(A shape from its text, as on the command line.

parse_shape(text). Options, for the file of a hull: scale, split, chord_error.

>>> apart.parse_shape("capsule:2,15")
Capsule(2, 15)
)");
  module.def(
      "readable_extensions", [] { return readable_extensions(); }, "The extensions that load() reads.");
  module.def(
      "parse_units", [](const std::string& text) { return value_or_raise(parse_units(text)); }, py::arg("from_to"),
      "The scale of a conversion such as \"mm:in\"; \"mm\" alone converts to metres.\n\n>>> "
      "apart.parse_units(\"mm:m\")\n0.001\n");
  module.def(
      "is_tree_file", [](const py::object& path) { return is_tree_file(path_of(path.ptr(), "is_tree_file(): path")); },
      py::arg("path"), "Does the file begin as a saved model?");
}

}  // namespace apart::python
