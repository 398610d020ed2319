// Many bodies, and boxes.
#include <pybind11/stl.h>
#include <algorithm>

#include "bodies.hpp"

namespace apart::python {
namespace {

std::vector<PlacedGeometry> bodies(const Call& call, Py_ssize_t i) {
  std::vector<PlacedGeometry> out;
  const py::handle all(call[i]);
  if (!PySequence_Check(all.ptr())) call.wrong_type("bodies", "a list of (geometry, pose)", all.ptr());
  for (const py::handle item : all)
    out.push_back(placed_of(item, call.what("bodies") + "[" + std::to_string(out.size()) + "]"));
  return out;
}

// ask(bodies), on another thread if all pairs of all triangles are many.
template <class Ask>
PyObject* of_bodies(Call& call, Ask ask) {
  std::vector<PlacedGeometry> all = bodies(call, 0);
  std::size_t triangles = 0;
  for (const PlacedGeometry& one : all) triangles += triangles_of(one.geometry);
  return to_python(
      run_work(may_take_long(triangles, triangles), [all = std::move(all), ask](Watch&) { return ask(all); }));
}

PyObject* closest_pair(Call& call) {
  DistanceOptions o;
  call.option("max", o.max);
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option("solid", o.solid);
  call.option(o.budget);
  call.expect(1, 1, "(bodies)");
  return of_bodies(call, [o](const auto& all) { return apart::closest_pair(all, o); });
}

PyObject* pairs_within(Call& call) {
  CollideOptions o;
  call.option("solid", o.solid);
  call.option(o.budget);
  u32 threads = 0;
  call.option("threads", threads);
  const double tolerance = call.last_number("tolerance");
  call.expect(1, 1, "(bodies, tolerance)");
  return of_bodies(call, [=](const auto& all) { return apart::pairs_within(all, tolerance, o, threads); });
}

PyObject* greatest_span(Call& call) {
  SpanOptions o;
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option(o.budget);
  call.expect(1, 1, "(bodies)");
  return of_bodies(call, [o](const auto& all) { return apart::greatest_span(all, o); });
}

// Of boxes, whose comparison takes nanoseconds: so many are few.
constexpr std::size_t kFewBoxes = 10'000;

PyObject* near_pairs(Call& call) {
  double reach = 0;
  call.option("reach", reach);
  call.expect(1, 1, "(boxes), an array (N, 2, 3) of lowest and highest corners");
  std::vector<Bounds> boxes = boxes_of(call[0], call.what("boxes"));
  return to_python(run_work(boxes.size() > kFewBoxes,
                            [boxes = std::move(boxes), reach](Watch&) { return apart::near_pairs(boxes, reach); }));
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
  std::vector<Bounds> boxes = boxes_of(call[0], call.what("boxes"));
  return to_python(
      run_work(boxes.size() > kFewBoxes, [boxes = std::move(boxes), o](Watch&) { return apart::box_pairs(boxes, o); }));
}

PyObject* box_pairs_between(Call& call) {
  const BroadOptions o = broad_options(call);
  call.expect(2, 2, "(moving, fixed), arrays (N, 2, 3)");
  std::vector<Bounds> moving = boxes_of(call[0], call.what("moving")), fixed = boxes_of(call[1], call.what("fixed"));
  return to_python(run_work(moving.size() + fixed.size() > kFewBoxes,
                            [moving = std::move(moving), fixed = std::move(fixed), o](Watch&) {
                              return apart::box_pairs_between(moving, fixed, o);
                            }));
}

using BroadBox = Guarded<BroadPhase>;
constexpr const char* kBroadPhase = "BroadPhase";

// f(phase), of a box that is there.
template <class F>
auto of_box(BroadBox& phase, u32 box, const char* call, F f) {
  if (!alone(phase, kBroadPhase, [&](BroadPhase& p) { return p.holds(box); }))
    raise(exceptions().usage, std::string(call) + "(): box: there is none of that number");
  return alone(phase, kBroadPhase, f);
}

Bounds one_box(const py::object& box, const char* what) {
  const py::array array = numbers_of(box.ptr(), what);
  return boxes_of(py::object(array[py::none()]).ptr(), what)[0];
}

void add_broad_phase(py::module_& module) {
  py::class_<BroadBox> type(module, "BroadPhase",
                            R"(Boxes that come, move and go, and the pairs that overlap. One for each thread.

BroadPhase(method="automatic", *, threads=1)

>>> phase = apart.BroadPhase()
>>> phase.add([[[0, 0, 0], [1, 1, 1]], [[0.5, 0, 0], [2, 1, 1]], [[5, 0, 0], [6, 1, 1]]]).tolist()
[0, 1, 2]
>>> phase.move(2, [[1.5, 0, 0], [2, 1, 1]])
>>> phase.pairs().b.tolist()
[1, 2]
)");
  type.def(py::init([](const py::object& method, const py::object& threads) {
             return make_guarded(BroadPhase({.method = word_of<BroadMethod>(method.ptr(), "BroadPhase(): method"),
                                             .threads = whole32_of(threads.ptr(), "BroadPhase(): threads")}));
           }),
           py::arg("method") = "automatic", py::kw_only(), py::arg("threads") = 1)
      .def(
          "add",
          [](BroadBox& phase, const py::object& boxes, bool fixed) {
            const std::vector<Bounds> all = boxes_of(boxes.ptr(), "add(): boxes");
            return to_array(alone(phase, kBroadPhase, [&](BroadPhase& p) { return p.add(all, fixed); }));
          },
          py::arg("boxes"), py::kw_only(), py::arg("fixed") = false, "Adds boxes (N, 2, 3); gives their numbers.")
      .def(
          "move",
          [](BroadBox& phase, u32 box, const py::object& to) {
            const Bounds there = one_box(to, "move(): to");
            of_box(phase, box, "move", [&](BroadPhase& p) { p.move(box, there); });
          },
          py::arg("box"), py::arg("to"), "Moves a box to (2, 3).")
      .def(
          "remove",
          [](BroadBox& phase, u32 box) { of_box(phase, box, "remove", [&](BroadPhase& p) { p.remove(box); }); },
          py::arg("box"), "Removes a box; its number is used again.")
      .def(
          "holds",
          [](BroadBox& phase, u32 box) {
            return alone(phase, kBroadPhase, [&](BroadPhase& p) { return p.holds(box); });
          },
          py::arg("box"), "Is there a box of that number?")
      .def(
          "box",
          [](BroadBox& phase, u32 box) {
            return py::reinterpret_steal<py::object>(
                to_python(of_box(phase, box, "box", [&](BroadPhase& p) { return Bounds(p.box(box)); })));
          },
          py::arg("box"), "The box of that number, as Bounds.")
      .def("__len__", [](BroadBox& phase) { return alone(phase, kBroadPhase, [](BroadPhase& p) { return p.size(); }); })
      .def(
          "pairs",
          [](BroadBox& phase) {
            return py::reinterpret_steal<py::object>(
                to_python(alone(phase, kBroadPhase, [](BroadPhase& p) { return std::vector<BoxPair>(p.pairs()); })));
          },
          "The pairs as the boxes are now, sorted: a BoxPairBatch.")
      .def(
          "overlapping",
          [](BroadBox& phase, const py::object& box) {
            const Bounds there = one_box(box, "overlapping(): box");
            return to_array(alone(phase, kBroadPhase, [&](BroadPhase& p) { return p.overlapping(there); }));
          },
          py::arg("box"), "The numbers of all boxes that overlap a box (2, 3).")
      .def("__repr__", [](BroadBox& phase) {
        return "<apart.BroadPhase: " +
               std::to_string(alone(phase, kBroadPhase, [](BroadPhase& p) { return p.size(); })) + " boxes>";
      });
}

void add_near_boxes(py::module_& module) {
  using NearBox = Guarded<NearBoxes>;
  constexpr const char* kNearBoxes = "NearBoxes";
  struct Counted {
    std::unique_ptr<NearBox> boxes;
    u32 count;
    u32 number(const py::object& box, const char* what) const {
      const u32 i = whole32_of(box.ptr(), what);
      if (i >= count) raise(exceptions().usage, std::string(what) + ": there is none of that number");
      return i;
    }
  };
  py::class_<Counted> type(
      module, "NearBoxes",
      R"(Boxes that move, each with a reach: two are near if their gap is at most the smaller reach. One for each thread.

NearBoxes(boxes, reaches): arrays (N, 2, 3) and (N,)

>>> boxes = apart.NearBoxes([[[0, 0, 0], [1, 1, 1]], [[2, 0, 0], [3, 1, 1]]], [1.5, 1.5])
>>> len(boxes.pairs()), boxes.near(0)[0].tolist()
(1, [1])
)");
  type.def(py::init([](const py::object& boxes, const py::object& reaches) {
             const std::vector<Bounds> all = boxes_of(boxes.ptr(), "NearBoxes(): boxes");
             const py::array array = numbers_of(reaches.ptr(), "NearBoxes(): reaches");
             if (array.ndim() != 1 || static_cast<std::size_t>(array.shape(0)) != all.size())
               raise(exceptions().usage, "NearBoxes(): reaches: expected as many numbers as boxes");
             const auto* first = static_cast<const double*>(array.data());
             const std::span<const double> reach(first, all.size());
             for (double r : reach)
               if (std::isnan(r)) raise(exceptions().usage, "NearBoxes(): reaches: not a number (NaN)");
             return Counted{make_guarded(without_gil([&] { return NearBoxes(all, reach); })),
                            static_cast<u32>(all.size())};
           }),
           py::arg("boxes"), py::arg("reaches"))
      .def(
          "move",
          [](Counted& c, const py::object& box, const py::object& to) {
            const Bounds there = one_box(to, "move(): to");
            const u32 i = c.number(box, "move(): box");
            alone(*c.boxes, kNearBoxes, [&](NearBoxes& b) { return b.move(i, there), true; });
          },
          py::arg("box"), py::arg("to"), "Moves a box to (2, 3).")
      .def(
          "box",
          [](Counted& c, const py::object& box) {
            const u32 i = c.number(box, "box(): box");
            return py::reinterpret_steal<py::object>(
                to_python(alone(*c.boxes, kNearBoxes, [&](NearBoxes& b) { return Bounds(b.box(i)); })));
          },
          py::arg("box"), "A box, as Bounds.")
      .def(
          "near",
          [](Counted& c, const py::object& box) {
            const u32 i = c.number(box, "near(): box");
            std::vector<std::pair<u32, double>> found;
            alone(*c.boxes, kNearBoxes, [&](NearBoxes& b) {
              b.near(i, [&](u32 other, double gap) { found.emplace_back(other, gap); });
              return true;
            });
            std::sort(found.begin(), found.end());
            py::array_t<u32> others(static_cast<py::ssize_t>(found.size()));
            py::array_t<double> gaps(static_cast<py::ssize_t>(found.size()));
            for (std::size_t k = 0; k < found.size(); ++k)
              others.mutable_data()[k] = found[k].first, gaps.mutable_data()[k] = found[k].second;
            return py::make_tuple(others, gaps);
          },
          py::arg("box"), "The numbers of all boxes that are near one, sorted, and their gaps.")
      .def(
          "pairs",
          [](Counted& c) {
            return py::reinterpret_steal<py::object>(
                to_python(alone(*c.boxes, kNearBoxes, [](NearBoxes& b) { return b.pairs(); })));
          },
          "All pairs that are near, sorted: a NearPairBatch.")
      .def("__len__", [](const Counted& c) { return c.count; })
      .def("__repr__", [](const Counted& c) { return "<apart.NearBoxes: " + std::to_string(c.count) + " boxes>"; });
}

PyObject* box_gap(Call& call) {
  call.expect(2, 2, "(a, b), boxes (2, 3)");
  const auto box = [&](Py_ssize_t i, const char* name) {
    return one_box(py::reinterpret_borrow<py::object>(call[i]), call.what(name).c_str());
  };
  return PyFloat_FromDouble(apart::box_gap(box(0, "a"), box(1, "b")));
}

PyObject* reach_box(Call& call) {
  call.expect(1, 2, "(geometry, pose)");
  const Geometry geometry = geometry_in(call[0], call.what("geometry"));
  return to_python(apart::reach_box(geometry, call.count() == 2 ? pose_of(call[1], call.what("pose")) : Pose{}));
}

PyObject* world_boxes(Call& call) {
  call.expect(1, 1, "(bodies)");
  const std::vector<PlacedGeometry> all = bodies(call, 0);
  py::array_t<double> out({static_cast<py::ssize_t>(all.size()), py::ssize_t{2}, py::ssize_t{3}});
  double* to = out.mutable_data();
  without_gil([&] {
    for (const PlacedGeometry& one : all) {
      const Bounds box = apart::reach_box(one.geometry, one.pose);
      for (const Vec3d& corner : {box.low, box.high}) *to++ = corner.x, *to++ = corner.y, *to++ = corner.z;
    }
  });
  return out.release().ptr();
}

PyObject* world_box(Call& call) {
  call.expect(1, 2, "(geometry, pose)");
  const GeometryRef geometry = call.geometry(0, "geometry");
  const Pose at = call.count() == 2 ? pose_of(call[1], call.what("pose")) : Pose{};
  return to_python(geometry.model ? apart::world_box(*geometry.model, at) : apart::bounds(*geometry.shape, at));
}

}  // namespace

PlacedGeometry placed_of(py::handle item, const std::string& what) {
  const bool pair = PyTuple_Check(item.ptr()) && PyTuple_GET_SIZE(item.ptr()) == 2;
  const auto found = geometry_of(pair ? PyTuple_GET_ITEM(item.ptr(), 0) : item.ptr());
  if (!found)
    raise(PyExc_TypeError, what + ": expected a Model or a Shape, or (one, pose), found " + type_name(item.ptr()));
  const Pose at = pair ? pose_of(PyTuple_GET_ITEM(item.ptr(), 1), what + ": pose") : Pose{};
  return {found->model ? Geometry(*found->model) : Geometry(*found->shape), at};
}

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
                     R"(The two of many bodies with the farthest points.

greatest_span(bodies). Options: abs_error, rel_error, max_tests, max_seconds.

>>> apart.greatest_span([(apart.Ball(1), (x, 0, 0)) for x in (0, 2, 9)]).span.distance
11.0
)");
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

>>> apart.box_pairs_between([[[0, 0, 0], [1, 1, 1]]], [[[5, 0, 0], [6, 1, 1]], [[0.5, 0, 0], [2, 1, 1]]]).b.tolist()
[1]
)");
  add_broad_phase(module);
  add_near_boxes(module);
  add<box_gap>(module, "box_gap",
               R"(A lower bound for the distance of two boxes (2, 3) that allows for rounding elsewhere.

box_gap(a, b)

>>> round(apart.box_gap([[0, 0, 0], [1, 1, 1]], [[3, 0, 0], [4, 1, 1]]), 6)
2.0
)");
  add<reach_box>(module, "reach_box",
                 R"(The bounding box of a model or a shape at a pose; that of a half-space ends 1e100 away.

reach_box(geometry), reach_box(geometry, pose)

>>> apart.reach_box(apart.HalfSpace((0, 0, 1))).high
array([1.e+100, 1.e+100, 1.e+100])
)");
  add<world_boxes>(module, "world_boxes",
                   R"(The bounding boxes of many bodies, an array (N, 2, 3), as near_pairs and box_pairs take them.

world_boxes(bodies): a list of geometries, or of (geometry, pose). Each as of reach_box.

>>> apart.world_boxes([apart.Box(2, 2, 2), (apart.Ball(1), (5, 0, 0))])[1].round(6).tolist()
[[4.0, -1.0, -1.0], [6.0, 1.0, 1.0]]
)");
  add<world_box>(module, "world_box", R"(The bounding box of a model or a shape at a pose.

world_box(geometry), world_box(geometry, pose)

>>> apart.world_box(apart.Box(2, 2, 2), (5, 0, 0)).low.round(6)
array([ 4., -1., -1.])
)");
}

}  // namespace apart::python
