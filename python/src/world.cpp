// World: many bodies that move, as a value.
#include "worlds.hpp"

#include <pybind11/stl.h>

#include "motions.hpp"
#include "rays.hpp"

namespace apart::python {
namespace {

using MemoryBox = Guarded<WorldMemory>;

PyTypeObject *body_type = nullptr, *memory_type = nullptr, *world_type = nullptr;

// A WorldBody, a geometry, or (geometry, pose).
WorldBody body_of(const py::handle item, const std::string& what) {
  if (Py_TYPE(item.ptr()) == body_type) return py::cast<const WorldBody&>(item);
  const PlacedGeometry placed = placed_of(item, what);
  return {.geometry = placed.geometry, .pose = placed.pose};
}

std::vector<WorldBody> bodies_of(const py::handle all, const std::string& what) {
  std::vector<WorldBody> out;
  if (!PySequence_Check(all.ptr()))
    raise(PyExc_TypeError, what + ": expected a list of bodies, found " + type_name(all.ptr()));
  for (const py::handle item : all) out.push_back(body_of(item, what + "[" + std::to_string(out.size()) + "]"));
  return out;
}

std::size_t triangles_in(std::span<const WorldBody> bodies) {
  std::size_t out = 0;
  for (const WorldBody& body : bodies) out += triangles_of(body.geometry);
  return out;
}

const CountedWorld& counted(const Call& call) { return py::cast<const CountedWorld&>(py::handle(call.self())); }
const World& world(const Call& call) { return counted(call).world; }

std::vector<BodyId> ids_of(const World& world, PyObject* object, const std::string& what) {
  std::vector<BodyId> out = numbers32_of(object, what);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!world.holds(out[i]))
      raise(exceptions().usage, what + "[" + std::to_string(i) + "]: there is no body of that number");
  return out;
}

// Of all pairs.
template <class Ask>
PyObject* of_all_pairs(Call& call, Ask ask) {
  const std::size_t triangles = counted(call).triangles;
  return to_python(
      run_work(may_take_long(triangles, triangles), [all = world(call), ask](Watch&) { return ask(all); }));
}

CollideOptions collide_options(Call& call) {
  CollideOptions o;
  call.option("solid", o.solid);
  call.option(o.budget);
  return o;
}

PyObject* candidates(Call& call) {
  double clearance = 0;
  call.option("clearance", clearance);
  call.expect(0, 0, "nothing but options");
  return of_all_pairs(call, [=](const World& w) { return w.candidates(clearance); });
}

PyObject* collisions(Call& call) {
  const CollideOptions o = collide_options(call);
  call.expect(0, 0, "nothing but options");
  return of_all_pairs(call, [o](const World& w) { return w.collisions(o); });
}

PyObject* within(Call& call) {
  const CollideOptions o = collide_options(call);
  const double clearance = call.last_number("clearance");
  call.expect(0, 0, "(clearance)");
  return of_all_pairs(call, [=](const World& w) { return w.within(clearance, o); });
}

PyObject* closest_pair(Call& call) {
  DistanceOptions o;
  call.option("max", o.max);
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option("solid", o.solid);
  call.option(o.budget);
  call.expect(0, 0, "nothing but options");
  return of_all_pairs(call, [o](const World& w) { return w.closest_pair(o); });
}

PyObject* contacts(Call& call) {
  PyObject* given = call.last("memory");
  const double margin = call.last_number("margin");
  call.expect(0, 0, "(margin, memory)");
  if (Py_TYPE(given) != memory_type) call.wrong_type("memory", "a WorldMemory", given);
  auto& memory = py::cast<MemoryBox&>(py::handle(given));
  return to_python(alone(memory, "WorldMemory", [&](WorldMemory& m) { return world(call).contacts(margin, m); }));
}

PyObject* cast(Call& call) {
  call.options_of_batch();
  call.expect(1, 1, "(ray)");
  const World& all = world(call);
  const RayList& list = rays(call, 0);
  const auto at = [&](std::size_t i) { return all.cast(list.all[i]); };
  if (list.many) return to_python(call.batch(list.all.size(), at));
  return to_python(without_gil([&] { return at(0); }));
}

PyObject* closest(Call& call) {
  ClosestOptions o;
  call.option("max", o.max);
  call.option("solid", o.solid);
  call.options_of_batch();
  call.expect(1, 1, "(points)");
  const World& all = world(call);
  return call.points(PointList(call[0], call.what("points")), [&](Vec3d p) { return all.closest(p, o); });
}

PyObject* overlapping(Call& call) {
  const CollideOptions o = collide_options(call);
  call.expect(1, 2, "(geometry, pose)");
  const Geometry geometry = geometry_in(call[0], call.what("geometry"));
  const Pose at = call.count() == 2 ? pose_of(call[1], call.what("pose")) : Pose{};
  return to_array(without_gil([&] { return world(call).overlapping(geometry, at, o); })).release().ptr();
}

// {body: motion}
std::vector<BodyMotion> motions_of(const Call& call, PyObject* object) {
  std::vector<BodyMotion> out;
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object)) {
    const RigidMotion* motion = motion_of(value.ptr());
    if (!motion) call.wrong_type("motions", "a dict of RigidMotions by the numbers of bodies", value.ptr());
    out.push_back({id_of(world(call), py::reinterpret_borrow<py::object>(key), "first_impact(): motions"), *motion});
  }
  return out;
}

PyObject* first_impact(Call& call) {
  ImpactOptions o;
  call.option("within", o.within);
  call.option("tolerance", o.tolerance);
  call.option("solid", o.solid);
  call.option("clearance", o.clearance);
  call.option("clearance_error", o.clearance_error);
  call.option(o.budget);
  call.expect(1, 2, "(geometry, motion) or ({body: motion})");
  if (call.count() == 1) {
    if (!PyDict_Check(call[0])) call.wrong_type("motions", "a dict of RigidMotions by the numbers of bodies", call[0]);
    return of_all_pairs(call, [all = motions_of(call, call[0]), o](const World& w) { return w.first_impact(all, o); });
  }
  const RigidMotion* motion = motion_of(call[1]);
  if (!motion) call.wrong_type("motion", "a RigidMotion", call[1]);
  return of_all_pairs(call, [g = geometry_in(call[0], call.what("geometry")), m = *motion, o](const World& w) {
    return w.first_impact(g, m, o);
  });
}

// (ids, poses) with poses (B, k, 4, 4) or (B, k, 7): the same bodies in each posture.
std::vector<Posture> postures_of(const Call& call) {
  const std::vector<BodyId> ids = ids_of(world(call), call[0], call.what("bodies"));
  const py::array array = numbers_of(call[1], call.what("poses"));
  const py::ssize_t n = array.ndim();
  const bool matrices = n == 4 && array.shape(2) == 4 && array.shape(3) == 4, rows = n == 3 && array.shape(2) == 7;
  if ((!matrices && !rows) || static_cast<std::size_t>(array.shape(1)) != ids.size())
    call.wrong("poses", "expected an array (B, " + std::to_string(ids.size()) + ", 4, 4) or (B, " +
                            std::to_string(ids.size()) + ", 7), found " + shape_text(array));
  const py::object flat = matrices ? array.attr("reshape")(-1, 4, 4) : array.attr("reshape")(-1, 7);
  const std::vector<Pose> poses = poses_of(flat.ptr(), call.what("poses"));
  std::vector<Posture> out(static_cast<std::size_t>(array.shape(0)));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto from = poses.begin() + static_cast<std::ptrdiff_t>(i * ids.size());
    out[i] = {ids, {from, from + static_cast<std::ptrdiff_t>(ids.size())}};
  }
  return out;
}

PyObject* collide_each(Call& call) {
  const CollideOptions o = collide_options(call);
  call.expect(2, 2, "(bodies, poses), poses an array (B, bodies, 4, 4)");
  std::vector<Posture> postures = postures_of(call);
  return to_python(run_work(postures.size() > 1, [all = world(call), postures = std::move(postures), o](Watch&) {
    return all.collide_each(postures, o);
  }));
}

void add_body(py::module_& module) {
  py::class_<WorldBody> type(module, "WorldBody", R"(A body of a World.

WorldBody(geometry, pose=None, *, groups=1, mask=0xffffffff, fixed=False)

Two bodies are a pair if each is in a group that the other's mask names, and not both are fixed.
)");
  type.def(py::init([](const py::object& geometry, const py::object& pose, const py::object& groups,
                       const py::object& mask, bool fixed) {
             return WorldBody{geometry_in(geometry.ptr(), "WorldBody(): geometry"),
                              pose_of(pose.ptr(), "WorldBody(): pose"), whole32_of(groups.ptr(), "WorldBody(): groups"),
                              whole32_of(mask.ptr(), "WorldBody(): mask"), fixed};
           }),
           py::arg("geometry"), py::arg("pose") = py::none(), py::kw_only(), py::arg("groups") = 1,
           py::arg("mask") = 0xffffffffu, py::arg("fixed") = false)
      .def_property_readonly(
          "geometry", [](const WorldBody& b) { return b.geometry; }, "Its Model or Shape.")
      .def_property_readonly(
          "pose", [](const WorldBody& b) { return matrix_of(b.pose); }, "Where it is in the world, (4, 4).")
      .def_readonly("groups", &WorldBody::groups, "The groups in which it is, as bits.")
      .def_readonly("mask", &WorldBody::mask, "The groups with which it is a pair, as bits.")
      .def_readonly("fixed", &WorldBody::fixed, "Two fixed bodies are no pair.")
      .def(py::pickle(
          [](const WorldBody& b) {
            return py::make_tuple(py::cast(b.geometry), matrix_of(b.pose), b.groups, b.mask, b.fixed);
          },
          [](const py::tuple& t) {
            return WorldBody{geometry_in(py::object(t[0]).ptr(), "a pickled WorldBody"),
                             pose_of(py::object(t[1]).ptr(), "a pickled WorldBody"), t[2].cast<u32>(), t[3].cast<u32>(),
                             t[4].cast<bool>()};
          }))
      .def("__repr__", [](const WorldBody& b) {
        return "<apart.WorldBody: " + py::repr(py::cast(b.geometry)).cast<std::string>() + (b.fixed ? ", fixed>" : ">");
      });
  body_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

void add_memory(py::module_& module) {
  py::class_<MemoryBox> type(
      module, "WorldMemory",
      "What World.contacts remembers of all pairs from one snapshot to the next: warm starts. One "
      "for each thread.\n\nWorldMemory()\n");
  type.def(py::init([] { return make_guarded(WorldMemory()); }))
      .def_property_readonly(
          "pairs", [](MemoryBox& m) { return alone(m, "WorldMemory", [](WorldMemory& x) { return x.pairs(); }); },
          "How many pairs it remembers.")
      .def("__repr__", [](MemoryBox& m) {
        return alone(m, "WorldMemory",
                     [](WorldMemory& x) { return "<apart.WorldMemory: " + std::to_string(x.pairs()) + " pairs>"; });
      });
  memory_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

// The next snapshot of a world.
CountedWorld with(const CountedWorld& before, World next, std::size_t triangles) {
  return {std::move(next), triangles, before.threads, before.filtered};
}

// A function of Python that any thread calls, while none of them holds the GIL. What it raises cannot be raised there:
// it is told as Python tells of exceptions that nobody catches, and the pair is looked at.
std::function<bool(BodyId, BodyId)> filter_of(const py::object& function) {
  if (!function_of(function.ptr(), "World(): filter")) return {};
  const std::shared_ptr<PyObject> kept(py::object(function).release().ptr(), [](PyObject* f) {
    if (is_ending()) return;
    const py::gil_scoped_acquire held;  // whoever drops the last snapshot
    Py_DECREF(f);
  });
  return [kept](BodyId a, BodyId b) {
    if (is_ending()) return true;
    const py::gil_scoped_acquire held;
    PyObject* answer = PyObject_CallFunction(kept.get(), "II", a, b);
    const int yes = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    if (yes < 0) PyErr_WriteUnraisable(kept.get());
    return yes != 0;
  };
}

CountedWorld make_world(const std::vector<WorldBody>& bodies, u32 threads, const py::object& filter) {
  const WorldOptions how{.threads = threads, .filter = filter_of(filter)};
  return {without_gil([&] { return World(bodies, how); }), triangles_in(bodies), threads, bool(how.filter)};
}

// For pickling: the bodies by their numbers, with None where there is none.
py::tuple state_of(const CountedWorld& w) {
  if (w.filtered) raise(PyExc_TypeError, "a World with a filter cannot be pickled");
  py::list bodies;
  for (BodyId id = 0; id < w.world.end(); ++id)
    bodies.append(w.world.holds(id) ? py::cast(w.world.body(id)) : py::none());
  return py::make_tuple(bodies, w.threads);
}

CountedWorld world_of_state(const py::tuple& state) {
  std::vector<WorldBody> bodies;
  std::vector<BodyId> missing;
  for (const py::handle body : py::list(state[0])) {
    if (body.is_none()) missing.push_back(static_cast<BodyId>(bodies.size()));
    bodies.push_back(body.is_none() ? WorldBody{.geometry = Shape()} : py::cast<const WorldBody&>(body));
  }
  CountedWorld out = make_world(bodies, state[1].cast<u32>(), py::none());
  return with(out, out.world.removed(missing), out.triangles - missing.size());
}

void add_snapshots(py::class_<CountedWorld>& type) {
  type.def(
          "moved",
          [](const CountedWorld& w, const py::object& ids, const py::object& poses) {
            const std::vector<BodyId> which = ids_of(w.world, ids.ptr(), "moved(): ids");
            const std::vector<Pose> to = poses_of(poses.ptr(), "moved(): poses");
            if (to.size() != which.size())
              raise(exceptions().usage, "moved(): poses: " + std::to_string(to.size()) + ", but there are " +
                                            std::to_string(which.size()) + " ids");
            return with(w, without_gil([&] { return w.world.moved(which, to); }), w.triangles);
          },
          py::arg("ids"), py::arg("poses"), "The next snapshot: some bodies at other poses, (n, 4, 4) or (n, 7).")
      .def(
          "added",
          [](const CountedWorld& w, const py::object& bodies) {
            const std::vector<WorldBody> more = bodies_of(bodies, "added(): bodies");
            std::vector<BodyId> ids;
            CountedWorld next =
                with(w, without_gil([&] { return w.world.added(more, &ids); }), w.triangles + triangles_in(more));
            return py::make_tuple(std::move(next), to_array(ids));
          },
          py::arg("bodies"), "The next snapshot with more bodies, and their numbers: (world, ids).")
      .def(
          "removed",
          [](const CountedWorld& w, const py::object& ids) {
            const std::vector<BodyId> which = ids_of(w.world, ids.ptr(), "removed(): ids");
            std::vector<WorldBody> gone;
            for (BodyId id : which) gone.push_back(w.world.body(id));
            World next = without_gil([&] { return w.world.removed(which); });
            return with(w, std::move(next), w.triangles - triangles_in(gone));
          },
          py::arg("ids"), "The next snapshot without some bodies.")
      .def("__len__", [](const CountedWorld& w) { return w.world.size(); })
      .def_property_readonly(
          "end", [](const CountedWorld& w) { return w.world.end(); }, "More than the number of any body.")
      .def(
          "holds",
          [](const CountedWorld& w, const py::object& id) {
            return w.world.holds(whole32_of(id.ptr(), "holds(): id"));
          },
          py::arg("id"), "Is there a body of that number?")
      .def(
          "body",
          [](const CountedWorld& w, const py::object& id) { return w.world.body(id_of(w.world, id, "body(): id")); },
          py::arg("id"), "The body of that number, a WorldBody.")
      .def(
          "pose",
          [](const CountedWorld& w, const py::object& id) {
            return matrix_of(w.world.pose(id_of(w.world, id, "pose(): id")));
          },
          py::arg("id"), "Where a body is, a matrix (4, 4).")
      .def(
          "box",
          [](const CountedWorld& w, const py::object& id) {
            return py::reinterpret_steal<py::object>(to_python(Bounds(w.world.box(id_of(w.world, id, "box(): id")))));
          },
          py::arg("id"), "Bounds that hold a body, with room for rounding.")
      .def(
          "is_pair",
          [](const CountedWorld& w, const py::object& a, const py::object& b) {
            return w.world.is_pair(id_of(w.world, a, "is_pair(): a"), id_of(w.world, b, "is_pair(): b"));
          },
          py::arg("a"), py::arg("b"), "Are two bodies a pair, by groups, masks and fixed?")
      .def(py::pickle([](const CountedWorld& w) { return state_of(w); },
                      [](const py::tuple& t) { return world_of_state(t); }))
      .def("__repr__",
           [](const CountedWorld& w) { return "<apart.World: " + std::to_string(w.world.size()) + " bodies>"; });
}

}  // namespace

const CountedWorld& world_in(const Call& call, PyObject* object, const char* name) {
  if (Py_TYPE(object) != world_type) call.wrong_type(name, "a World", object);
  return py::cast<const CountedWorld&>(py::handle(object));
}

BodyId id_of(const World& world, const py::object& id, const char* what) {
  const u32 out = whole32_of(id.ptr(), what);
  if (!world.holds(out)) raise(exceptions().usage, std::string(what) + ": there is no body of that number");
  return out;
}

void add_world(py::module_& module) {
  add_body(module);
  add_memory(module);
  py::class_<CountedWorld> type(module, "World",
                                R"(Many bodies that move, as a value: an immutable snapshot that any thread may query.

World(bodies, *, threads=1, filter=None): a list of geometries, of (geometry, pose), or of WorldBody. Their numbers are 0, 1, …

moved, added and removed give the next snapshot; this one stays as it is. threads: of queries over all pairs, 0: all. filter:
a function of the numbers of two bodies, a < b, that returns False for pairs to leave out; groups and masks cost less.

>>> world = apart.World([(apart.Ball(1), (x, 0, 0)) for x in (0, 1.5, 5)])
>>> world.collisions().b.tolist()
[1]
>>> world = world.moved([2], [[3, 0, 0, 1, 0, 0, 0]])
>>> [(p.a, p.b) for p in world.collisions()]
[(0, 1), (1, 2)]
>>> world.cast(apart.Ray((-9, 0, 0), (1, 0, 0))).body
0
)");
  type.def(py::init([](const py::object& bodies, const py::object& threads, const py::object& filter) {
             return make_world(bodies_of(bodies, "World(): bodies"), whole32_of(threads.ptr(), "World(): threads"),
                               filter);
           }),
           py::arg("bodies") = py::tuple(), py::kw_only(), py::arg("threads") = 1, py::arg("filter") = py::none());
  add_snapshots(type);
  add<candidates>(type, "candidates", "candidates(*, clearance=0): pairs whose boxes are within the clearance.");
  add<collisions>(type, "collisions", "collisions(*, solid, max_tests, max_seconds): all pairs that collide, sorted.");
  add<within>(type, "within",
              "within(clearance, *, solid, max_tests, max_seconds): all pairs that are no farther apart.");
  add<closest_pair>(type, "closest_pair",
                    "closest_pair(*, max, abs_error, rel_error, solid, …): the two that are nearest.");
  add<contacts>(type, "contacts",
                "contacts(margin, memory): contact points of all pairs no farther apart than the margin; memory is a "
                "WorldMemory.");
  add<cast>(type, "cast", "cast(ray): the body that a Ray hits first, and where; or each of many.");
  add<closest>(type, "closest", "closest(points, *, max, solid): the nearest body to a point, or to each of many.");
  add<overlapping>(type, "overlapping",
                   "overlapping(geometry, pose, *, solid, …): the numbers of all bodies that it collides with.");
  add<first_impact>(type, "first_impact",
                    "first_impact(geometry, motion): the body that it first touches on its way, and when.\n"
                    "first_impact({body: motion}): the first contact of any pair while some bodies move.\n"
                    "Options: as apart.impact.");
  add<collide_each>(
      type, "collide_each",
      "collide_each(bodies, poses): for each of many postures of some bodies, an array (B, bodies, 4, 4), "
      "whether they collide with each other or with the rest.");
  world_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

}  // namespace apart::python
