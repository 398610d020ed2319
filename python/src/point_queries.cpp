// Queries of one model or shape: points, directions, rays.
#include <apart/queries/point_batch.hpp>

#include "rays.hpp"

namespace apart::python {

PyObject* cast_of_shapes(Call& call);  // pair_queries.cpp

namespace {

template <class Query>
PyObject* geometry_at_points(Call& call, const char* name, Query query) {
  call.options_of_batch();
  call.expect(2, 2, "(model or shape, points)");
  const GeometryRef geometry = call.geometry(0, "geometry");
  const PointList list(call[1], call.what(name));
  if (geometry.model) return call.points(list, [&](Vec3d p) { return query(*geometry.model, p); });
  return call.points(list, [&](Vec3d p) { return query(*geometry.shape, p); });
}

// compute(how) of so many points or rays. Few are computed on this thread.
template <class Compute>
PyObject* in_batch(Call& call, std::size_t count, Compute compute) {
  const bool few = count <= 64;
  BatchOptions how = call.how();
  if (few) how.threads = 1;
  return to_python(run_work(
      !few,
      [&](Watch& watch) {
        how.progress = watch.progress();
        return compute(how);
      },
      call.report(), true));
}

PyObject* closest(Call& call) {
  ClosestOptions o;
  call.option("max", o.max);
  call.option("solid", o.solid);
  call.options_of_batch();
  call.expect(2, 2, "(model or shape, points)");
  const GeometryRef geometry = call.geometry(0, "geometry");
  const PointList list(call[1], call.what("points"));
  if (geometry.shape) return call.points(list, [&](Vec3d p) { return apart::closest(*geometry.shape, p, o); });
  if (!list.many()) return call.points(list, [&](Vec3d p) { return apart::closest(*geometry.model, p, o); });
  // Neighbours in space are neighbours in time.
  return in_batch(call, list.size(),
                  [&](const BatchOptions& how) { return apart::closest(*geometry.model, list.all(), o, how).answers; });
}

PyObject* winding_number(Call& call) {
  call.options_of_batch();
  call.expect(2, 2, "(model, points)");
  const Model& model = call.model(0, "model");
  const PointList list(call[1], call.what("points"));
  if (!list.many()) return call.points(list, [&](Vec3d p) { return apart::winding_number(model, p); });
  return in_batch(call, list.size(),
                  [&](const BatchOptions& how) { return apart::winding_number(model, list.all(), how).answers; });
}

PyObject* inside(Call& call) {
  return geometry_at_points(call, "points", [](const auto& g, Vec3d p) { return apart::inside(g, p); });
}

PyObject* farthest_vertex(Call& call) {
  return geometry_at_points(call, "direction", [](const auto& g, Vec3d p) { return apart::farthest_vertex(g, p); });
}

PyObject* locate(Call& call) {
  call.options_of_batch();
  call.expect(2, 2, "(model, points)");
  const Model& model = call.model(0, "model");
  return call.points(PointList(call[1], call.what("points")), [&](Vec3d p) { return apart::locate(model, p); });
}

PyObject* closest_triangles(Call& call) {
  ClosestOptions o;
  call.option("max", o.max);
  call.option("solid", o.solid);
  call.options_of_batch();
  const double k = call.last_number("k");
  if (!(k >= 0) || k != std::floor(k) || k > 4294967295.0) call.wrong("k", "expected a whole number of 0 or more");
  call.expect(2, 2, "(model, points, k)");
  const Model& model = call.model(0, "model");
  return call.points(PointList(call[1], call.what("points")),
                     [&](Vec3d p) { return apart::closest_triangles(model, p, static_cast<u32>(k), o); });
}

PyObject* triangles_within(Call& call) {
  bool solid = false;
  call.option("solid", solid);
  call.options_of_batch();
  const double radius = call.last_number("radius");
  call.expect(2, 2, "(model, points, radius)");
  const Model& model = call.model(0, "model");
  return call.points(PointList(call[1], call.what("points")),
                     [&](Vec3d p) { return apart::triangles_within(model, p, radius, solid); });
}

// Rays.

template <class One, class Many>
PyObject* cast_rays(Call& call, One one, Many many) {
  const RayList& list = rays(call, 1);
  const GeometryRef geometry = call.geometry(0, "geometry");
  if (geometry.shape) {
    if constexpr (requires { one(*geometry.shape, list.all[0]); }) {
      const auto each = [&](std::size_t i) { return one(*geometry.shape, list.all[i]); };
      if (list.many) return answers_to_python(call.batch(list.all.size(), each));
      return answer_to_python(each(0));
    } else {
      call.wrong_type("model", "a Model", call[0]);
    }
  }
  const Model& model = *geometry.model;
  if (!list.many) return to_python(without_gil([&] { return one(model, list.all[0]); }));
  if constexpr (requires { many(model, Rays(list.all), BatchOptions{}); })
    return in_batch(call, list.all.size(),
                    [&](const BatchOptions& how) { return many(model, Rays(list.all), how).answers; });
  else
    return to_python(call.batch(list.all.size(), [&](std::size_t i) { return one(model, list.all[i]); }));
}

RayOptions ray_options(Call& call) {
  RayOptions o;
  call.option("sides", o.sides);
  call.options_of_batch();
  return o;
}

PyObject* cast(Call& call) {
  const RayOptions o = ray_options(call);
  // The shape cast has what a ray cast has not: a second body.
  if (call.count() != 2 || !is_ray(call[1])) {
    if (o.sides != RaySides::both) call.wrong("sides", "goes with a Ray");
    return cast_of_shapes(call);
  }
  call.expect(2, 2, "(model or shape, ray)");
  struct One {
    RayOptions o;
    RayHit operator()(const Model& m, const Ray& r) const { return apart::cast(m, r, o); }
    RayHit operator()(const Shape& s, const Ray& r) const { return apart::cast(s, r); }
  };
  return cast_rays(call, One{o},
                   [&](const Model& m, Rays all, const BatchOptions& how) { return apart::cast(m, all, o, how); });
}

PyObject* cast_last(Call& call) {
  const RayOptions o = ray_options(call);
  call.expect(2, 2, "(model, ray)");
  return cast_rays(
      call, [&](const Model& m, const Ray& r) { return apart::cast_last(m, r, o); },
      [&](const Model& m, Rays all, const BatchOptions& how) { return apart::cast_last(m, all, o, how); });
}

PyObject* cast_any(Call& call) {
  const RayOptions o = ray_options(call);
  call.expect(2, 2, "(model, ray)");
  return cast_rays(
      call, [&](const Model& m, const Ray& r) { return apart::cast_any(m, r, o); },
      [&](const Model& m, Rays all, const BatchOptions& how) { return apart::cast_any(m, all, o, how); });
}

PyObject* cast_all(Call& call) {
  const RayOptions o = ray_options(call);
  call.expect(2, 2, "(model, ray)");
  return cast_rays(
      call, [&](const Model& m, const Ray& r) { return apart::cast_all(m, r, o); },
      [&](const Model& m, Rays all, const BatchOptions& how) { return apart::cast_all(m, all, o, how); });
}

PyObject* cast_both(Call& call) {
  const RayOptions o = ray_options(call);
  call.expect(2, 2, "(model, ray)");
  return cast_rays(
      call, [&](const Model& m, const Ray& r) { return apart::cast_both(m, r, o); }, nullptr);
}

}  // namespace

void add_point_queries(py::module_& module) {
  add_ray(module);
  add<closest>(module, "closest", R"(The nearest point of a surface to a point, or to each of many.

closest(model or shape, points). Options: max, solid (the distance is negative inside of a closed mesh; shapes are always
solid), threads, progress.

>>> apart.closest(apart.Ball(1), (0.5, 0, 0)).distance
-0.5
>>> apart.closest(apart.Model.of_shape(apart.Box(1, 1, 1)), [[1, 0, 0], [0, 0, 0]], solid=True).distance
array([ 0.5, -0.5])
)");
  add<closest_triangles>(module, "closest_triangles",
                         R"(The k nearest triangles of a model, nearest first.

closest_triangles(model, points, k). Options: max, solid.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> apart.closest_triangles(box, (1, 0.1, 0.2), 2).distance.round(6)
array([0.5     , 0.504975])
)");
  add<triangles_within>(module, "triangles_within",
                        R"(All triangles of a model that are not farther than a radius.

triangles_within(model, points, radius). Options: solid.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> [len(apart.triangles_within(box, (0, 0, 0), radius)) for radius in (0.4, 0.6)]
[0, 12]
)");
  add<inside>(module, "inside", R"(Is a point inside a solid, or on its surface?

inside(model or shape, points)

>>> apart.inside(apart.Ball(1), [[0, 0, 0], [2, 0, 0]])
array([ True, False])
)");
  add<locate>(module, "locate",
              R"(The position of a point relative to a closed mesh: outside, inside or on_surface. Exact.

locate(model, points)

>>> apart.locate(apart.Model.of_shape(apart.Box(1, 1, 1)), (0.5, 0, 0)).name
'on_surface'
)");
  add<winding_number>(module, "winding_number", R"(How often a surface winds around a point; the surface may be open.

winding_number(model, points)

>>> apart.winding_number(apart.Model.of_shape(apart.Box(1, 1, 1)), (0, 0, 0)).value
1.0
)");
  add<farthest_vertex>(module, "farthest_vertex", R"(Which point lies farthest along a direction?

farthest_vertex(model or shape, direction)

>>> apart.farthest_vertex(apart.Box(2, 2, 2), (1, 0, 0)).along
1.0
)");
  add<cast>(module, "cast", R"(Ray cast, and shape cast.

cast(model or shape, ray): the first hit of a Ray. Options: sides ("both", "front" or "back", of a model).
cast(a, b, motion), cast(a, pose, b, motion), cast(a, pose_a, b, pose_b, motion): when does shape B, translated by the
motion, first touch shape A? `time` is a share of the motion.

>>> apart.cast(apart.Model.of_shape(apart.Box(2, 2, 2)), apart.Ray((-3, 0, 0.3), (1, 0, 0))).t
2.0
>>> apart.cast(apart.Ball(1), (4, 0, 0), apart.Ball(1), (-4, 0, 0)).time
0.5
)");
  add<cast_last>(module, "cast_last",
                 R"(The last hit of a ray: the largest t.

cast_last(model, ray). Options: sides.

>>> apart.cast_last(apart.Model.of_shape(apart.Box(2, 2, 2)), apart.Ray((-3, 0, 0.3), (1, 0, 0))).t
4.0
)");
  add<cast_any>(module, "cast_any",
                R"(Does a ray hit at all? Stops at the first hit found.

cast_any(model, ray). Options: sides.

>>> apart.cast_any(apart.Model.of_shape(apart.Box(2, 2, 2)), apart.Ray((-3, 0, 0.3), (1, 0, 0))).hit
True
)");
  add<cast_all>(module, "cast_all", R"(Where a ray crosses the surface, in order.

cast_all(model, ray). Options: sides.

>>> apart.cast_all(apart.Model.of_shape(apart.Box(2, 2, 2)), apart.Ray((-3, 0, 0.3), (1, 0, 0))).hits.t
array([2., 4.])
)");
  add<cast_both>(module, "cast_both",
                 R"(The nearest hit ahead and the nearest one behind.

cast_both(model, ray). Options: sides.

>>> found = apart.cast_both(apart.Model.of_shape(apart.Box(2, 2, 2)), apart.Ray((0.5, 0, 0.3), (1, 0, 0)))
>>> found.ahead.t, found.behind.t
(0.5, -1.5)
)");
}

}  // namespace apart::python
