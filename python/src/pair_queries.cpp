// Queries of two models or shapes, and Tracker.
#include "special.hpp"

namespace apart::python {
namespace {

CollideOptions collide_options(Call& call) {
  CollideOptions options;
  call.option("solid", options.solid);
  call.option(options.budget);
  return options;
}

DistanceOptions distance_options(Call& call) {
  DistanceOptions options;
  call.option("max", options.max);
  call.option("abs_error", options.abs_error);
  call.option("rel_error", options.rel_error);
  call.option("solid", options.solid);
  call.option(options.budget);
  return options;
}

PyObject* collide(Call& call) {
  const CollideOptions o = collide_options(call);
  call.options_of_batch();
  if (is_deforming(first(call))) return deforming_collide(call, o);
  if (is_hull_tree(first(call))) return hulls_collide(call, o);
  return call.pairs_each(
      [&](const auto& a, const Pose& at, const auto& b) -> Collision { return apart::collide(a, at, b, o); },
      [&](const auto& a, const auto& b) { return collide_each(a, b, o); });
}

PyObject* within(Call& call) {
  const CollideOptions o = collide_options(call);
  call.options_of_batch();
  const double tolerance = call.last_number("tolerance");
  if (is_deforming(first(call))) return deforming_within(call, tolerance, o);
  if (is_hull_tree(first(call))) return hulls_within(call, tolerance, o);
  return call.pairs_each(
      [&](const auto& a, const Pose& at, const auto& b) -> Within { return apart::within(a, at, b, tolerance, o); },
      [&](const auto& a, const auto& b) { return within_each(a, b, tolerance, o); });
}

PyObject* distance(Call& call) {
  const DistanceOptions o = distance_options(call);
  call.options_of_batch();
  Norm norm = Norm::euclidean;
  call.option("norm", norm);
  if (norm != Norm::euclidean && (is_deforming(first(call)) || is_hull_tree(first(call))))
    call.wrong("norm", "goes with two Models");
  if (is_deforming(first(call))) return deforming_distance(call, o);
  if (is_hull_tree(first(call))) return hulls_distance(call, o);
  if (norm != Norm::euclidean)
    return call.models(
        [o, norm](const Model& a, const Pose& at, const Model& b) { return apart::distance(a, at, b, norm, o); },
        [o, norm](const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
          return apart::distance(a, at_a, b, at_b, norm, o);
        });
  return call.pairs_each(
      [&](const auto& a, const Pose& at, const auto& b) -> Distance { return apart::distance(a, at, b, o); },
      [&](const auto& a, const auto& b) { return distance_each(a, b, o); });
}

PyObject* span(Call& call) {
  SpanOptions o;
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option(o.budget);
  call.options_of_batch();
  Norm norm = Norm::euclidean;
  call.option("norm", norm);
  if (norm != Norm::euclidean)
    return call.models(
        [o, norm](const Model& a, const Pose& at, const Model& b) { return apart::span(a, at, b, norm, o); },
        [o, norm](const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
          return apart::span(a, at_a, b, at_b, norm, o);
        });
  return call.pairs_each([&](const auto& a, const Pose& at, const auto& b) -> Span { return apart::span(a, at, b, o); },
                         [&](const auto& a, const auto& b) { return span_each(a, b, o); });
}

PyObject* signed_distance(Call& call) {
  const DistanceOptions o = distance_options(call);
  call.options_of_batch();
  return call.pairs([&](const Shape& a, const Pose& at, const Shape& b) { return apart::signed_distance(a, at, b, o); },
                    [&](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) {
                      return apart::signed_distance(a, at_a, b, at_b, o);
                    });
}

PenetrationOptions penetration_options(Call& call) {
  PenetrationOptions o;
  call.option("rel_error", o.rel_error);
  call.option("gap", o.gap);
  call.option(o.budget);
  return o;
}

PyObject* penetration(Call& call) {
  const PenetrationOptions o = penetration_options(call);
  call.options_of_batch();
  return call.pairs(
      [o](const auto& a, const Pose& at, const auto& b) -> Penetration { return apart::penetration(a, at, b, o); },
      [o](const auto& a, const Pose& at_a, const auto& b, const Pose& at_b) -> Penetration {
        return apart::penetration(a, at_a, b, at_b, o);
      },
      kVeryHeavy);
}

PyObject* cast_shape(Call& call, Vec3d motion) {
  return call.pairs([&](const Shape& a, const Pose& at, const Shape& b) { return apart::cast(a, at, b, motion); },
                    [&](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) {
                      return apart::cast(a, at_a, b, at_b, motion);
                    });
}

PyObject* manifold(Call& call) {
  ManifoldOptions o;
  call.option("margin", o.margin);
  call.option("max", o.max);
  call.options_of_batch();
  return call.pairs([&](const Shape& a, const Pose& at, const Shape& b) { return apart::shape_manifold(a, at, b, o); },
                    [&](const Shape&, const Pose&, const Shape&, const Pose&) -> Manifold {
                      throw UsageError("takes the pose of B in A's frame, not two poses in the world");
                    });
}

// Tracker.

struct TrackedPair {
  py::object a, b;  // what is tracked
  Tracker tracker;
};
using TrackerBox = Guarded<TrackedPair>;

template <class Query>
PyObject* tracked(Call& call, Query query) {
  call.expect(1, 1, "(pose), and what the query names");
  auto& box = py::cast<TrackerBox&>(py::handle(call.self()));
  const PoseList poses(call[0], call.what("pose"));
  if (!poses.many())
    return to_python(alone(box, "Tracker", [&](TrackedPair& p) { return query(p.tracker, poses.at(0)); }));
  // In order: each starts where the last one ended.
  using Out = decltype(query(box.value.tracker, Pose{}));
  std::vector<Out> answers(poses.size());
  const auto compute = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) answers[i] = query(box.value.tracker, poses.at(i));
  };
  const std::unique_lock held(box.one_at_a_time, std::try_to_lock);
  if (!held) raise(exceptions().usage, "a Tracker is used by two threads at once");
  const std::size_t done = without_gil([&] { return first_of_batch(answers.size(), compute); });
  if (done < answers.size())
    run_long(
        [&](Watch& watch) {
          for (std::size_t i = done; i < answers.size() && !watch.stop; ++i) compute(i, i + 1);
          return true;
        },
        nullptr, true);
  return to_python(std::move(answers));
}

PyObject* tracker_collide(Call& call) {
  const CollideOptions o = collide_options(call);
  return tracked(call, [&](Tracker& t, const Pose& at) { return t.collide(at, o); });
}
PyObject* tracker_within(Call& call) {
  const CollideOptions o = collide_options(call);
  const double tolerance = call.last_number("tolerance");
  return tracked(call, [&](Tracker& t, const Pose& at) { return t.within(at, tolerance, o); });
}
PyObject* tracker_distance(Call& call) {
  const DistanceOptions o = distance_options(call);
  return tracked(call, [&](Tracker& t, const Pose& at) { return t.distance(at, o); });
}
PyObject* tracker_signed_distance(Call& call) {
  const DistanceOptions o = distance_options(call);
  return tracked(call, [&](Tracker& t, const Pose& at) { return t.signed_distance(at, o); });
}
PyObject* tracker_penetration(Call& call) {
  const PenetrationOptions o = penetration_options(call);
  return tracked(call, [&](Tracker& t, const Pose& at) { return t.penetration(at, o); });
}
PyObject* tracker_collisions(Call& call) {
  u64 limit = std::numeric_limits<u64>::max();
  call.option("limit", limit);
  return tracked(call, [&](Tracker& t, const Pose& at) { return t.collisions(at, limit); });
}
PyObject* tracker_contacts(Call& call) {
  ContactOptions o;
  call.option(o.budget);
  const double tolerance = call.last_number("tolerance");
  return tracked(call, [&](Tracker& t, const Pose& at) { return t.contacts(at, tolerance, o); });
}

void add_tracker(py::module_& module) {
  py::class_<TrackerBox> type(
      module, "Tracker",
      R"(One pair that moves little from query to query: each query starts where the last one ended. One for each thread.

Tracker(a, b, *, pairs=True, front=True)

>>> pair = apart.Tracker(apart.Box(1, 1, 1), apart.Ball(0.5))
>>> [round(pair.distance((x, 0, 0)).distance, 6) for x in (2, 1.9, 1.8)]
[1.0, 0.9, 0.8]
)");
  type.def(py::init([](py::object a, py::object b, bool pairs, bool front) {
             const TrackerOptions how{.pairs = pairs, .front = front};
             Tracker made(geometry_in(a.ptr(), "Tracker(): a"), geometry_in(b.ptr(), "Tracker(): b"), how);
             return make_guarded(TrackedPair{std::move(a), std::move(b), std::move(made)});
           }),
           py::arg("a"), py::arg("b"), py::kw_only(), py::arg("pairs") = true, py::arg("front") = true)
      .def(
          "forget", [](TrackerBox& t) { alone(t, "Tracker", [](TrackedPair& p) { return p.tracker.forget(), true; }); },
          "As if new.")
      .def_property_readonly(
          "front_size",
          [](TrackerBox& t) { return alone(t, "Tracker", [](TrackedPair& p) { return p.tracker.front_size(); }); },
          "Pairs of nodes that are remembered; of models.")
      .def_property_readonly(
          "tests", [](TrackerBox& t) { return alone(t, "Tracker", [](TrackedPair& p) { return p.tracker.tests(); }); },
          "Of volumes and primitives, in all traversals so far; of models.")
      .def_property_readonly(
          "a", [](const TrackerBox& t) { return t.value.a; }, "The first of the pair.")
      .def_property_readonly(
          "b", [](const TrackerBox& t) { return t.value.b; }, "The second of the pair.")
      .def("__repr__", [](const TrackerBox& t) {
        return "<apart.Tracker of " + py::repr(t.value.a).cast<std::string>() + " and " +
               py::repr(t.value.b).cast<std::string>() + ">";
      });
  add<tracker_collide>(type, "collide",
                       "collide(pose, *, solid=False): as apart.collide; many poses are taken in order.");
  add<tracker_within>(type, "within", "within(pose, tolerance, *, solid=False): as apart.within.");
  add<tracker_distance>(type, "distance", "distance(pose, *, max, abs_error, rel_error, solid): as apart.distance.");
  add<tracker_signed_distance>(type, "signed_distance", "signed_distance(pose): as apart.signed_distance; of shapes.");
  add<tracker_penetration>(type, "penetration",
                           "penetration(pose, *, rel_error, gap, max_tests, max_seconds): as apart.penetration.");
  add<tracker_collisions>(type, "collisions", "collisions(pose, *, limit): as apart.collisions; of models.");
  add<tracker_contacts>(type, "contacts", "contacts(pose, tolerance, *, max_tests, max_seconds): as apart.contacts.");
}

}  // namespace

PyObject* cast_of_shapes(Call& call) {
  PyObject* motion = call.last("motion");
  if (!motion) return call.pair(), nullptr;  // only the options are asked for
  return cast_shape(call, vector_of(motion, call.what("motion")));
}

void add_pair_queries(py::module_& module) {
  add<collide>(module, "collide", R"(Do two models or shapes touch?

collide(a, b)                       both stand where they were made
collide(a, pose, b)                 B at a pose in A's frame
collide(a, pose_a, b, pose_b)       both in the world

Options: solid (closed meshes are solids), max_tests, max_seconds. A pose may be many: the answer is then a CollisionBatch,
and threads (0: all) and progress (called with the share that is done) are options too.

>>> apart.collide(apart.Box(1, 1, 1), (0.9, 0, 0), apart.Box(1, 1, 1)).colliding
True
>>> bool(apart.collide(apart.Box(1, 1, 1), (1.1, 0, 0), apart.Box(1, 1, 1)))
False
)");
  add<within>(module, "within", R"(Are two models or shapes closer than a tolerance?

within(a, b, tolerance), within(a, pose, b, tolerance), within(a, pose_a, b, pose_b, tolerance): as collide.

>>> apart.within(apart.Ball(1), (2.5, 0, 0), apart.Ball(1), 0.6).within
True
)");
  add<distance>(module, "distance", R"(How far apart are two models or shapes, and where?

distance(a, b), distance(a, pose, b), distance(a, pose_a, b, pose_b): as collide.

Options: max (farther is not searched), abs_error, rel_error, solid, max_tests, max_seconds, norm ("euclidean", "one" or
"infinity", of two models).

>>> gap = apart.distance(apart.Box(1, 1, 1), (2, 0, 0), apart.Box(1, 1, 1))
>>> gap.distance, gap.normal.tolist(), gap.status.name
(1.0, [1.0, 0.0, 0.0], 'exact')

Many poses give arrays:

>>> import numpy as np
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = 2, 3, 4
>>> apart.distance(apart.Box(1, 1, 1), poses, apart.Box(1, 1, 1)).distance
array([1., 2., 3.])
)");
  add<span>(module, "span", R"(How far apart are the farthest points of two models or shapes?

span(a, b), span(a, pose, b), span(a, pose_a, b, pose_b): as collide. Options: abs_error, rel_error, max_tests, max_seconds,
norm.

>>> apart.span(apart.Ball(1), (3, 0, 0), apart.Ball(1)).distance
5.0
)");
  add<signed_distance>(module, "signed_distance", R"(The distance of two shapes; where they overlap, minus the depth.

signed_distance(a, b), signed_distance(a, pose, b), signed_distance(a, pose_a, b, pose_b): as distance.

>>> apart.signed_distance(apart.Ball(1), (1.5, 0, 0), apart.Ball(1)).distance
-0.5
)");
  add<penetration>(module, "penetration", R"(How deep do two shapes or closed meshes overlap, and which way out?

penetration(a, b), penetration(a, pose, b), penetration(a, pose_a, b, pose_b): as collide. Options: rel_error, gap,
max_tests, max_seconds.

>>> apart.penetration(apart.Box(2, 2, 2), (1.5, 0, 0), apart.Box(2, 2, 2)).depth
0.5
)");
  add<manifold>(module, "manifold", R"(Where two shapes rest on each other: up to four points.

manifold(a, b), manifold(a, pose, b). Options: margin, max (farther is not searched: a lower bound).

>>> apart.manifold(apart.Box(1, 1, 1), (0, 0, 1), apart.Box(1, 1, 1)).count
4
)");
  add_tracker(module);
}

}  // namespace apart::python
