// Queries of two models, or of one with itself.
#include "special.hpp"

namespace apart::python {
namespace {

PyObject* clash(Call& call) {
  ClashOptions o;
  call.option("solid", o.solid);
  call.option("tolerance", o.tolerance);
  call.options_of_batch();
  return call.models([o](const Model& a, const Pose& at, const Model& b) { return apart::clash(a, at, b, o); },
                     [o](const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
                       return apart::clash(a, at_a, b, at_b, o);
                     });
}

PyObject* collisions(Call& call) {
  u64 limit = std::numeric_limits<u64>::max();
  call.option("limit", limit);
  call.options_of_batch();
  return call.local_models(
      [limit](const Model& a, const Pose& at, const Model& b) { return apart::collisions(a, at, b, limit); }, kHeavy);
}

PyObject* meeting(Call& call) {
  PyObject* second = call.last("triangle_b");
  PyObject* first = call.last("triangle_a");
  const auto index = [&](PyObject* x, const char* name) {
    const double n = number_of(x, call.what(name));
    if (!(n >= 0) || n != std::floor(n) || n > 4294967295.0) call.wrong(name, "expected the number of a triangle");
    return static_cast<u32>(n);
  };
  TouchingPair pair;
  if (call.count() > 0) pair = {index(first, "triangle_a"), index(second, "triangle_b")};
  return call.local_models([pair](const Model& a, const Pose& at, const Model& b) {
    if (pair.triangle_a >= a.mesh().size()) throw UsageError("triangle_a: there are fewer triangles");
    if (pair.triangle_b >= b.mesh().size()) throw UsageError("triangle_b: there are fewer triangles");
    return apart::meeting(a, at, b, pair);
  });
}

PyObject* contained(Call& call) {
  call.options_of_batch();
  return call.local_models([](const Model& a, const Pose& at, const Model& b) { return apart::contained(a, at, b); });
}

PyObject* which_inside(Call& call) {
  call.options_of_batch();
  return call.local_models(
      [](const Model& a, const Pose& at, const Model& b) { return apart::which_inside(a, at, b); });
}

PyObject* beyond(Call& call) {
  call.options_of_batch();
  const double limit = call.last_number("limit");
  return call.local_models(
      [limit](const Model& a, const Pose& at, const Model& b) { return apart::beyond(a, at, b, limit); });
}

HausdorffOptions hausdorff_options(Call& call) {
  HausdorffOptions o;
  call.option("directed", o.directed);
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option("norm", o.norm);
  call.option(o.budget);
  call.options_of_batch();
  o.threads = call.how().threads;
  return o;
}

PyObject* hausdorff(Call& call) {
  const HausdorffOptions o = hausdorff_options(call);
  return call.models([o](const Model& a, const Pose& at, const Model& b) { return apart::hausdorff(a, at, b, o); },
                     [o](const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
                       return apart::hausdorff(a, at_a, b, at_b, o);
                     },
                     kHeavy);
}

PyObject* hausdorff_above(Call& call) {
  const HausdorffOptions o = hausdorff_options(call);
  const double limit = call.last_number("limit");
  return call.local_models(
      [o, limit](const Model& a, const Pose& at, const Model& b) { return apart::hausdorff_above(a, at, b, limit, o); },
      kHeavy);
}

PyObject* intersection(Call& call) {
  call.options_of_batch();
  return call.models([](const Model& a, const Pose& at, const Model& b) { return apart::intersection(a, at, b); },
                     [](const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
                       return apart::intersection(a, at_a, b, at_b);
                     },
                     kHeavy);
}

PyObject* solid_intersection(Call& call) {
  call.options_of_batch();
  return call.models([](const Model& a, const Pose& at, const Model& b) { return apart::solid_intersection(a, at, b); },
                     [](const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
                       return apart::solid_intersection(a, at_a, b, at_b);
                     },
                     kHeavy);
}

PyObject* contacts(Call& call) {
  ContactOptions o;
  call.option(o.budget);
  call.options_of_batch();
  const double tolerance = call.last_number("tolerance");
  if (is_hull_tree(first(call))) return hulls_contacts(call, tolerance, o);
  return call.pairs([o, tolerance](const auto& a, const Pose& at,
                                   const auto& b) -> Contacts { return apart::contacts(a, at, b, tolerance, o); },
                    [o, tolerance](const auto& a, const Pose& at_a, const auto& b, const Pose& at_b) -> Contacts {
                      return apart::contacts(a, at_a, b, at_b, tolerance, o);
                    },
                    kHeavy);
}

PyObject* region_depths(Call& call) {
  call.options_of_batch();
  return call.local_models(
      [](const Model& a, const Pose& at, const Model& b) { return apart::region_depths(a, at, b); }, kHeavy);
}

PyObject* vertex_depths(Call& call) {
  call.options_of_batch();
  return call.local_models(
      [](const Model& a, const Pose& at, const Model& b) { return apart::vertex_depths(a, at, b); }, kHeavy);
}

PyObject* depth_since(Call& call) {
  call.expect(3, 3, "(last, then, now): a Distance and two poses");
  const void* last = payload_of(answer_type<Distance>(), call[0]);
  if (!last) call.wrong_type("last", "a Distance", call[0]);
  return PyFloat_FromDouble(apart::depth_since(*static_cast<const Distance*>(last), pose_of(call[1], call.what("then")),
                                               pose_of(call[2], call.what("now"))));
}

PyObject* separation_bound(Call& call) {
  std::vector<TouchingPair> touching;
  if (PyObject* given = call.option("touching"); given && given != Py_None) {
    auto pairs = answers_in<TouchingPair>(given);
    if (!pairs) call.wrong_type("touching", "a TouchingPairBatch, as of collisions(a, pose, b).pairs", given);
    touching = std::move(*pairs);
  }
  call.options_of_batch();
  const auto checked = [touching](const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
    for (const TouchingPair& pair : touching)
      if (pair.triangle_a >= a.mesh().size() || pair.triangle_b >= b.mesh().size())
        throw UsageError("touching: these are pairs of other models");
    return apart::separation_bound(a, at_a, b, at_b, touching);
  };
  return call.models([checked](const Model& a, const Pose& at, const Model& b) { return checked(a, Pose{}, b, at); },
                     checked);
}

// Of one model.

template <class Query>
PyObject* one_model(Call& call, Query query) {
  call.expect(1, 1, "(model)");
  const Model& model = call.model(0, "model");
  return answer_to_python(run_work(may_take_long(model.mesh().size(), model.mesh().size()),
                                   [model, query](Watch&) { return query(model); }));
}

PyObject* self_collisions(Call& call) {
  if (is_deforming(first(call))) return deforming_self_collisions(call);
  return one_model(call, [](const Model& m) { return apart::self_collisions(m); });
}

PyObject* self_distance(Call& call) {
  DistanceOptions o;
  call.option("max", o.max);
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option(o.budget);
  return one_model(call, [o](const Model& m) { return apart::self_distance(m, o); });
}

PyObject* self_within(Call& call) {
  Budget budget;
  call.option(budget);
  const double tolerance = call.last_number("tolerance");
  return one_model(call, [tolerance, budget](const Model& m) { return apart::self_within(m, tolerance, budget); });
}

// ask(model, options) with what it was asked for, and progress.
template <class Ask>
PyObject* about_pieces(Call& call, Ask ask) {
  DecompositionOptions o;
  call.option("method", o.method);
  PyObject* report = function_of(call.option("progress"), call.what("progress"));
  call.expect(1, 1, "(model)");
  const Model& model = call.model(0, "model");
  return to_python(value_or_raise(run_work(
      may_take_long(model.mesh().size(), model.mesh().size()),
      [model, o, ask](Watch& watch) mutable {
        o.progress = watch.progress();
        return ask(model, o);
      },
      report, true)));
}

PyObject* decompose(Call& call) {
  return about_pieces(call, [](const Model& m, const DecompositionOptions& o) { return apart::decompose(m, o); });
}

PyObject* decomposition_bounds(Call& call) {
  return about_pieces(call,
                      [](const Model& m, const DecompositionOptions& o) { return apart::decomposition_bounds(m, o); });
}

}  // namespace

void add_model_queries(py::module_& module) {
  add<clash>(module, "clash", R"(Do two models merely rest against each other, or share space?

clash(a, b), clash(a, pose, b), clash(a, pose_a, b, pose_b). Options: solid, tolerance.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.clash(box, (1, 0, 0), box).state.name, apart.clash(box, (0.5, 0.25, 0), box).state.name
('touch', 'clash')
)");
  add<collisions>(module, "collisions", R"(Which triangles of two models touch?

collisions(a, b), collisions(a, pose, b). Options: limit.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> len(apart.collisions(box, (0.5, 0.5, 0.5), box).pairs.triangle_a) > 0
True
)");
  add<meeting>(module, "meeting", R"(Where two triangles of two models intersect, in A's frame.

meeting(a, b, triangle_a, triangle_b), meeting(a, pose, b, triangle_a, triangle_b)

>>> flat = apart.Model([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
>>> upright = apart.Model([[0.5, 0.5, -1], [0.5, 0.5, 1], [0.75, 0.5, 1]], [[0, 1, 2]])
>>> met = apart.meeting(flat, upright, 0, 0)
>>> met.kind.name, sorted([met.p.tolist(), met.q.tolist()])
('segment', [[0.5, 0.5, 0.0], [0.625, 0.5, 0.0]])
)");
  add<contained>(module, "contained", R"(For models whose surfaces do not touch: is any part of one inside the other?

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.contained(box, box.scaled(0.5))
True
)");
  add<which_inside>(module, "which_inside", R"(For models whose surfaces do not touch: which one lies inside the other?

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.which_inside(box, (0, 0, 0), box.scaled(0.5)).which.name
'b'
)");
  add<beyond>(module, "beyond", R"(Is some point of A farther than a limit from some point of B?

beyond(a, b, limit), beyond(a, pose, b, limit)

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> bool(apart.beyond(box, (3, 0, 0), box, 4))
True
)");
  add<hausdorff>(module, "hausdorff",
                 R"(The Hausdorff distance of two surfaces: how far is the farthest point of one from the other?

hausdorff(a, b), hausdorff(a, pose, b), hausdorff(a, pose_a, b, pose_b). Options: directed (from A to B alone), abs_error,
rel_error, norm, max_tests, max_seconds, threads.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> round(apart.hausdorff(box, (0.25, 0, 0), box).distance, 12)
0.25
)");
  add<hausdorff_above>(module, "hausdorff_above",
                       R"(Is the Hausdorff distance above a limit? Stops as soon as that is decided.

hausdorff_above(a, b, limit), hausdorff_above(a, pose, b, limit). Options: as hausdorff.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> [apart.hausdorff_above(box, (0.25, 0, 0), box, limit).above for limit in (0.2, 0.3)]
[True, False]
)");
  add<intersection>(module, "intersection", R"(The intersection curves of two surfaces.

intersection(a, b), intersection(a, pose, b), intersection(a, pose_a, b, pose_b)

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> found = apart.intersection(box, (0.5, 0.5, 0.5), box)
>>> len(found.curves), found.length, found.curves[0].closed
(1, 3.0, True)
)");
  add<solid_intersection>(module, "solid_intersection",
                          R"(The solid that two closed meshes have in common: its mesh, volume and area.

solid_intersection(a, b), solid_intersection(a, pose, b), solid_intersection(a, pose_a, b, pose_b)

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.solid_intersection(box, (0.5, 0.5, 0.5), box).volume
0.125
)");
  add<contacts>(module, "contacts",
                R"(Where are two bodies in contact, or nearly? Every local minimum of the distance below a tolerance.

contacts(a, b, tolerance), contacts(a, pose, b, tolerance), contacts(a, pose_a, b, pose_b, tolerance). Options: max_tests,
max_seconds.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.contacts(box, (0, 0, 1.1), box, 0.2).contacts.distance.round(6)
array([0.1, 0.1, 0.1, 0.1])
)");
  add<region_depths>(module, "region_depths",
                     R"(The regions that two solids share, the deepest first, each with its depth and normal.

region_depths(a, b), region_depths(a, pose, b)

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.region_depths(box, (0.75, 0, 0), box).depth.round(6)
array([0.25])
)");
  add<vertex_depths>(module, "vertex_depths", R"(The vertices of one solid inside of the other, by rays.

vertex_depths(a, b), vertex_depths(a, pose, b)

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> len(apart.vertex_depths(box, (0.75, 0.5, 0.5), box))
2
)");
  add<depth_since>(module, "depth_since",
                   R"(How far the nearest features of the last disjoint pose have passed each other.

depth_since(last, then, now): `last` is distance(a, then, b).

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> then, now = (1.5, 0, 0), (0.75, 0, 0)
>>> round(apart.depth_since(apart.distance(box, then, box), then, now), 6)
0.25
)");
  add<separation_bound>(module, "separation_bound", R"(A translation of B that certainly separates two models.

separation_bound(a, b), separation_bound(a, pose, b), separation_bound(a, pose_a, b, pose_b). Options: touching (the pairs
of collisions(), whose normals are tried).

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> away = apart.separation_bound(box, (0.75, 0, 0), box)
>>> round(away.length, 6), away.translation.round(6)
(0.25, array([0.25, 0.  , 0.  ]))
)");
  add<self_collisions>(module, "self_collisions",
                       R"(Where a surface intersects itself: pairs of triangles.

self_collisions(model)

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> both = apart.Model.joined([box, box.placed((0.5, 0.5, 0.5))])
>>> len(apart.self_collisions(box)), len(apart.self_collisions(both)) > 0
(0, True)
)");
  add<self_distance>(module, "self_distance",
                     R"(The least distance of two triangles of a model that share no corner.

self_distance(model). Options: max, abs_error, rel_error, max_tests, max_seconds.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.self_distance(apart.Model.joined([box, box.placed((1.25, 0, 0))])).distance
0.25
)");
  add<self_within>(module, "self_within",
                   R"(Is self_distance() at most a tolerance? With 0: does the surface intersect itself?

self_within(model, tolerance). Options: max_tests, max_seconds.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.self_within(apart.Model.joined([box, box.placed((1.25, 0, 0))]), 0.5).within
True
)");
  add<decompose>(module, "decompose",
                 R"(Convex surface decomposition: the surface as a sum of patches, each on its own convex hull.

decompose(model). Options: method ("crest", "dfs", "bfs", "dfs_retract", "bfs_retract", "global_"), progress.

>>> apart.decompose(apart.Model.of_shape(apart.Box(1, 1, 1))).size
1
)");
  add<decomposition_bounds>(module, "decomposition_bounds",
                            R"(Lower bounds of the number of pieces of any such decomposition.

decomposition_bounds(model). Options: method, progress.

>>> apart.decomposition_bounds(apart.Model.of_shape(apart.Box(1, 1, 1)))
DecompositionBounds(any=1, connected=1)
)");
}

}  // namespace apart::python
