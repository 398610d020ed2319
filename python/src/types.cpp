// Model, Shape and the functions that make them.
#include <pybind11/stl.h>
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/tessellate.hpp>

#include "module.hpp"

namespace apart::python {
namespace {

PyTypeObject *model_type = nullptr, *shape_type = nullptr;

template <class T>
const T* value_in(PyObject* object) {
  return static_cast<const T*>(reinterpret_cast<py::detail::instance*>(object)->get_value_and_holder().value_ptr());
}

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

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
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

Model model_of_bytes(const py::bytes& bytes) {
  const std::string_view view = bytes;
  const std::shared_ptr<std::byte> kept(
      static_cast<std::byte*>(::operator new(view.size(), std::align_val_t(hierarchy::kModelAlignment))),
      [](std::byte* p) { ::operator delete(p, std::align_val_t(hierarchy::kModelAlignment)); });
  std::memcpy(kept.get(), view.data(), view.size());
  return value_or_raise(hierarchy::model_in({kept.get(), view.size()}, kept), exceptions().error, "a pickled model: ");
}

// Shapes as what makes them: (kind, numbers …, radius). For repr and for pickling.

py::tuple as_tuple(Vec3d v) { return py::make_tuple(v.x, v.y, v.z); }

py::tuple state_of(const Shape& shape) {
  const double r = shape.radius();
  return std::visit(
      [&]<class C>(const C& core) -> py::tuple {
        if constexpr (std::is_same_v<C, Point>)
          return py::make_tuple("Point", as_tuple(core.at), r);
        else if constexpr (std::is_same_v<C, Segment>)
          return py::make_tuple("Segment", as_tuple(core.a), as_tuple(core.b), r);
        else if constexpr (std::is_same_v<C, Triangle>)
          return py::make_tuple("Triangle", as_tuple(core.a), as_tuple(core.b), as_tuple(core.c), r);
        else if constexpr (std::is_same_v<C, Box>)
          return py::make_tuple("Box", core.size.x, core.size.y, core.size.z, r);
        else if constexpr (std::is_same_v<C, Cylinder>)
          return py::make_tuple("Cylinder", core.radius, core.length, r);
        else if constexpr (std::is_same_v<C, Cone>)
          return py::make_tuple("Cone", core.radius, core.length, r);
        else if constexpr (std::is_same_v<C, Ellipsoid>)
          return py::make_tuple("Ellipsoid", core.radii.x, core.radii.y, core.radii.z, r);
        else if constexpr (std::is_same_v<C, TaperedCapsule>)
          return py::make_tuple("TaperedCapsule", core.radius_a, core.radius_b, core.length, r);
        else if constexpr (std::is_same_v<C, HalfSpace>)
          return py::make_tuple("HalfSpace", as_tuple(core.normal), core.offset, r);
        else if constexpr (std::is_same_v<C, Polytope>)
          return py::make_tuple("Polytope", py::reinterpret_steal<py::object>(to_python(core.vertices())), r);
        else {
          py::list pieces;
          for (const Piece& piece : *core.pieces) {
            pieces.append(py::make_tuple(py::cast(piece.shape), matrix_of(piece.pose)));
          }
          return py::make_tuple("Compound", pieces, r);
        }
      },
      shape.core());
}

Shape made(Core core, double radius) {
  return value_or_raise(Shape::make(std::move(core), radius), exceptions().usage);
}
double number(const py::handle& x, const char* what) { return number_of(x.ptr(), what); }
Vec3d vector(const py::handle& x, const char* what) { return vector_of(x.ptr(), what); }

double rounding(const py::object& r) { return number(r, "rounded"); }

// Three numbers, or one thing that holds three.
Vec3d three(const char* name, const py::object& x, const py::object& y, const py::object& z) {
  const std::string what = std::string(name) + "(): ";
  if (y.is_none() && z.is_none()) return vector_of(x.ptr(), what + (name == std::string("Box") ? "size" : "radii"));
  if (y.is_none() || z.is_none()) raise(PyExc_TypeError, what + "takes three numbers, or an array of three");
  return {number_of(x.ptr(), what + "x"), number_of(y.ptr(), what + "y"), number_of(z.ptr(), what + "z")};
}

Shape polytope(const py::object& points, double radius) {
  const PointList list(points.ptr(), "Polytope(): points");
  if (list.size() == 0) raise(exceptions().usage, "Polytope(): points: empty");
  return made(value_or_raise(Polytope::make(list.all()), exceptions().usage, "Polytope(): points: "), radius);
}

Shape compound_of(const py::iterable& pieces, double radius) {
  std::vector<Piece> all;
  for (const py::handle piece : pieces) {
    const std::string what = "Compound(): pieces[" + std::to_string(all.size()) + "]";
    if (const auto found = geometry_of(piece.ptr()); found && found->shape) {
      all.push_back({Pose{}, *found->shape});
      continue;
    }
    if (!PyTuple_Check(piece.ptr()) || PyTuple_GET_SIZE(piece.ptr()) != 2)
      raise(PyExc_TypeError, what + ": expected a Shape, or (Shape, pose)");
    const auto found = geometry_of(PyTuple_GET_ITEM(piece.ptr(), 0));
    if (!found || !found->shape) raise(PyExc_TypeError, what + ": expected a Shape, or (Shape, pose)");
    all.push_back({pose_of(PyTuple_GET_ITEM(piece.ptr(), 1), what + ": pose"), *found->shape});
  }
  if (all.empty()) raise(exceptions().usage, "Compound(): pieces: empty");
  return made(compound(std::move(all)), radius);
}

Shape shape_of_state(const py::tuple& state) {
  const std::string kind = state[0].cast<std::string>();
  const double r = state[state.size() - 1].cast<double>();
  const auto n = [&](std::size_t i) { return state[i].cast<double>(); };
  const auto v = [&](std::size_t i) { return vector(state[i], "a pickled shape"); };
  if (kind == "Point") return made(Point{v(1)}, r);
  if (kind == "Segment") return made(Segment{v(1), v(2)}, r);
  if (kind == "Triangle") return made(Triangle{v(1), v(2), v(3)}, r);
  if (kind == "Box") return made(Box{{n(1), n(2), n(3)}}, r);
  if (kind == "Cylinder") return made(Cylinder{n(1), n(2)}, r);
  if (kind == "Cone") return made(Cone{n(1), n(2)}, r);
  if (kind == "Ellipsoid") return made(Ellipsoid{{n(1), n(2), n(3)}}, r);
  if (kind == "TaperedCapsule") return made(TaperedCapsule{n(1), n(2), n(3)}, r);
  if (kind == "HalfSpace") return made(HalfSpace{v(1), n(2)}, r);
  if (kind == "Polytope") return polytope(state[1], r);
  if (kind == "Compound") return compound_of(state[1], r);
  raise(exceptions().error, "a pickled shape of an unknown kind: " + kind);
}

std::string repr_of(const Shape& shape) {
  const py::tuple state = state_of(shape);
  const std::string kind = state[0].cast<std::string>();
  const double r = shape.radius();
  const auto text = [&](std::size_t i) {
    const py::object x = state[i];
    if (PyFloat_Check(x.ptr())) return short_number(x.cast<double>());
    const Vec3d v = vector(x, "");
    return "(" + short_number(v.x) + ", " + short_number(v.y) + ", " + short_number(v.z) + ")";
  };
  if (kind == "Polytope") {
    const auto& core = std::get<Polytope>(shape.core());
    return "Polytope(<" + std::to_string(core.vertices().size()) + " vertices, " + std::to_string(core.faces().size()) +
           " faces>" + (r > 0 ? ", rounded=" + short_number(r) : "") + ")";
  }
  if (kind == "Compound")
    return "Compound(<" + std::to_string(std::get<Compound>(shape.core()).pieces->size()) + " pieces>" +
           (r > 0 ? ", rounded=" + short_number(r) : "") + ")";
  if (kind == "Point" && std::get<Point>(shape.core()).at == Vec3d{} && r > 0) return "Ball(" + short_number(r) + ")";
  if (const auto* s = std::get_if<Segment>(&shape.core()); s && r > 0 && s->a == -s->b && s->a.x == 0 && s->a.y == 0)
    return "Capsule(" + short_number(r) + ", " + short_number(2 * std::abs(s->b.z)) + ")";
  std::string out = kind + "(";
  for (std::size_t i = 1; i + 1 < state.size(); ++i) out += (i > 1 ? ", " : "") + text(i);
  return out + (r > 0 ? ", rounded=" + short_number(r) : "") + ")";
}

py::tuple box_tuple(const Bounds& box) {
  return py::make_tuple(py::reinterpret_steal<py::object>(to_python(box.low)),
                        py::reinterpret_steal<py::object>(to_python(box.high)));
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
      .def_property_readonly(
          "closed", [](const Model& m) { return without_gil([&] { return m.closed(); }); },
          "Is every edge shared by consistently oriented triangles?")
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
                                 ? number(factor, "scaled(): factor") * Vec3d{1, 1, 1}
                                 : vector(factor, "scaled(): factor");
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

void add_shape(py::module_& module) {
  py::class_<Shape> shape(
      module, "Shape",
      R"(A convex solid or a union of such, rounded by a radius. Made by Box, Ball, Capsule, Cylinder, …

>>> apart.Box(1, 2, 3, rounded=0.1)
Box(1, 2, 3, rounded=0.1)
)");
  shape.def_property_readonly("radius", &Shape::radius, "By which the core is rounded.")
      .def_property_readonly(
          "kind",
          [](const Shape& s) {
            constexpr const char* names[] = {"point",           "segment",    "triangle",  "box",
                                             "cylinder",        "cone",       "ellipsoid", "polytope",
                                             "tapered_capsule", "half_space", "compound"};
            return names[static_cast<int>(s.kind())];
          },
          "The kind of its core.")
      .def(
          "with_radius",
          [](const Shape& s, const py::object& r) { return made(s.core(), number(r, "with_radius(): radius")); },
          py::arg("radius"), "The same core with another radius.")
      .def_property_readonly(
          "bounds", [](const Shape& s) { return box_tuple(bounds(s)); },
          "The lowest and the highest corner of its bounding box.")
      .def("__repr__", [](const Shape& s) { return repr_of(s); })
      .def("_repr_html_", [](py::object self) { return py::module_::import("apart.view").attr("model_html")(self); })
      .def(
          py::pickle([](const Shape& s) { return state_of(s); }, [](const py::tuple& t) { return shape_of_state(t); }));
  shape_type = reinterpret_cast<PyTypeObject*>(shape.ptr());

  const auto none = py::none();
  const py::arg_v rounded = (py::arg("rounded") = 0.0);
  module.def(
      "Point",
      [](const py::object& at, const py::object& r) { return made(Point{vector(at, "Point(): at")}, rounding(r)); },
      py::arg("at") = py::make_tuple(0.0, 0.0, 0.0), py::kw_only(), rounded,
      "A point.\n\n>>> apart.Point((1, 2, 3))\nPoint((1, 2, 3))\n");
  module.def(
      "Segment",
      [](const py::object& a, const py::object& b, const py::object& r) {
        return made(Segment{vector(a, "Segment(): a"), vector(b, "Segment(): b")}, rounding(r));
      },
      py::arg("a"), py::arg("b"), py::kw_only(), rounded,
      "The segment from a to b.\n\n>>> apart.Segment((0, 0, 0), (1, 0, 0))\nSegment((0, 0, 0), (1, 0, 0))\n");
  module.def(
      "Triangle",
      [](const py::object& a, const py::object& b, const py::object& c, const py::object& r) {
        return made(Triangle{vector(a, "Triangle(): a"), vector(b, "Triangle(): b"), vector(c, "Triangle(): c")},
                    rounding(r));
      },
      py::arg("a"), py::arg("b"), py::arg("c"), py::kw_only(), rounded, "The triangle with corners a, b and c.");
  module.def(
      "Ball", [](const py::object& radius) { return made(Point{}, number(radius, "Ball(): radius")); },
      py::arg("radius"), "A ball about the origin.\n\n>>> apart.Ball(0.5)\nBall(0.5)\n");
  module.def(
      "Box",
      [](const py::object& x, const py::object& y, const py::object& z, const py::object& r) {
        return made(Box{three("Box", x, y, z)}, rounding(r));
      },
      py::arg("x"), py::arg("y") = none, py::arg("z") = none, py::kw_only(), rounded,
      "A box about the origin, by its full extents: Box(1, 2, 3) or Box((1, 2, 3)).\n\n>>> apart.Box((1, 2, "
      "3))\nBox(1, 2, 3)\n");
  module.def(
      "Capsule",
      [](const py::object& radius, const py::object& length) {
        const double half = number(length, "Capsule(): length") / 2;
        return made(Segment{{0, 0, -half}, {0, 0, half}}, number(radius, "Capsule(): radius"));
      },
      py::arg("radius"), py::arg("length"),
      "All within the radius of a segment of this length along z.\n\n>>> apart.Capsule(2, 30)\nCapsule(2, 30)\n");
  module.def(
      "Cylinder",
      [](const py::object& radius, const py::object& length, const py::object& r) {
        return made(Cylinder{number(radius, "Cylinder(): radius"), number(length, "Cylinder(): length")}, rounding(r));
      },
      py::arg("radius"), py::arg("length"), py::kw_only(), rounded, "A cylinder along z, about the origin.");
  module.def(
      "Cone",
      [](const py::object& radius, const py::object& length, const py::object& r) {
        return made(Cone{number(radius, "Cone(): radius"), number(length, "Cone(): length")}, rounding(r));
      },
      py::arg("radius"), py::arg("length"), py::kw_only(), rounded,
      "A cone along z: its base at -length / 2, its tip at +length / 2.");
  module.def(
      "Ellipsoid",
      [](const py::object& x, const py::object& y, const py::object& z, const py::object& r) {
        return made(Ellipsoid{three("Ellipsoid", x, y, z)}, rounding(r));
      },
      py::arg("x"), py::arg("y") = none, py::arg("z") = none, py::kw_only(), rounded,
      "An ellipsoid, by its three radii.");
  module.def(
      "TaperedCapsule",
      [](const py::object& a, const py::object& b, const py::object& length) {
        return made(TaperedCapsule{number(a, "TaperedCapsule(): radius_a"), number(b, "TaperedCapsule(): radius_b"),
                                   number(length, "TaperedCapsule(): length")},
                    0);
      },
      py::arg("radius_a"), py::arg("radius_b"), py::arg("length"),
      "The convex hull of a ball about -length / 2 and one about +length / 2, along z.");
  module.def(
      "HalfSpace",
      [](const py::object& normal, const py::object& offset, const py::object& r) {
        return made(HalfSpace{vector(normal, "HalfSpace(): normal"), number(offset, "HalfSpace(): offset")},
                    rounding(r));
      },
      py::arg("normal"), py::arg("offset") = 0.0, py::kw_only(), rounded, "All x with normal . x <= offset.");
  module.def(
      "Polytope", [](const py::object& points, const py::object& r) { return polytope(points, rounding(r)); },
      py::arg("points"), py::kw_only(), rounded,
      "The convex hull of points, an array (n, 3).\n\n>>> apart.Polytope([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, "
      "1]])\nPolytope(<4 vertices, 4 faces>)\n");
  module.def(
      "Compound", [](const py::iterable& pieces, const py::object& r) { return compound_of(pieces, rounding(r)); },
      py::arg("pieces"), py::kw_only(), rounded,
      "A union: a list of shapes, or of (shape, pose).\n\n>>> apart.Compound([apart.Ball(1), (apart.Box(1, 1, 1), (2, "
      "0, 0))])\nCompound(<2 pieces>)\n");
}

}  // namespace

std::optional<GeometryRef> geometry_of(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  if (type == model_type || (type != shape_type && PyType_IsSubtype(type, model_type)))
    return GeometryRef{value_in<Model>(object), nullptr};
  if (type == shape_type || PyType_IsSubtype(type, shape_type)) return GeometryRef{nullptr, value_in<Shape>(object)};
  return std::nullopt;
}

py::object model_of_mesh(const Mesh& mesh) { return py::cast(value_or_raise(Model::make(mesh))); }

void add_types(py::module_& module) {
  add_model(module);
  add_shape(module);
}

}  // namespace apart::python
