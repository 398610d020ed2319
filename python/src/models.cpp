// Model.
#include <pybind11/stl.h>
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/tessellate.hpp>

#include "types.hpp"

namespace apart::python {
namespace {

PyTypeObject* model_type = nullptr;

// Faces of any type of whole numbers.
std::vector<Face> faces_of(const py::object& object, std::size_t vertices) {
  py::object found;
  try {
    found = py::module_::import("numpy").attr("asarray")(object);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;
    raise(PyExc_TypeError, "faces: expected an array of whole numbers, found " + type_name(object.ptr()));
  }
  const auto array = py::reinterpret_borrow<py::array>(found);
  if (array.ndim() != 2 || array.shape(1) != 3)
    raise(exceptions().usage, "faces: expected shape (m, 3), found " + shape_text(array));
  if (array.shape(0) == 0)
    raise(exceptions().usage, "faces: empty: a model has at least one triangle (Model.empty() makes one without)");
  const char kind = array.dtype().kind();
  if (kind != 'i' && kind != 'u')
    raise(PyExc_TypeError, "faces: expected whole numbers, found " + py::str(array.dtype()).cast<std::string>());
  // Through 64 bits, so that negative and large ones are seen.
  const auto wide = py::reinterpret_borrow<py::array>(
      py::module_::import("numpy").attr("ascontiguousarray")(array, kind == 'u' ? "u8" : "i8"));
  const auto* numbers = static_cast<const std::uint64_t*>(wide.data());  // negative ones become huge
  std::vector<Face> out(static_cast<std::size_t>(wide.shape(0)));
  for (std::size_t i = 0; i < 3 * out.size(); ++i) {
    if (numbers[i] >= vertices) {
      const std::string which =
          kind == 'u' ? std::to_string(numbers[i]) : std::to_string(static_cast<std::int64_t>(numbers[i]));
      raise(exceptions().usage, "faces[" + std::to_string(i / 3) + "]: names vertex " + which + ", but there are " +
                                    std::to_string(vertices) + " vertices");
    }
    out[i / 3][i % 3] = static_cast<u32>(numbers[i]);
  }
  return out;
}

// A model of a mesh. So many triangles are done at once; of more, Ctrl-C ends it.
Model built(Mesh mesh, const ModelOptions& how = {}, PyObject* report = nullptr) {
  const bool few = mesh.size() <= 2000;
  return value_or_raise(run_work(
      !few,
      [mesh = std::move(mesh), how](Watch& watch) {
        ModelOptions watched = how;
        watched.progress = watch.progress();
        return Model::make(mesh, watched);
      },
      report, true));
}

Model make_model(const py::object& vertices, const py::object& faces, const py::object& leaf_size,
                 const py::object& threads, const py::object& progress) {
  const PointList points(vertices.ptr(), "vertices");
  if (points.size() == 0 || !points.many())
    raise(exceptions().usage, points.many() ? "vertices: empty" : "vertices: expected shape (n, 3), found (3,)");
  const ModelOptions how{.leaf_size = whole32_of(leaf_size.ptr(), "leaf_size"),
                         .threads = whole32_of(threads.ptr(), "threads")};
  PyObject* report = function_of(progress.ptr(), "progress");
  const std::span<const Vec3d> all = points.all();
  return built(value_or_raise(Mesh::make({all.begin(), all.end()}, faces_of(faces, all.size()))), how, report);
}

std::string grouped(std::size_t n) {
  std::string out = std::to_string(n);
  for (std::ptrdiff_t k = static_cast<std::ptrdiff_t>(out.size()) - 3; k > 0; k -= 3)
    out.insert(static_cast<std::size_t>(k), ",");
  return out;
}

Bounds box_of(const Mesh& mesh) {
  Bounds box;
  for (const Face& face : mesh.faces())
    for (u32 v : face) box.add(mesh.vertices()[v]);
  return box;
}

std::string repr_of(const Model& model) {
  const Mesh& mesh = model.mesh();
  if (mesh.empty()) return "<apart.Model: empty>";
  std::string out =
      "<apart.Model: " + grouped(mesh.size()) + " triangles, " + grouped(mesh.vertices().size()) + " vertices";
  if (mesh.parts() > 1) out += ", " + grouped(mesh.parts()) + " parts";
  if (mesh.size() <= 500'000) out += model.closed() ? ", closed" : ", open";  // of larger ones it would take long
  const Vec3d size = box_of(mesh).size();
  return out + ", " + short_number(size.x) + " x " + short_number(size.y) + " x " + short_number(size.z) + ">";
}

py::array view(const void* data, const char* format, std::size_t rows, py::handle owner) {
  py::array out(py::dtype(format), std::vector<py::ssize_t>{static_cast<py::ssize_t>(rows), 3},
                std::vector<py::ssize_t>{format[0] == 'f' ? 24 : 12, format[0] == 'f' ? 8 : 4}, data, owner);
  py::detail::array_proxy(out.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return out;
}

py::bytes bytes_of(const Model& model) {
  std::string out;
  hierarchy::put_model(model, [&](std::span<const std::byte> piece) {
    out.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    return true;
  });
  return out;
}

Model model_of_bytes(const py::bytes& pickled) {
  static_assert(hierarchy::kModelAlignment <= 64);
  const AlignedBytes kept = aligned(pickled);
  return value_or_raise(hierarchy::model_in(kept.bytes, kept.keep), exceptions().error, "a pickled model: ");
}

void add_model(py::module_& module) {
  py::class_<Model> model(
      module, "Model",
      R"(A triangle mesh with its bounding volume hierarchy. Immutable; any number of threads may query it at once.

Model(vertices, faces, *, leaf_size=4, threads=1, progress=None)
Model(mesh)

vertices is an array (n, 3) of numbers, faces an array (m, 3) of vertex numbers. A mesh is an object of trimesh, Open3D or
meshio, or anything else that has vertices and faces.

>>> import apart
>>> tetrahedron = apart.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
>>> tetrahedron
<apart.Model: 4 triangles, 4 vertices, closed, 1 x 1 x 1>
)");
  model
      .def(py::init([](const py::object& vertices, const py::object& faces, const py::object& leaf_size,
                       const py::object& threads, const py::object& progress) {
             if (!faces.is_none()) return make_model(vertices, faces, leaf_size, threads, progress);
             if (const auto same = geometry_of(vertices.ptr()); same && same->model) return *same->model;
             const py::tuple arrays = py::module_::import("apart.bridges").attr("arrays_of")(vertices);
             return make_model(arrays[0], arrays[1], leaf_size, threads, progress);
           }),
           py::arg("vertices"), py::arg("faces") = py::none(), py::kw_only(), py::arg("leaf_size") = 4,
           py::arg("threads") = 1, py::arg("progress") = py::none())
      .def_static(
          "empty", [] { return Model::make(Mesh{}).value(); }, "A model without triangles.")
      .def_static(
          "joined",
          [](const py::iterable& models) {
            std::vector<Mesh> meshes;
            std::size_t triangles = 0, vertices = 0;
            for (const py::handle one : models) {
              meshes.push_back(model_in(one.ptr(), "joined(): models[" + std::to_string(meshes.size()) + "]").mesh());
              triangles += meshes.back().size(), vertices += meshes.back().vertices().size();
            }
            if (larger(triangles, vertices) >= std::size_t{1} << 31)
              raise(exceptions().usage, "joined(): models: more than 2^31 vertices or triangles in all");
            return built(joined(meshes));
          },
          py::arg("models"), "Several models as one, in order; their parts become its parts.")
      .def_static(
          "of_shape",
          [](const Shape& shape, const py::object& within) {
            Bounds room{{-1, -1, -1}, {1, 1, 1}};
            if (!within.is_none()) {
              const PointList corners(within.ptr(), "of_shape(): within");
              if (corners.size() != 2) raise(exceptions().usage, "of_shape(): within: expected two corners, (2, 3)");
              room = {corners.at(0), corners.at(1)};
            }
            return built(without_gil([&] { return tessellated(shape, Pose{}, room); }));
          },
          py::arg("shape"), py::kw_only(), py::arg("within") = py::none(),
          R"(A shape as triangles: flat sides are exact, round ones inscribed. Queries of shapes need none.

Of a half-space it is the part inside a box, `within`: its lowest and highest corner; a cube of size 2 unless given.

>>> apart.Model.of_shape(apart.Box(1, 2, 3))
<apart.Model: 12 triangles, 8 vertices, closed, 1 x 2 x 3>
)")
      .def_property_readonly(
          "vertices",
          [](py::object self) {
            const std::span all = self.cast<const Model&>().mesh().vertices();
            return view(all.data(), "f8", all.size(), self);
          },
          "The vertices, an array (n, 3) of float64: a view, not a copy.")
      .def_property_readonly(
          "faces",
          [](py::object self) {
            const std::span all = self.cast<const Model&>().mesh().faces();
            return view(all.data(), "u4", all.size(), self);
          },
          "The vertex numbers of each triangle, an array (m, 3) of uint32: a view, not a copy.")
      .def_property_readonly(
          "parts", [](const Model& m) { return m.mesh().parts(); }, "Number of parts of the mesh.")
      .def(
          "part",
          [](const Model& m, u32 triangle) {
            if (triangle >= m.mesh().size())
              throw py::index_error("part(): triangle: there are " + std::to_string(m.mesh().size()));
            return m.mesh().part(triangle);
          },
          py::arg("triangle"), "The part that contains a triangle.")
      .def(
          "first_of_part",
          [](const Model& m, u32 part) {
            if (part >= m.mesh().parts())
              throw py::index_error("first_of_part(): part: there are " + std::to_string(m.mesh().parts()));
            return m.mesh().first_of_part(part);
          },
          py::arg("part"), "The first triangle of a part.")
      .def(
          "with_parts",
          [](const Model& m, const py::object& first_triangles) {
            std::vector<u32> first = numbers32_of(first_triangles.ptr(), "with_parts(): first_triangles");
            return built(m.mesh().with_parts(std::move(first)));
          },
          py::arg("first_triangles"), "A new model whose parts begin at these triangles, which ascend from 0.")
      .def(
          "triangle",
          [](const Model& m, u32 i) {
            if (i >= m.mesh().size())
              throw py::index_error("triangle(): i: there are " + std::to_string(m.mesh().size()));
            const Triangle t = m.mesh().triangle(i);
            return py::reinterpret_steal<py::object>(to_python(std::span<const Vec3d>(&t.a, 3)));
          },
          py::arg("i"), "The corners of a triangle, (3, 3).")
      .def_property_readonly(
          "closed", [](const Model& m) { return without_gil([&] { return m.closed(); }); },
          "Is every edge shared by consistently oriented triangles?")
      .def_property_readonly(
          "part_vertices",
          [](const Model& m) {
            return py::reinterpret_steal<py::object>(to_python(without_gil([&] { return m.part_vertices(); })));
          },
          "One vertex of each connected part of the surface, an array (n, 3).")
      .def_property_readonly(
          "inside_out", [](const Model& m) { return without_gil([&] { return m.inside_out(); }); },
          "Is it closed, and does its surface face inward?")
      .def_property_readonly(
          "bounds", [](const Model& m) { return box_tuple(box_of(m.mesh())); },
          "The lowest and the highest corner of its bounding box.")
      .def(
          "topology",
          [](const Model& m) {
            return py::reinterpret_steal<py::object>(
                to_python(without_gil([&] { return MeshTopology(m.topology()); })));
          },
          "Edges, neighbours and components of the mesh: see MeshTopology.")
      .def(
          "placed",
          [](const Model& m, const py::object& pose) {
            return built(placed(m.mesh(), pose_of(pose.ptr(), "placed(): pose")));
          },
          py::arg("pose"), "A new model, every vertex moved by a pose.")
      .def(
          "scaled",
          [](const Model& m, const py::object& factor) {
            const Vec3d by = PyNumber_Check(factor.ptr()) && !PySequence_Check(factor.ptr())
                                 ? number_of(factor.ptr(), "scaled(): factor") * Vec3d{1, 1, 1}
                                 : vector_of(factor.ptr(), "scaled(): factor");
            if (!is_finite(by)) raise(exceptions().usage, "scaled(): factor: not finite");
            return built(scaled(m.mesh(), by));
          },
          py::arg("factor"), "A new model, scaled about the origin by one number, or by one for each axis.")
      .def("__len__", [](const Model& m) { return m.mesh().size(); })
      .def("__repr__", [](const Model& m) { return repr_of(m); })
      .def("_repr_html_", [](py::object self) { return py::module_::import("apart.view").attr("model_html")(self); })
      .def(
          py::pickle([](const Model& m) { return bytes_of(m); }, [](const py::bytes& b) { return model_of_bytes(b); }));
  for (const char* to : {"to_trimesh", "to_open3d", "to_meshio"}) {
    const std::string name = to;
    model.def(
        to, [name](py::object self) { return py::module_::import("apart.bridges").attr(name.c_str())(self); },
        "The mesh as an object of that library, which must be installed.");
  }
  model_type = reinterpret_cast<PyTypeObject*>(model.ptr());
}

}  // namespace

std::optional<GeometryRef> geometry_of(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  if (type == model_type) return GeometryRef{value_in<Model>(object), nullptr};
  if (const Shape* shape = shape_in(object)) return GeometryRef{nullptr, shape};
  if (PyType_IsSubtype(type, model_type)) return GeometryRef{value_in<Model>(object), nullptr};
  return std::nullopt;
}

py::object model_of_mesh(const Mesh& mesh) { return py::cast(value_or_raise(Model::make(mesh))); }

void add_types(py::module_& module) {
  add_model(module);
  add_shape(module);
}

}  // namespace apart::python
