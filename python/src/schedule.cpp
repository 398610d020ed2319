// Pairs of a world in order of time: PairSchedule, and distances within a budget.
#include <apart/world/schedule.hpp>
#include <apart/world/time_critical.hpp>
#include <map>

#include "types.hpp"
#include "worlds.hpp"

namespace apart::python {
namespace {

using ScheduleBox = Guarded<PairSchedule>;

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

void add_pair_schedule(py::module_& module) {
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
          "When a pair could first meet; infinite if none can.")
      .def("__repr__", [](ScheduleBox& box) {
        const auto [pairs, next] =
            alone(box, "PairSchedule", [](PairSchedule& s) { return std::pair(s.pairs(), s.next()); });
        return "<apart.PairSchedule: " + std::to_string(pairs) + " pairs, the next at " + short_number(next) + ">";
      });
}

PyObject* time_critical_distances(Call& call) {
  TimeCriticalOptions o;
  call.option(o.budget);
  call.option("clearance", o.clearance);
  call.option("decide_only", o.decide_only);
  call.option("order", o.order);
  PyObject* priority = function_of(call.option("priority"), call.what("priority"));
  call.expect(1, 1, "(world)");
  const CountedWorld& all = world_in(call, call[0], "world");
  // Asked for all pairs first, with the GIL, so that what it raises is raised.
  std::map<std::pair<BodyId, BodyId>, double> turns;
  if (priority) {
    for (const BoxPair& pair : without_gil([&] { return all.world.candidates(o.clearance); })) {
      const py::object turn = py::reinterpret_steal<py::object>(PyObject_CallFunction(priority, "II", pair.a, pair.b));
      if (!turn) throw py::error_already_set();
      turns[{pair.a, pair.b}] = number_of(turn.ptr(), call.what("priority"));
    }
    o.priority = [turns = std::move(turns)](BodyId a, BodyId b) {
      const auto found = turns.find({a, b});
      return found == turns.end() ? 1 : found->second;
    };
  }
  return to_python(run_work(may_take_long(all.triangles, all.triangles),
                            [w = all.world, o](Watch&) { return apart::time_critical_distances(w, o); }));
}

}  // namespace

void add_schedule(py::module_& module) {
  add_pair_schedule(module);
  add<time_critical_distances>(
      module, "time_critical_distances",
      R"(Distances of all pairs of a world, as well as a budget allows: each pair has bounds that are proven.

time_critical_distances(world). Options: max_tests, max_seconds (the budget), clearance (pairs whose boxes are farther apart
are left out), decide_only (stop looking at a pair once it is known to be free or colliding), priority (a function of the
numbers of two bodies: how often a pair takes its turn, against others), order ("breadth_first" or "nearest_first").

>>> gear = apart.load("samples/gear.stl")
>>> world = apart.World([gear, (gear, (0, 0, 20)), (gear, (60, 0, 0))])
>>> found = apart.time_critical_distances(world, clearance=1000, max_tests=3)
>>> [(p.a, p.b, p.state.name) for p in found.pairs], found.status.name
([(0, 1, 'free'), (0, 2, 'open'), (1, 2, 'free')], 'unfinished')
>>> found = apart.time_critical_distances(world, clearance=1000)
>>> [p.state.name for p in found.pairs], found.pairs.at_most[0].round(6)
(['free', 'colliding', 'free'], 4.0)
)");
}

}  // namespace apart::python
