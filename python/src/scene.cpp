// Many bodies, and files.
#include <pybind11/stl.h>

#include "module.hpp"

namespace apart::python {
namespace {

std::vector<PlacedGeometry> bodies(const Call& call, Py_ssize_t i) {
  std::vector<PlacedGeometry> out;
  const py::handle all(call[i]);
  if (!PySequence_Check(all.ptr())) call.wrong_type("bodies", "a list of (geometry, pose)", all.ptr());
  for (const py::handle item : all) {
    const std::string what = call.what("bodies") + "[" + std::to_string(out.size()) + "]";
    const bool pair = PyTuple_Check(item.ptr()) && PyTuple_GET_SIZE(item.ptr()) == 2;
    const auto found = geometry_of(pair ? PyTuple_GET_ITEM(item.ptr(), 0) : item.ptr());
    if (!found)
      raise(PyExc_TypeError, what + ": expected a Model or a Shape, or (one, pose), found " + type_name(item.ptr()));
    const Pose at = pair ? pose_of(PyTuple_GET_ITEM(item.ptr(), 1), what + ": pose") : Pose{};
    out.push_back({found->model ? Geometry(*found->model) : Geometry(*found->shape), at});
  }
  return out;
}

PyObject* closest_pair(Call& call) {
  DistanceOptions o;
  call.option("max", o.max);
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option("solid", o.solid);
  call.option(o.budget);
  call.expect(1, 1, "(bodies)");
  return to_python(
      run_long([all = bodies(call, 0), o](Watch&) { return apart::closest_pair(all, o); }, nullptr, false));
}

PyObject* pairs_within(Call& call) {
  CollideOptions o;
  call.option("solid", o.solid);
  call.option(o.budget);
  u32 threads = 0;
  call.option("threads", threads);
  const double tolerance = call.last_number("tolerance");
  call.expect(1, 1, "(bodies, tolerance)");
  return to_python(run_long([all = bodies(call, 0), o, tolerance,
                             threads](Watch&) { return apart::pairs_within(all, tolerance, o, threads); },
                            nullptr, false));
}

PyObject* greatest_span(Call& call) {
  SpanOptions o;
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option(o.budget);
  call.expect(1, 1, "(bodies)");
  return to_python(
      run_long([all = bodies(call, 0), o](Watch&) { return apart::greatest_span(all, o); }, nullptr, false));
}

PyObject* near_pairs(Call& call) {
  double reach = 0;
  call.option("reach", reach);
  call.expect(1, 1, "(boxes), an array (N, 2, 3) of lowest and highest corners");
  const py::array array = numbers_of(call[0], call.what("boxes"));
  if (array.ndim() != 3 || array.shape(1) != 2 || array.shape(2) != 3)
    call.wrong("boxes", "expected an array of shape (N, 2, 3): lowest and highest corners");
  std::vector<Bounds> boxes(static_cast<std::size_t>(array.shape(0)));
  const auto* p = static_cast<const double*>(array.data());
  for (std::size_t i = 0; i < boxes.size(); ++i, p += 6) {
    boxes[i] = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
    for (int k = 0; k < 6; ++k)
      if (std::isnan(p[k])) call.wrong("boxes", "[" + std::to_string(i) + "] is not a number (NaN)");
  }
  return to_python(
      run_long([boxes = std::move(boxes), reach](Watch&) { return apart::near_pairs(boxes, reach); }, nullptr, false));
}

std::vector<Bounds> boxes_of(PyObject* object, const std::string& what) {
  const py::array array = numbers_of(object, what);
  if (array.ndim() != 3 || array.shape(1) != 2 || array.shape(2) != 3)
    raise(exceptions().usage, what + ": expected an array of shape (N, 2, 3): lowest and highest corners");
  std::vector<Bounds> boxes(static_cast<std::size_t>(array.shape(0)));
  const auto* p = static_cast<const double*>(array.data());
  for (std::size_t i = 0; i < boxes.size(); ++i, p += 6) {
    boxes[i] = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
    for (int k = 0; k < 6; ++k)
      if (std::isnan(p[k])) raise(exceptions().usage, what + "[" + std::to_string(i) + "]: not a number (NaN)");
  }
  return boxes;
}

BroadOptions broad_options(Call& call) {
  BroadOptions o{.threads = 0};
  call.option("method", o.method);
  call.option("threads", o.threads);
  return o;
}

PyObject* box_pairs(Call& call) {
  const BroadOptions o = broad_options(call);
  call.expect(1, 1, "(boxes), an array (N, 2, 3)");
  return to_python(
      run_long([boxes = boxes_of(call[0], call.what("boxes")), o](Watch&) { return apart::box_pairs(boxes, o); },
               nullptr, false));
}

PyObject* box_pairs_between(Call& call) {
  const BroadOptions o = broad_options(call);
  call.expect(2, 2, "(moving, fixed), arrays (N, 2, 3)");
  return to_python(
      run_long([moving = boxes_of(call[0], call.what("moving")), fixed = boxes_of(call[1], call.what("fixed")),
                o](Watch&) { return apart::box_pairs_between(moving, fixed, o); },
               nullptr, false));
}

void add_broad_phase(py::module_& module) {
  py::class_<BroadPhase> type(module, "BroadPhase",
                              R"(Boxes that come, move and go, and the pairs that overlap. One for each thread.

BroadPhase(method="automatic", *, threads=1)

>>> phase = apart.BroadPhase()
>>> phase.add([[[0, 0, 0], [1, 1, 1]], [[0.5, 0, 0], [2, 1, 1]], [[5, 0, 0], [6, 1, 1]]]).tolist()
[0, 1, 2]
>>> phase.move(2, [[1.5, 0, 0], [2, 1, 1]])
>>> phase.pairs().b.tolist()
[1, 2]
)");
  const auto one = [](const py::object& box, const char* what) {
    const py::object many = py::module_::import("numpy").attr("asarray")(box).attr("__getitem__")(py::none());
    return boxes_of(many.ptr(), what)[0];
  };
  type.def(py::init([](const std::string& method, u32 threads) {
             const auto known = broad_method(method);
             if (!known) raise(exceptions().usage, "BroadPhase(): method: unknown: '" + method + "'");
             return BroadPhase({.method = *known, .threads = threads});
           }),
           py::arg("method") = "automatic", py::kw_only(), py::arg("threads") = 1)
      .def(
          "add",
          [](BroadPhase& p, const py::object& boxes, bool fixed) {
            const std::vector<u32> added = p.add(boxes_of(boxes.ptr(), "add(): boxes"), fixed);
            py::array_t<u32> out(static_cast<py::ssize_t>(added.size()));
            std::memcpy(out.mutable_data(), added.data(), added.size() * sizeof(u32));
            return out;
          },
          py::arg("boxes"), py::kw_only(), py::arg("fixed") = false, "Adds boxes (N, 2, 3); gives their numbers.")
      .def(
          "move",
          [one](BroadPhase& p, u32 box, const py::object& to) {
            if (!p.holds(box)) raise(exceptions().usage, "move(): box: there is none of that number");
            p.move(box, one(to, "move(): to"));
          },
          py::arg("box"), py::arg("to"), "Moves a box to (2, 3).")
      .def(
          "remove",
          [](BroadPhase& p, u32 box) {
            if (!p.holds(box)) raise(exceptions().usage, "remove(): box: there is none of that number");
            p.remove(box);
          },
          py::arg("box"), "Removes a box; its number is used again.")
      .def("holds", &BroadPhase::holds, py::arg("box"), "Is there a box of that number?")
      .def("__len__", &BroadPhase::size)
      .def(
          "pairs",
          [](BroadPhase& p) { return py::reinterpret_steal<py::object>(to_python(std::vector<BoxPair>(p.pairs()))); },
          "The pairs as the boxes are now, sorted: a BoxPairBatch.")
      .def(
          "overlapping",
          [one](BroadPhase& p, const py::object& box) {
            const std::vector<u32> found = p.overlapping(one(box, "overlapping(): box"));
            py::array_t<u32> out(static_cast<py::ssize_t>(found.size()));
            std::memcpy(out.mutable_data(), found.data(), found.size() * sizeof(u32));
            return out;
          },
          py::arg("box"), "The numbers of all boxes that overlap a box (2, 3).");
}

PyObject* world_box(Call& call) {
  call.expect(1, 2, "(geometry, pose)");
  const GeometryRef geometry = call.geometry(0, "geometry");
  const Pose at = call.count() == 2 ? pose_of(call[1], call.what("pose")) : Pose{};
  return to_python(geometry.model ? apart::world_box(*geometry.model, at) : apart::bounds(*geometry.shape, at));
}

// Files.

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

py::object matrix_of(const Pose& pose) {
  py::array_t<double> matrix({4, 4});
  double* m = matrix.mutable_data();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[4 * i + j] = pose.rotation(i, j);
    m[4 * i + 3] = pose.translation[i];
  }
  m[12] = m[13] = m[14] = 0, m[15] = 1;
  return matrix;
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
  if (!PyUnicode_Check(call[0])) call.wrong_type("text", "a text such as 'box:1,2,3'", call[0]);
  return py::cast(value_or_raise(apart::parse_shape(PyUnicode_AsUTF8(call[0]), how))).release().ptr();
}

}  // namespace

void add_scene(py::module_& module) {
  add<closest_pair>(module, "closest_pair", R"(The two of many bodies that are nearest to each other.

closest_pair(bodies): a list of geometries, or of (geometry, pose). Options: max, abs_error, rel_error, solid, max_tests,
max_seconds.

>>> found = apart.closest_pair([(apart.Ball(1), (x, 0, 0)) for x in (0, 5, 9)])
>>> found.a, found.b, found.distance.distance
(1, 2, 2.0)
)");
  add<pairs_within>(module, "pairs_within", R"(All pairs of many bodies whose distance is at most a tolerance, sorted.

pairs_within(bodies, tolerance). Options: solid, max_tests, max_seconds, threads.

>>> apart.pairs_within([(apart.Ball(1), (x, 0, 0)) for x in (0, 2.5, 9)], 1).b
array([1], dtype=uint32)
)");
  add<greatest_span>(module, "greatest_span",
                     "The two of many bodies with the farthest points.\n\ngreatest_span(bodies). Options: abs_error, "
                     "rel_error, max_tests, max_seconds.\n");
  add<near_pairs>(module, "near_pairs", R"(The broad phase: which boxes of many are near each other?

near_pairs(boxes): an array (N, 2, 3) of lowest and highest corners. Options: reach.

>>> apart.near_pairs([[[0, 0, 0], [1, 1, 1]], [[0.5, 0, 0], [2, 1, 1]], [[5, 0, 0], [6, 1, 1]]]).columns()["b"]
array([1], dtype=uint32)
)");
  add<box_pairs>(module, "box_pairs", R"(Which boxes of many overlap? All pairs, sorted; the same for any method.

box_pairs(boxes): an array (N, 2, 3) of lowest and highest corners. Options: method ("automatic", "tree", …), threads.

>>> apart.box_pairs([[[0, 0, 0], [1, 1, 1]], [[0.5, 0, 0], [2, 1, 1]], [[5, 0, 0], [6, 1, 1]]]).b.tolist()
[1]
)");
  add<box_pairs_between>(module, "box_pairs_between", R"(Which boxes of one set overlap which of another?

box_pairs_between(moving, fixed). Options: method, threads.
)");
  add_broad_phase(module);
  add<world_box>(
      module, "world_box",
      "The bounding box of a model or a shape at a pose.\n\nworld_box(geometry), world_box(geometry, pose)\n");
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
