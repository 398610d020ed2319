// When do things that move first touch?
#include "motions.hpp"

#include <apart/motion/next_event.hpp>

#include "bodies.hpp"
#include "special.hpp"

namespace apart::python {
namespace {

// Moving vertices as an array (…, 2, k, 3): from and to, of k of them; of one also (…, 2, 3).
struct Moving {
  py::array array;
  std::size_t vertices = 0;  // of one
  std::size_t count = 1;
  bool many = false;

  Moving(const Call& call, PyObject* object, const char* name) : array(numbers_of(object, call.what(name))) {
    const py::ssize_t n = array.ndim();
    const auto size = [&](py::ssize_t k) { return k < n ? array.shape(n - 1 - k) : 0; };  // from the last one
    const bool point = size(0) == 3 && size(1) == 2 && n <= 3 && !(n == 3 && array.shape(0) == 2 && name[0] == 'b');
    const bool other = size(0) == 3 && (size(1) == 2 || size(1) == 3) && size(2) == 2 && n <= 4;
    if (name[0] == 'a' ? !(other || point) : !other)
      call.wrong(
          name,
          "expected an edge (2, 2, 3), a triangle (2, 3, 3), as A a point (2, 3) too: from and to; or many, with "
          "a first axis more");
    const bool as_point = !other || (name[0] == 'a' && n == 2);
    vertices = as_point ? 1 : static_cast<std::size_t>(size(1));
    many = n > (as_point ? 2 : 3);
    if (many) count = static_cast<std::size_t>(array.shape(0));
    const auto* p = static_cast<const double*>(array.data());
    for (py::ssize_t i = 0; i < array.size(); ++i)
      if (!std::isfinite(p[i])) call.wrong(name, "a coordinate is not finite");
  }

  MovingPoint at(std::size_t i, std::size_t vertex) const {
    const double* p = static_cast<const double*>(array.data()) + (many ? i * 6 * vertices : 0) + 3 * vertex;
    const double* q = p + 3 * vertices;
    return {{p[0], p[1], p[2]}, {q[0], q[1], q[2]}};
  }
  MovingTriangle triangle(std::size_t i) const { return {at(i, 0), at(i, 1), at(i, 2)}; }
  MovingEdge edge(std::size_t i) const { return {at(i, 0), at(i, 1)}; }
};

PyObject* first_contact(Call& call) {
  FirstContactOptions o;
  call.option("clearance", o.clearance);
  call.option("tolerance", o.tolerance);
  call.option("input_error", o.input_error);
  call.options_of_batch();
  call.expect(2, 2, "(a, b): a point or a triangle with a triangle, or two edges, each from and to");
  const Moving a(call, call[0], "a"), b(call, call[1], "b");
  const bool edges = a.vertices == 2 && b.vertices == 2;
  if (!edges && (b.vertices != 3 || a.vertices == 2))
    call.wrong("b", "a point or a triangle goes with a triangle, an edge with an edge");
  if (a.many && b.many && a.count != b.count)
    call.wrong("b", std::to_string(b.count) + " of B, but " + std::to_string(a.count) + " of A");
  const auto at = [&](std::size_t i) {
    if (edges) return apart::first_contact(a.edge(i), b.edge(i), o);
    if (a.vertices == 1) return apart::first_contact(a.at(i, 0), b.triangle(i), o);
    return apart::first_contact(a.triangle(i), b.triangle(i), o);
  };
  if (a.many || b.many) return to_python(call.batch(larger(a.count, b.count), at));
  return to_python(without_gil([&] { return at(0); }));
}

// Rigid motions.

PyTypeObject* motion_type = nullptr;

Pose pose_in(const py::object& object, const char* what) { return pose_of(object.ptr(), what); }
Vec3d vector_in(const py::object& object, const char* what) { return vector_of(object.ptr(), what); }
// With what it was made of: the name of the function, and its arguments.
PythonMotion valid(RigidMotion motion, const char* name, py::tuple made_of) {
  if (!motion.valid()) raise(exceptions().usage, std::string(name) + "(): these numbers make no motion");
  return {std::move(motion), name, std::move(made_of)};
}
py::object array_of(Vec3d v) { return py::reinterpret_steal<py::object>(to_python(v)); }
py::object array_of(const std::vector<double>& all) {
  return py::array_t<double>(static_cast<py::ssize_t>(all.size()), all.data());
}
py::object array_of(const std::vector<Pose>& all) {
  py::array_t<double> out({static_cast<py::ssize_t>(all.size()), py::ssize_t{4}, py::ssize_t{4}});
  for (std::size_t i = 0; i < all.size(); ++i) write_matrix(all[i], out.mutable_data() + 16 * i);
  return out;
}
std::vector<double> numbers_in(const py::object& object, const char* what) {
  const py::array array = numbers_of(object.ptr(), what);
  const auto* first = static_cast<const double*>(array.data());
  return {first, first + array.size()};
}

void add_rigid_motion(py::module_& module) {
  py::class_<PythonMotion> type(module, "RigidMotion",
                                R"(A rigid motion over the time from 0 to 1: a pose at every time. Immutable.

Made by RigidMotion.still, line, between, screw, through and polynomial.

>>> apart.RigidMotion.line((3, 0, 0), (-4, 0, 0)).at(0.5)[:3, 3].round(6)
array([1., 0., 0.])
)");
  type.def_static(
          "still",
          [](const py::object& at) {
            const Pose pose = pose_in(at, "still(): at");
            return valid(RigidMotion::still(pose), "still", py::make_tuple(matrix_of(pose)));
          },
          py::arg("at"), "Stays at a pose.")
      .def_static(
          "line",
          [](const py::object& from, const py::object& by) {
            const Pose start = pose_in(from, "line(): start");
            const Vec3d way = vector_in(by, "line(): by");
            return valid(RigidMotion::line(start, way), "line", py::make_tuple(matrix_of(start), array_of(way)));
          },
          py::arg("start"), py::arg("by"), "Moves straight, without turning.")
      .def_static(
          "between",
          [](const py::object& from, const py::object& to) {
            const Pose start = pose_in(from, "between(): start"), end = pose_in(to, "between(): end");
            return valid(RigidMotion::between(start, end), "between", py::make_tuple(matrix_of(start), matrix_of(end)));
          },
          py::arg("start"), py::arg("end"), "From one pose to another, turning the shorter way at constant speed.")
      .def_static(
          "screw",
          [](const py::object& from, const py::object& point, const py::object& direction, double angle, double along) {
            const Pose start = pose_in(from, "screw(): start");
            const Vec3d p = vector_in(point, "screw(): point"), d = vector_in(direction, "screw(): direction");
            return valid(RigidMotion::screw(start, p, d, angle, along), "screw",
                         py::make_tuple(matrix_of(start), array_of(p), array_of(d), angle, along));
          },
          py::arg("start"), py::arg("point"), py::arg("direction"), py::arg("angle"), py::arg("along") = 0.0,
          "Turns by an angle in radians about an axis in the world, and moves along it.")
      .def_static(
          "through",
          [](const py::object& poses, const py::object& times) {
            const std::vector<Pose> all = poses_of(poses.ptr(), "through(): poses");
            if (times.is_none()) return valid(RigidMotion::through(all), "through", py::make_tuple(array_of(all)));
            const std::vector<double> at = numbers_in(times, "through(): times");
            return valid(RigidMotion::through(all, at), "through", py::make_tuple(array_of(all), array_of(at)));
          },
          py::arg("poses"), py::arg("times") = py::none(),
          "From each pose to the next, in equal times or at the given ones.")
      .def_static(
          "polynomial",
          [](const py::object& from, const py::object& shift, const py::object& direction, const py::object& angle) {
            const Pose start = pose_in(from, "polynomial(): start");
            const PointList list(shift.ptr(), "polynomial(): shift");
            const Vec3d d = vector_in(direction, "polynomial(): direction");
            const std::vector<double> angles = numbers_in(angle, "polynomial(): angle");
            return valid(RigidMotion::polynomial(start, list.all(), d, angles), "polynomial",
                         py::make_tuple(matrix_of(start), py::reinterpret_steal<py::object>(to_python(list.all())),
                                        array_of(d), array_of(angles)));
          },
          py::arg("start"), py::arg("shift"), py::arg("direction") = py::make_tuple(0.0, 0.0, 1.0),
          py::arg("angle") = py::tuple(),
          "Coefficients of t, t^2, … of the shift (k, 3) and of the angle about a direction.")
      .def(
          "at", [](const PythonMotion& m, double time) { return matrix_of(m.motion.at(time)); }, py::arg("time"),
          "The pose at a time, a matrix (4, 4).")
      .def(
          "farthest_move",
          [](const PythonMotion& m, const py::object& centre, double radius, double from, double to) {
            return m.motion.farthest_move(vector_in(centre, "farthest_move(): centre"), radius, from, to);
          },
          py::arg("centre"), py::arg("radius"), py::arg("start"), py::arg("end"),
          "A bound of how far any point of a ball gets from where it is at the start.")
      .def(
          "rounding",
          [](const PythonMotion& m, const py::object& centre, double radius) {
            return m.motion.rounding(vector_in(centre, "rounding(): centre"), radius);
          },
          py::arg("centre"), py::arg("radius"), "A bound of the rounding of at(), for any point of a ball.")
      .def(py::pickle([](const PythonMotion& m) { return py::make_tuple(m.made_by, m.made_of); },
                      [](const py::tuple& made) {
                        const py::object maker = py::module_::import("apart._apart").attr("RigidMotion");
                        return maker.attr(made[0])(*py::tuple(made[1])).cast<PythonMotion>();
                      }))
      .def("__repr__", [](const PythonMotion& m) {
        const std::size_t pieces = m.motion.piece_count();
        return std::string("<apart.RigidMotion.") + m.made_by +
               (pieces > 1 ? ", " + std::to_string(pieces) + " pieces>" : ">");
      });
  motion_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

ImpactOptions impact_options(Call& call) {
  ImpactOptions o;
  call.option("within", o.within);
  call.option("tolerance", o.tolerance);
  call.option("solid", o.solid);
  call.option("clearance_error", o.clearance_error);
  call.option(o.budget);
  call.options_of_batch();
  return o;
}

// query(a, motion_a, b, motion_b) in both forms, of one motion or many; `from`: which argument A is.
template <class Query>
PyObject* moving_pairs(Call& call, Query query, Py_ssize_t from = 0) {
  call.expect(from + 3, from + 4,
              from ? "(query, a, b, motion) or (query, a, motion_a, b, motion_b)"
                   : "(a, b, motion) or (a, motion_a, b, motion_b)");
  const bool in_world = call.positional() == from + 4;
  const auto geometry = [&](Py_ssize_t i, const char* name) {
    const GeometryRef found = call.geometry(from + i, name);
    return found.model ? Geometry(*found.model) : Geometry(*found.shape);
  };
  const Geometry a = geometry(0, "a"), b = geometry(in_world ? 2 : 1, "b");
  const Motions first = in_world ? Motions(call, call[from + 1], "motion_a") : Motions();
  const Motions second(call, call[from + (in_world ? 3 : 2)], in_world ? "motion_b" : "motion");
  if (first.many && second.many && first.all.size() != second.all.size())
    call.wrong("motion_b",
               std::to_string(second.all.size()) + " motions, but " + std::to_string(first.all.size()) + " of A");
  if (first.many || second.many)
    return bools_or_answers(call.batch(first.many ? first.all.size() : second.all.size(),
                                       [&](std::size_t i) { return query(a, first.at(i), b, second.at(i)); }));
  return answer_to_python(run_work(
      may_take_long(kVeryHeavy, triangles_of(a), triangles_of(b)),
      [query, a, b, x = first.at(0), y = second.at(0)](Watch&) { return query(a, x, b, y); }, call.report()));
}

PyObject* impact(Call& call) {
  if (call.count() == 2 && is_deforming(first(call))) return deforming_impact(call);
  ImpactOptions o = impact_options(call);
  PyObject* clearance = call.option("clearance");
  if (clearance && !PyBool_Check(clearance)) call.wrong_type("clearance", "True or False", clearance);
  if (clearance) o.clearance = clearance == Py_True;
  PyObject* input_error = call.option("input_error");
  if (input_error) call.wrong("input_error", "goes with DeformingModels");
  return moving_pairs(call, [o](const Geometry& a, const RigidMotion& x, const Geometry& b, const RigidMotion& y) {
    return apart::impact(a, x, b, y, o);
  });
}

PyObject* is_free(Call& call) {
  const ImpactOptions o = impact_options(call);
  return moving_pairs(call, [o](const Geometry& a, const RigidMotion& x, const Geometry& b, const RigidMotion& y) {
    return apart::is_free(a, x, b, y, o);
  });
}

PyObject* next_event(Call& call) {
  EventOptions o;
  call.option("distance", o.distance);
  call.option("start", o.from);
  call.option("tolerance", o.tolerance);
  call.option(o.budget);
  call.options_of_batch();
  EventQuery query{};
  if (call.count() > 0) query = word_of<EventQuery>(call[0], call.what("query"));
  return moving_pairs(
      call,
      [query, o](const Geometry& a, const RigidMotion& x, const Geometry& b, const RigidMotion& y) {
        return apart::next_event(query, a, x, b, y, o);
      },
      1);
}

}  // namespace

Motions::Motions(const Call& call, PyObject* object, const char* name) {
  if (const RigidMotion* one = motion_of(object)) {
    all.push_back(*one);
    return;
  }
  many = true;
  if (!PyList_Check(object) && !PyTuple_Check(object))
    call.wrong_type(name, "a RigidMotion, or a list of them", object);
  for (const py::handle item : py::handle(object)) {
    const RigidMotion* one = motion_of(item.ptr());
    if (!one) call.wrong_type(name, "a RigidMotion, or a list of them", item.ptr());
    all.push_back(*one);
  }
}

const RigidMotion* motion_of(PyObject* object) {
  return Py_TYPE(object) == motion_type ? &py::cast<const PythonMotion&>(py::handle(object)).motion : nullptr;
}

void add_motion_queries(py::module_& module) {
  add_rigid_motion(module);
  add<impact>(module, "impact",
              R"(When do two moving models or shapes first touch, or come closer than a clearance, and where?

impact(a, b, motion)                     B moves in A's frame: a RigidMotion, or a list of them
impact(a, motion_a, b, motion_b)         both move in the world
impact(a, b)                             two DeformingModels, from start_step() to now

Options: within, tolerance, solid, clearance (False: how near they come is not computed), clearance_error, max_tests,
max_seconds; of DeformingModels clearance (a length), tolerance, input_error.

>>> hit = apart.impact(apart.Ball(1), apart.Ball(1), apart.RigidMotion.line((4, 0, 0), (-4, 0, 0)))
>>> hit.hit, round(hit.contact_by, 6)
(True, 0.5)
>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> a, b = apart.DeformingModel(box), apart.DeformingModel(box.placed((3, 0, 0)))
>>> b.start_step()
>>> _ = b.move(box.vertices)
>>> round(apart.impact(a, b).contact_by, 6)
0.666667
)");
  add<is_free>(module, "is_free", R"(Is a motion free of contact? Computes no more than it takes to tell.

is_free(a, b, motion), is_free(a, motion_a, b, motion_b). Options: as impact.

>>> apart.is_free(apart.Ball(1), apart.Ball(1), apart.RigidMotion.line((4, 0, 0), (4, 0, 0)))
True
)");
  add<next_event>(module, "next_event",
                  R"(When does the answer of a query about two that move change, and when does it change back?

next_event(query, a, b, motion), next_event(query, a, motion_a, b, motion_b). The query is "collide", "within" or
"beyond". Options: distance (of within and beyond), start (the time from which on it is searched), tolerance, max_tests,
max_seconds.

>>> fly = apart.RigidMotion.line((4, 0, 0), (-8, 0, 0))
>>> found = apart.next_event("collide", apart.Ball(1), apart.Ball(1), fly)
>>> found.now, round(found.change.changed_by, 6), round(found.back.changed_by, 6)
(False, 0.25, 0.75)
)");
  add<first_contact>(module, "first_contact",
                     R"(When do vertices, edges or triangles that move in straight lines first touch? Never missed.

first_contact(a, b): a point (2, 3) or a triangle (2, 3, 3) with a triangle, or two edges (2, 2, 3): where they are at time 0
and at time 1; many have a first axis more. Options: clearance, tolerance, input_error.

>>> triangle = [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]] * 2
>>> hit = apart.first_contact([[0.25, 0.25, 1], [0.25, 0.25, -1]], triangle)
>>> hit.hit, round(hit.contact_by, 6)
(True, 0.5)
)");
}

}  // namespace apart::python
