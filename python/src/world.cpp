// World: many bodies that move, as a value; and the schedule of their pairs.
#include <pybind11/stl.h>
#include <apart/world/schedule.hpp>
#include <apart/world/world.hpp>

#include "bodies.hpp"
#include "motions.hpp"
#include "rays.hpp"

namespace apart::python {
namespace {

using MemoryBox = Guarded<WorldMemory>;
using ScheduleBox = Guarded<PairSchedule>;

PyTypeObject *body_type = nullptr, *memory_type = nullptr;

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

// A world, and how much is in it: that tells whether a query may take long.
struct CountedWorld {
  World world;
  std::size_t triangles = 0;
};

std::size_t triangles_in(std::span<const WorldBody> bodies) {
  std::size_t out = 0;
  for (const WorldBody& body : bodies) out += triangles_of(body.geometry);
  return out;
}

const CountedWorld& counted(const Call& call) { return py::cast<const CountedWorld&>(py::handle(call.self())); }
const World& world(const Call& call) { return counted(call).world; }

BodyId id_of(const World& world, const py::object& id, const char* what) {
  const u32 out = whole32_of(id.ptr(), what);
  if (!world.holds(out)) raise(exceptions().usage, std::string(what) + ": there is no body of that number");
  return out;
}

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
          "How many pairs it remembers.");
  memory_type = reinterpret_cast<PyTypeObject*>(type.ptr());
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
            return CountedWorld{without_gil([&] { return w.world.moved(which, to); }), w.triangles};
          },
          py::arg("ids"), py::arg("poses"), "The next snapshot: some bodies at other poses, (n, 4, 4) or (n, 7).")
      .def(
          "added",
          [](const CountedWorld& w, const py::object& bodies) {
            const std::vector<WorldBody> more = bodies_of(bodies, "added(): bodies");
            std::vector<BodyId> ids;
            CountedWorld next{without_gil([&] { return w.world.added(more, &ids); }), w.triangles + triangles_in(more)};
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
            return CountedWorld{std::move(next), w.triangles - triangles_in(gone)};
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
      .def("__repr__",
           [](const CountedWorld& w) { return "<apart.World: " + std::to_string(w.world.size()) + " bodies>"; });
}

std::vector<MotionBounds> bounds_of(const py::object& object, const std::string& what) {
  const py::array array = numbers_of(object.ptr(), what);
  if (array.ndim() != 2 || array.shape(1) != 2)
    raise(exceptions().usage,
          what + ": expected an array (n, 2): speed and acceleration of each body, found " + shape_text(array));
  std::vector<MotionBounds> out(static_cast<std::size_t>(array.shape(0)));
  const auto* p = static_cast<const double*>(array.data());
  for (MotionBounds& one : out) one = {p[0], p[1]}, p += 2;
  return out;
}

void check_bounds(const World& world, const std::vector<MotionBounds>& bounds, const char* what) {
  if (bounds.size() < world.end())
    raise(exceptions().usage, std::string(what) + ": " + std::to_string(bounds.size()) +
                                  ", but the numbers of bodies end at " + std::to_string(world.end()));
}

void add_schedule(py::module_& module) {
  py::class_<ScheduleBox> type(
      module, "PairSchedule",
      R"(All pairs of a world in the order of the earliest time at which they could meet. One for each thread.

PairSchedule(world, time, bounds): bounds is an array (n, 2) of a speed and an acceleration that no point of a body exceeds.

>>> balls = apart.World([(apart.Ball(1), (x, 0, 0)) for x in (0, 10)])
>>> schedule = apart.PairSchedule(balls, 0, [[1, 0], [1, 0]])
>>> round(schedule.next, 6)
4.0
>>> len(schedule.advance(balls.moved([1], [[1.5, 0, 0, 1, 0, 0, 0]]), 9, [[1, 0], [1, 0]]).colliding)
1
)");
  type.def(py::init([](const CountedWorld& w, double time, const py::object& bounds) {
             const std::vector<MotionBounds> all = bounds_of(bounds, "PairSchedule(): bounds");
             check_bounds(w.world, all, "PairSchedule(): bounds");
             return make_guarded(without_gil([&] { return PairSchedule(w.world, time, all); }));
           }),
           py::arg("world"), py::arg("time"), py::arg("bounds"))
      .def(
          "advance",
          [](ScheduleBox& box, const CountedWorld& w, double time, const py::object& bounds) {
            const std::vector<MotionBounds> all = bounds_of(bounds, "advance(): bounds");
            check_bounds(w.world, all, "advance(): bounds");
            return py::reinterpret_steal<py::object>(
                to_python(alone(box, "PairSchedule", [&](PairSchedule& s) { return s.advance(w.world, time, all); })));
          },
          py::arg("world"), py::arg("time"), py::arg("bounds"),
          "The same bodies at a later time, and bounds from then on: a ScheduleStep with all pairs that collide now.")
      .def_property_readonly(
          "pairs",
          [](ScheduleBox& box) { return alone(box, "PairSchedule", [](PairSchedule& s) { return s.pairs(); }); },
          "How many pairs there are.")
      .def_property_readonly(
          "next", [](ScheduleBox& box) { return alone(box, "PairSchedule", [](PairSchedule& s) { return s.next(); }); },
          "When a pair could first meet; infinite if none can.");
}

}  // namespace

void add_world(py::module_& module) {
  add_body(module);
  add_memory(module);
  py::class_<CountedWorld> type(module, "World",
                                R"(Many bodies that move, as a value: an immutable snapshot that any thread may query.

World(bodies, *, threads=1): a list of geometries, of (geometry, pose), or of WorldBody. Their numbers are 0, 1, …

moved, added and removed give the next snapshot; this one stays as it is. threads: of queries over all pairs, 0: all.

>>> world = apart.World([(apart.Ball(1), (x, 0, 0)) for x in (0, 1.5, 5)])
>>> world.collisions().b.tolist()
[1]
>>> world = world.moved([2], [[3, 0, 0, 1, 0, 0, 0]])
>>> [(p.a, p.b) for p in world.collisions()]
[(0, 1), (1, 2)]
>>> world.cast(apart.Ray((-9, 0, 0), (1, 0, 0))).body
0
)");
  type.def(py::init([](const py::object& bodies, const py::object& threads) {
             const std::vector<WorldBody> all = bodies_of(bodies, "World(): bodies");
             const WorldOptions how{.threads = whole32_of(threads.ptr(), "World(): threads")};
             return CountedWorld{without_gil([&] { return World(all, how); }), triangles_in(all)};
           }),
           py::arg("bodies") = py::tuple(), py::kw_only(), py::arg("threads") = 1);
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
  add_schedule(module);
}

}  // namespace apart::python
