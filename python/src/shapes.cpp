// Shape, and the functions that make shapes.
#include "types.hpp"

namespace apart::python {
namespace {

PyTypeObject* shape_type = nullptr;

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
  if (const auto* t = std::get_if<TaperedCapsule>(&shape.core()))  // its smaller ball is kept as the rounding
    return "TaperedCapsule(" + short_number(t->radius_a + r) + ", " + short_number(t->radius_b + r) + ", " +
           short_number(t->length) + ")";
  std::string out = kind + "(";
  for (std::size_t i = 1; i + 1 < state.size(); ++i) out += (i > 1 ? ", " : "") + text(i);
  return out + (r > 0 ? ", rounded=" + short_number(r) : "") + ")";
}

}  // namespace

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

const Shape* shape_in(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  return type == shape_type || PyType_IsSubtype(type, shape_type) ? value_in<Shape>(object) : nullptr;
}

py::tuple box_tuple(const Bounds& box) {
  return py::make_tuple(py::reinterpret_steal<py::object>(to_python(box.low)),
                        py::reinterpret_steal<py::object>(to_python(box.high)));
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
      py::arg("a"), py::arg("b"), py::arg("c"), py::kw_only(), rounded,
      "The triangle with corners a, b and c.\n\n>>> apart.Triangle((0, 0, 0), (1, 0, 0), (0, 1, 0))\nTriangle((0, 0, "
      "0), "
      "(1, 0, 0), (0, 1, 0))\n");
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
      py::arg("radius"), py::arg("length"), py::kw_only(), rounded,
      "A cylinder along z, about the origin.\n\n>>> apart.Cylinder(1, 2, rounded=0.1)\nCylinder(1, 2, rounded=0.1)\n");
  module.def(
      "Cone",
      [](const py::object& radius, const py::object& length, const py::object& r) {
        return made(Cone{number(radius, "Cone(): radius"), number(length, "Cone(): length")}, rounding(r));
      },
      py::arg("radius"), py::arg("length"), py::kw_only(), rounded,
      R"(A cone along z: its base at -length / 2, its tip at +length / 2.

>>> apart.inside(apart.Cone(1, 2), [[0, 0, 0.9], [0.9, 0, 0.9]])
array([ True, False])
)");
  module.def(
      "Ellipsoid",
      [](const py::object& x, const py::object& y, const py::object& z, const py::object& r) {
        return made(Ellipsoid{three("Ellipsoid", x, y, z)}, rounding(r));
      },
      py::arg("x"), py::arg("y") = none, py::arg("z") = none, py::kw_only(), rounded,
      "An ellipsoid, by its three radii.\n\n>>> apart.Ellipsoid(1, 2, 3)\nEllipsoid(1, 2, 3)\n");
  module.def(
      "TaperedCapsule",
      [](const py::object& a, const py::object& b, const py::object& length) {
        return made(TaperedCapsule{number(a, "TaperedCapsule(): radius_a"), number(b, "TaperedCapsule(): radius_b"),
                                   number(length, "TaperedCapsule(): length")},
                    0);
      },
      py::arg("radius_a"), py::arg("radius_b"), py::arg("length"),
      R"(The convex hull of a ball about -length / 2 and one about +length / 2, along z.

>>> apart.TaperedCapsule(1, 2, 5)
TaperedCapsule(1, 2, 5)
)");
  module.def(
      "HalfSpace",
      [](const py::object& normal, const py::object& offset, const py::object& r) {
        return made(HalfSpace{vector(normal, "HalfSpace(): normal"), number(offset, "HalfSpace(): offset")},
                    rounding(r));
      },
      py::arg("normal"), py::arg("offset") = 0.0, py::kw_only(), rounded,
      R"(All x with normal . x <= offset.

>>> apart.distance(apart.HalfSpace((0, 0, 1)), (0, 0, 3), apart.Ball(1)).distance
2.0
)");
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

}  // namespace apart::python
