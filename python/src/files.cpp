// Files: models and bodies are read, models are saved.
#include <pybind11/stl.h>

#include "module.hpp"

namespace apart::python {
namespace {

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

// A body as read_bodies() gives it; what is not given is empty.
BodyModel body_of(const Call& call, const py::handle item, std::size_t number) {
  const std::string what = call.what("bodies") + "[" + std::to_string(number) + "]";
  if (!PyDict_Check(item.ptr()))
    raise(PyExc_TypeError, what + ": expected a dict, as of read_bodies(), found " + type_name(item.ptr()));
  const auto one = py::reinterpret_borrow<py::dict>(item);
  const auto given = [&](const char* key) { return one.contains(key) ? py::object(one[key]) : py::object(); };
  const auto text = [&](const char* key) {
    const py::object value = given(key);
    return value ? text_of(value.ptr(), what + ": " + key) : std::string();
  };
  const py::object model = given("model"), pose = given("pose"), error = given("error");
  const Model& m = model_in(model ? model.ptr() : Py_None, what + ": model");
  Body body{text("name"), m.mesh(), pose ? pose_of(pose.ptr(), what + ": pose") : Pose{}, text("group")};
  body.file = text("file"), body.path = text("path"), body.layer = text("layer"), body.color = text("color");
  body.id = text("id"), body.unit = text("unit");
  if (error) body.error = number_of(error.ptr(), what + ": error");
  return {std::move(body), m};
}

// All bodies at their poses, as one model.
Result<Model> whole_of(const std::vector<BodyModel>& bodies) {
  if (bodies.size() == 1 && bodies[0].body.pose == Pose{}) return bodies[0].model;
  std::vector<Mesh> meshes;
  for (const BodyModel& one : bodies) meshes.push_back(placed(one.body.mesh, one.body.pose));
  return Model::make(joined(meshes), {.threads = 0});
}

PyObject* save_bodies(const Call& call, const std::string& path) {
  std::vector<BodyModel> bodies;
  std::size_t triangles = 0, vertices = 0;
  for (const py::handle item : py::handle(call[0])) {
    bodies.push_back(body_of(call, item, bodies.size()));
    triangles += bodies.back().body.mesh.size(), vertices += bodies.back().body.mesh.vertices().size();
  }
  if (bodies.empty()) call.wrong("bodies", "empty");
  if (larger(triangles, vertices) >= std::size_t{1} << 31)
    call.wrong("bodies", "more than 2^31 vertices or triangles in all");
  if (!path.ends_with(".apart")) call.wrong("path", "bodies are saved as .apart");
  const auto written = run_long(
      [bodies = std::move(bodies), path](Watch&) -> Result<std::size_t> {
        const Result<Model> whole = whole_of(bodies);
        if (!whole) return Error{path + ": " + whole.error()};
        return apart::save(bodies, *whole, path);
      },
      nullptr, false);
  return PyLong_FromSize_t(value_or_raise(written, exceptions().file));
}

PyObject* save(Call& call) {
  call.expect(2, 2, "(model, path) or (bodies, path)");
  const std::string path = path_of(call[1], call.what("path"));
  if (PyList_Check(call[0]) || PyTuple_Check(call[0])) return save_bodies(call, path);
  const Model& model = call.model(0, "model");
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

>>> apart.load("samples/shaft.stl")
<apart.Model: 192 triangles, 98 vertices, closed, 20 x 20 x 60>
)");
  add<read_bodies>(
      module, "read_bodies",
      R"(Reads the bodies of a file: a list of dicts with name, model, pose, group, file, path, layer, color, id, unit and error.

read_bodies(path). Options: scale, split ("none", "objects", "groups" or "components"), chord_error.

>>> [(body["name"], len(body["model"])) for body in apart.read_bodies("samples/gear.stl")]
[('gear', 1664)]
)");
  add<save>(
      module, "save",
      R"(Saves a model: as .apart with its hierarchy, or its mesh as .obj, .ply, .off, .stl or .tris. Returns the number of bytes.

save(model, path)
save(bodies, path): dicts as of read_bodies(), with their names, poses and hierarchies, as .apart.

>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     written = apart.save(apart.Model.of_shape(apart.Box(1, 1, 1)), os.path.join(folder, "box.apart"))
...     again = apart.load(os.path.join(folder, "box.apart"))
>>> written > 1000, again
(True, <apart.Model: 12 triangles, 8 vertices, closed, 1 x 1 x 1>)
)");
  add<parse_shape>(module, "parse_shape", R"(A shape from its text, as on the command line.

parse_shape(text). Options, for the file of a hull: scale, split, chord_error.

>>> apart.parse_shape("capsule:2,15")
Capsule(2, 15)
)");
  module.def(
      "readable_extensions", [] { return readable_extensions(); },
      "The extensions that load() reads.\n\n>>> \"stl\" in apart.readable_extensions()\nTrue\n");
  module.def(
      "parse_units", [](const std::string& text) { return value_or_raise(parse_units(text)); }, py::arg("from_to"),
      "The scale of a conversion such as \"mm:in\"; \"mm\" alone converts to metres.\n\n>>> "
      "apart.parse_units(\"mm:m\")\n0.001\n");
  module.def(
      "unit_in_metres", [](const std::string& unit) { return value_or_raise(unit_in_metres(unit)); }, py::arg("unit"),
      "The length of a unit, such as \"mm\", in metres.\n\n>>> apart.unit_in_metres(\"in\")\n0.0254\n");
  module.def(
      "is_shape_text", [](const std::string& text) { return is_shape_text(text); }, py::arg("text"),
      R"(Does a text begin with a shape's name and a colon, as parse_shape() takes it?

>>> apart.is_shape_text("box:1,2,3"), apart.is_shape_text("box.stl")
(True, False)
)");
  module.def(
      "shape_names", [] { return shape_names(); },
      "The names of shapes that parse_shape() knows.\n\n>>> \"capsule\" in apart.shape_names()\nTrue\n");
  module.def(
      "shape_words", [] { return shape_words(); },
      "All texts that parse_shape() takes.\n\n>>> \"capsule:RADIUS,LENGTH\" in apart.shape_words()\nTrue\n");
  module.def(
      "is_tree_file", [](const py::object& path) { return is_tree_file(path_of(path.ptr(), "is_tree_file(): path")); },
      py::arg("path"),
      "Does the file begin as a saved model?\n\n>>> apart.is_tree_file(\"samples/gear.stl\")\nFalse\n");
}

}  // namespace apart::python
