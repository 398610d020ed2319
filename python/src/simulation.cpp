// Simulation: rigid bodies that fall, slide, bounce and come to rest.
#include <pybind11/stl.h>
#include <apart/world/simulation.hpp>

#include "worlds.hpp"

namespace apart::python {
namespace {

PyTypeObject* body_type = nullptr;

struct Simulated {
  Simulation simulation;
  std::size_t triangles = 0;
};
using SimulationBox = Guarded<Simulated>;
constexpr const char* kName = "Simulation";

SimulatedBody make_body(const py::object& geometry, const py::object& pose, const py::object& velocity,
                        const py::object& spin, const py::object& density, const py::object& mass,
                        const py::object& friction, const py::object& restitution, bool fixed, const py::object& hinge,
                        const py::object& groups, const py::object& mask) {
  const auto what = [](const char* name) { return std::string("SimulatedBody(): ") + name; };
  SimulatedBody out{.geometry = geometry_in(geometry.ptr(), what("geometry"))};
  out.pose = pose_of(pose.ptr(), what("pose"));
  out.velocity = vector_of(velocity.ptr(), what("velocity")), out.spin = vector_of(spin.ptr(), what("spin"));
  out.density = number_of(density.ptr(), what("density"));
  if (!mass.is_none()) out.mass = number_of(mass.ptr(), what("mass"));
  out.friction = number_of(friction.ptr(), what("friction"));
  out.restitution = number_of(restitution.ptr(), what("restitution"));
  out.fixed = fixed;
  if (!hinge.is_none()) out.hinge = vector_of(hinge.ptr(), what("hinge"));
  out.groups = whole32_of(groups.ptr(), what("groups")), out.mask = whole32_of(mask.ptr(), what("mask"));
  return out;
}

py::object vector(Vec3d v) { return py::reinterpret_steal<py::object>(to_python(v)); }

py::tuple state_of(const SimulatedBody& b) {
  py::object mass = py::none(), hinge = py::none();
  if (b.mass) mass = py::float_(*b.mass);
  if (b.hinge) hinge = vector(*b.hinge);
  return py::make_tuple(py::cast(b.geometry), matrix_of(b.pose), vector(b.velocity), vector(b.spin), b.density, mass,
                        b.friction, b.restitution, b.fixed, hinge, b.groups, b.mask);
}

void add_simulated_body(py::module_& module) {
  py::class_<SimulatedBody> type(module, "SimulatedBody", R"(A body of a Simulation.

SimulatedBody(geometry, pose=None, *, velocity=(0, 0, 0), spin=(0, 0, 0), density=1, mass=None, friction=0.5, restitution=0,
              fixed=False, hinge=None, groups=1, mask=0xffffffff)

The velocity is that of its centre of mass, the spin in radians per unit of time. A mass is taken instead of the density. Of a
pair friction is the geometric mean and restitution the larger. hinge: a direction about which it turns, and does nothing
else. groups and mask: as of WorldBody.
)");
  const py::tuple zero = py::make_tuple(0.0, 0.0, 0.0);
  type.def(py::init(&make_body), py::arg("geometry"), py::arg("pose") = py::none(), py::kw_only(),
           py::arg("velocity") = zero, py::arg("spin") = zero, py::arg("density") = 1.0, py::arg("mass") = py::none(),
           py::arg("friction") = 0.5, py::arg("restitution") = 0.0, py::arg("fixed") = false,
           py::arg("hinge") = py::none(), py::arg("groups") = 1, py::arg("mask") = 0xffffffffu)
      .def_property_readonly(
          "geometry", [](const SimulatedBody& b) { return b.geometry; }, "Its Model or Shape.")
      .def_property_readonly(
          "pose", [](const SimulatedBody& b) { return matrix_of(b.pose); }, "Where it starts, (4, 4).")
      .def_property_readonly(
          "velocity", [](const SimulatedBody& b) { return vector(b.velocity); }, "Of its centre of mass, at the start.")
      .def_property_readonly(
          "spin", [](const SimulatedBody& b) { return vector(b.spin); }, "In radians per unit of time, at the start.")
      .def_readonly("density", &SimulatedBody::density, "Mass per volume, unless a mass is given.")
      .def_readonly("mass", &SimulatedBody::mass, "Instead of the density; None if it is not given.")
      .def_readonly("friction", &SimulatedBody::friction, "Of a pair: the geometric mean.")
      .def_readonly("restitution", &SimulatedBody::restitution, "Of a pair: the larger.")
      .def_readonly("fixed", &SimulatedBody::fixed, "It does not move.")
      .def_property_readonly(
          "hinge", [](const SimulatedBody& b) -> py::object { return b.hinge ? vector(*b.hinge) : py::none(); },
          "The direction about which it turns, or None.")
      .def_readonly("groups", &SimulatedBody::groups, "The groups in which it is, as bits.")
      .def_readonly("mask", &SimulatedBody::mask, "The groups with which it is a pair, as bits.")
      .def(py::pickle([](const SimulatedBody& b) { return state_of(b); },
                      [](const py::tuple& t) {
                        return make_body(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8].cast<bool>(), t[9], t[10],
                                         t[11]);
                      }))
      .def("__repr__", [](const SimulatedBody& b) {
        return "<apart.SimulatedBody: " + py::repr(py::cast(b.geometry)).cast<std::string>() +
               (b.fixed ? ", fixed>" : ">");
      });
  body_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

// A list of SimulatedBody, of geometries, or of (geometry, pose).
std::vector<SimulatedBody> bodies_of(const py::object& all, const std::string& what) {
  if (!PySequence_Check(all.ptr()))
    raise(PyExc_TypeError, what + ": expected a list of bodies, found " + type_name(all.ptr()));
  std::vector<SimulatedBody> out;
  for (const py::handle item : all) {
    if (Py_TYPE(item.ptr()) == body_type) {
      out.push_back(py::cast<const SimulatedBody&>(item));
      continue;
    }
    PlacedGeometry placed = placed_of(item, what + "[" + std::to_string(out.size()) + "]");
    out.push_back({.geometry = std::move(placed.geometry), .pose = placed.pose});
  }
  return out;
}

std::size_t triangles_in(std::span<const SimulatedBody> bodies) {
  std::size_t out = 0;
  for (const SimulatedBody& body : bodies) out += triangles_of(body.geometry);
  return out;
}

struct OptionArguments {
  py::object gravity, step, iterations;
  bool impacts, sleep;
  py::object skin, threads;

  SimulationOptions options(const char* call) const {
    const auto what = [&](const char* name) { return std::string(call) + "(): " + name; };
    return {.gravity = vector_of(gravity.ptr(), what("gravity")),
            .step = number_of(step.ptr(), what("step")),
            .iterations = whole32_of(iterations.ptr(), what("iterations")),
            .impacts = impacts,
            .sleep = sleep,
            .skin = number_of(skin.ptr(), what("skin")),
            .threads = whole32_of(threads.ptr(), what("threads"))};
  }
};

// What is wrong with bodies, found without the GIL, so that Ctrl-C ends it.
std::optional<SimulationProblem> problem(const std::vector<SimulatedBody>& bodies, const SimulationOptions& how) {
  const std::size_t triangles = triangles_in(bodies);
  return run_work(may_take_long(triangles, triangles), [bodies, how](Watch&) { return problem_of(bodies, how); });
}

std::unique_ptr<SimulationBox> make_simulation(const py::object& all, const OptionArguments& arguments) {
  const std::vector<SimulatedBody> bodies = bodies_of(all, "Simulation(): bodies");
  const SimulationOptions how = arguments.options(kName);
  if (const auto wrong = problem(bodies, how)) {
    std::string where = "bodies[" + std::to_string(wrong->body) + "]";
    if (wrong->other) where += " and [" + std::to_string(*wrong->other) + "]";
    raise(exceptions().usage, "Simulation(): " + where + ": " + wrong->what);
  }
  return make_guarded(Simulated{without_gil([&] { return Simulation(bodies, how); }), triangles_in(bodies)});
}

// get(simulation), when no other thread uses it.
template <class Get>
auto fact(Get get) {
  return [get](SimulationBox& box) { return alone(box, kName, [&](const Simulated& s) { return get(s.simulation); }); };
}

// get(simulation, id) of one body, or an array of all.
template <class Get>
auto of_bodies(const char* name, Get get) {
  return [name, get](SimulationBox& box, const py::object& id) -> py::object {
    using Out = decltype(get(box.value.simulation, BodyId{}));
    std::vector<Out> all = alone(box, kName, [&](const Simulated& s) {
      std::vector<Out> out;
      for (BodyId i = 0; i < s.simulation.world().end(); ++i) out.push_back(get(s.simulation, i));
      return out;
    });
    const auto one = [](const Out& x) -> py::object {
      if constexpr (std::is_same_v<Out, Vec3d>)
        return vector(x);
      else if constexpr (std::is_same_v<Out, Pose>)
        return matrix_of(x);
      else
        return py::cast(x);
    };
    if (!id.is_none()) {
      const u32 which = whole32_of(id.ptr(), std::string(name) + "(): id");
      if (which >= all.size()) raise(exceptions().usage, std::string(name) + "(): id: there is no body of that number");
      return one(all[which]);
    }
    if constexpr (std::is_same_v<Out, Vec3d>) {
      return py::reinterpret_steal<py::object>(to_python(std::span<const Vec3d>(all)));
    } else if constexpr (std::is_same_v<Out, Pose>) {
      py::array_t<double> out({static_cast<py::ssize_t>(all.size()), py::ssize_t{4}, py::ssize_t{4}});
      for (std::size_t i = 0; i < all.size(); ++i) write_matrix(all[i], out.mutable_data() + 16 * i);
      return out;
    } else {
      py::array_t<Out> out(static_cast<py::ssize_t>(all.size()));
      std::copy(all.begin(), all.end(), out.mutable_data());
      return out;
    }
  };
}

// As Simulation::run; Ctrl-C ends it between two steps.
void run(SimulationBox& box, const py::object& time, const py::object& progress) {
  const double seconds = number_of(time.ptr(), "run(): time");
  PyObject* report = function_of(progress.ptr(), "run(): progress");
  const std::unique_lock held(box.one_at_a_time, std::try_to_lock);
  if (!held) raise(exceptions().usage, "a Simulation is used by two threads at once");
  Simulation& simulation = box.value.simulation;
  const double steps = std::round(seconds / simulation.options().step);
  if (!(steps < 1e15)) raise(exceptions().usage, "run(): time: not a number of steps that ever ends");
  const auto count = static_cast<std::size_t>(larger(0.0, steps));
  const auto steps_of = [&](std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) simulation.step();
  };
  const std::size_t done = without_gil([&] { return first_of_batch(count, steps_of); });
  if (done == count) return report_end(report);
  run_long(
      [&](Watch& watch) {
        for (std::size_t i = done; i < count && !watch.stop; ++i)
          simulation.step(), watch.share = static_cast<double>(i + 1) / static_cast<double>(count);
        return true;
      },
      report, true);
}

py::dict options_of(const SimulationOptions& o) {
  py::dict out;
  out["gravity"] = vector(o.gravity), out["step"] = o.step, out["iterations"] = o.iterations;
  out["impacts"] = o.impacts, out["sleep"] = o.sleep, out["skin"] = o.skin, out["threads"] = o.threads;
  return out;
}

std::string repr_of(SimulationBox& box) {
  const auto [bodies, time, rests] = alone(box, kName, [](const Simulated& s) {
    return std::tuple(s.simulation.world().size(), s.simulation.time(), s.simulation.at_rest());
  });
  char text[96];
  std::snprintf(text, sizeof text, "<apart.Simulation: %u bodies, time %.6g%s>", bodies, time,
                rests ? ", at rest" : "");
  return text;
}

template <class T>
py::object answers(std::vector<T> all) {
  return py::reinterpret_steal<py::object>(to_python(std::move(all)));
}

void add_facts(py::class_<SimulationBox>& type) {
  type.def_property_readonly(
          "world",
          [](SimulationBox& box) {
            return alone(box, kName, [](const Simulated& s) {
              return CountedWorld{s.simulation.world(), s.triangles, s.simulation.options().threads};
            });
          },
          "The bodies as they are now: a World.")
      .def_property_readonly("time", fact([](const Simulation& s) { return s.time(); }), "The time since the start.")
      .def_property_readonly(
          "options",
          [](SimulationBox& box) {
            return options_of(alone(box, kName, [](const Simulated& s) { return s.simulation.options(); }));
          },
          "What it was made with, as a dict, with the skin that is used.")
      .def_property_readonly("at_rest", fact([](const Simulation& s) { return s.at_rest(); }),
                             "Are all that can move asleep?")
      .def_property_readonly("kinetic_energy", fact([](const Simulation& s) { return s.kinetic_energy(); }),
                             "The energy of all motions.")
      .def_property_readonly("energy", fact([](const Simulation& s) { return s.energy(); }),
                             "With the potential energy in the field of gravity.")
      .def_property_readonly(
          "contacts",
          [](SimulationBox& box) {
            return answers(alone(box, kName, [](const Simulated& s) {
              const auto all = s.simulation.contacts();
              return std::vector<SimulatedContact>(all.begin(), all.end());
            }));
          },
          "The contacts of the last step: a SimulatedContactBatch.")
      .def_property_readonly(
          "candidates",
          [](SimulationBox& box) {
            return answers(alone(box, kName, [](const Simulated& s) {
              const auto all = s.simulation.candidates();
              return std::vector<BoxPair>(all.begin(), all.end());
            }));
          },
          "The pairs of the broad phase of the last step.")
      .def_property_readonly(
          "counts",
          [](SimulationBox& box) {
            return py::reinterpret_steal<py::object>(to_python(
                alone(box, kName, [](const Simulated& s) { return SimulationCounts(s.simulation.counts()); })));
          },
          "What was computed so far: SimulationCounts.");
  const auto id = py::arg("id") = py::none();
  type.def("pose", of_bodies("pose", [](const Simulation& s, BodyId i) { return Pose(s.world().pose(i)); }), id,
           "Where a body is, a matrix (4, 4); without an id, of all, (n, 4, 4).")
      .def("mass", of_bodies("mass", [](const Simulation& s, BodyId i) { return s.mass(i); }), id,
           "Its mass, infinite if it is fixed; of all, (n,).")
      .def("centre", of_bodies("centre", [](const Simulation& s, BodyId i) { return s.centre(i); }), id,
           "Its centre of mass in the world; of all, (n, 3).")
      .def("velocity", of_bodies("velocity", [](const Simulation& s, BodyId i) { return s.velocity(i); }), id,
           "The velocity of its centre; of all, (n, 3).")
      .def("spin", of_bodies("spin", [](const Simulation& s, BodyId i) { return s.spin(i); }), id,
           "Its angular velocity; of all, (n, 3).")
      .def("is_asleep", of_bodies("is_asleep", [](const Simulation& s, BodyId i) { return s.is_asleep(i); }), id,
           "Has it come to rest? Of all, (n,).")
      .def("__len__", fact([](const Simulation& s) { return s.world().size(); }))
      .def("__repr__", &repr_of);
}

}  // namespace

void add_simulation(py::module_& module) {
  add_simulated_body(module);
  py::class_<SimulationBox> type(module, "Simulation",
                                 R"(Rigid bodies that fall, slide, bounce and come to rest. One for each thread.

Simulation(bodies, *, gravity=(0, 0, -9.81), step=1/240, iterations=20, impacts=True, sleep=True, skin=0, threads=1)

bodies is a list of SimulatedBody, of geometries, or of (geometry, pose); their numbers are their places in it. Deterministic:
the same bits on every machine, for any number of threads.

>>> floor = apart.SimulatedBody(apart.Box(4, 4, 1), (0, 0, -0.5), fixed=True)
>>> world = apart.Simulation([floor, (apart.Box(1, 1, 1), (0, 0, 1.5))])
>>> world.run(2)
>>> world
<apart.Simulation: 2 bodies, time 2, at rest>
>>> round(world.pose(1)[2, 3], 2)
0.5
)");
  const py::tuple gravity = py::make_tuple(0.0, 0.0, -9.81);
  type.def(py::init([](const py::object& bodies, const py::object& g, const py::object& step,
                       const py::object& iterations, bool impacts, bool sleep, const py::object& skin,
                       const py::object& threads) {
             return make_simulation(bodies, {g, step, iterations, impacts, sleep, skin, threads});
           }),
           py::arg("bodies"), py::kw_only(), py::arg("gravity") = gravity, py::arg("step") = 1.0 / 240,
           py::arg("iterations") = 20, py::arg("impacts") = true, py::arg("sleep") = true, py::arg("skin") = 0.0,
           py::arg("threads") = 1)
      .def(
          "step", [](SimulationBox& box) { alone(box, kName, [](Simulated& s) { return s.simulation.step(), true; }); },
          "One step.")
      .def("run", &run, py::arg("time"), py::kw_only(), py::arg("progress") = py::none(),
           "As many steps as are nearest to a time.");
  add_facts(type);
  module.def(
      "problem_of",
      [](const py::object& bodies, const py::object& g, const py::object& step, const py::object& iterations,
         bool impacts, bool sleep, const py::object& skin, const py::object& threads) -> py::object {
        const OptionArguments arguments{g, step, iterations, impacts, sleep, skin, threads};
        const auto wrong = problem(bodies_of(bodies, "problem_of(): bodies"), arguments.options("problem_of"));
        if (!wrong) return py::none();
        py::dict out;
        out["body"] = wrong->body, out["other"] = wrong->other, out["what"] = wrong->what;
        return out;
      },
      py::arg("bodies"), py::kw_only(), py::arg("gravity") = gravity, py::arg("step") = 1.0 / 240,
      py::arg("iterations") = 20, py::arg("impacts") = true, py::arg("sleep") = true, py::arg("skin") = 0.0,
      py::arg("threads") = 1, R"(Why bodies cannot be simulated: a dict with body, other and what; None if they can.

problem_of(bodies): bodies and options as of Simulation.

>>> apart.problem_of([apart.Ball(1), apart.Ball(1)])
{'body': 0, 'other': 1, 'what': 'they overlap at the start'}
)");
}

}  // namespace apart::python
