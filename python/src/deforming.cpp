// Models that deform, and trees of hulls: classes of their own, with queries under the common names.
#include "deforming.hpp"

#include <apart/decompose/hull_tree.hpp>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <apart/queries/hull_tracker.hpp>

namespace apart::python {
namespace {

PyTypeObject *deforming_type = nullptr, *hulls_type = nullptr;

// Changing it while a query runs would be a data race.
struct DeformingBox {
  DeformingModel model;
  std::mutex one_at_a_time{};
};

DeformingOptions options(u32 leaf_size, const std::string& update, double rebuild_above) {
  if (update != "all" && update != "on_demand")
    raise(exceptions().usage, "DeformingModel(): update: expected 'all' or 'on_demand', found '" + update + "'");
  return {.leaf_size = leaf_size,
          .update = update == "all" ? BoxUpdate::all : BoxUpdate::on_demand,
          .rebuild_above = rebuild_above};
}

std::unique_ptr<DeformingBox> boxed(Result<DeformingModel> made) {
  return std::unique_ptr<DeformingBox>(new DeformingBox{value_or_raise(std::move(made))});
}

// (4, 4) or (3, 4), or many of them: any linear map and a shift.
std::vector<Affine> affine_of(const py::object& object, const std::string& what, bool many) {
  const py::array array = numbers_of(object.ptr(), what);
  const py::ssize_t n = array.ndim();
  const bool fits =
      n == (many ? 3 : 2) && array.shape(n - 1) == 4 && (array.shape(n - 2) == 4 || array.shape(n - 2) == 3);
  if (!fits)
    raise(exceptions().usage,
          what + ": expected " + (many ? "an array (bones, 4, 4)" : "a matrix (4, 4)") + ", or with 3 rows");
  const py::ssize_t rows = array.shape(n - 2);
  std::vector<Affine> out(static_cast<std::size_t>(many ? array.shape(0) : 1));
  const auto* m = static_cast<const double*>(array.data());
  for (Affine& one : out) {
    one = {{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[3], m[7], m[11]}};
    if (rows == 4 && !(m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1))
      raise(exceptions().usage, what + ": the last row is not 0 0 0 1 (is it transposed?)");
    m += 4 * rows;
  }
  return out;
}

py::tuple work(const Result<BoxWork>& done, const std::string& what) {
  const BoxWork out = value_or_raise(done, exceptions().usage, what);
  return py::make_tuple(out.boxes, out.triangles);
}

template <class F>
auto alone(DeformingBox& box, F f) {
  const std::unique_lock held(box.one_at_a_time, std::try_to_lock);
  if (!held) raise(exceptions().usage, "a DeformingModel is changed by two threads at once");
  return f(box.model);
}

const Model& model_in(const py::handle object, const std::string& what) {
  const auto found = geometry_of(object.ptr());
  if (!found || !found->model) raise(PyExc_TypeError, what + ": expected a Model, found " + type_name(object.ptr()));
  return *found->model;
}

void add_deforming(py::module_& module) {
  py::class_<DeformingBox> type(
      module, "DeformingModel",
      R"(A mesh whose vertices move while its faces stay. Its hierarchy is refitted, not rebuilt.

DeformingModel(model, *, leaf_size=4, update="on_demand", rebuild_above=1.5)

collide, within, distance, impact, self_collisions and self_impact take it; model() gives one for all other queries.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> cloth = apart.DeformingModel(box)
>>> _ = cloth.move(box.vertices + [3, 0, 0])
>>> round(apart.distance(cloth, apart.DeformingModel(box)).distance, 6)
2.0
)");
  type.def(py::init([](const py::object& model, u32 leaf_size, const std::string& update, double rebuild_above) {
             const Mesh mesh = model_in(model, "DeformingModel(): model").mesh();
             return boxed(DeformingModel::make(mesh, options(leaf_size, update, rebuild_above)));
           }),
           py::arg("model"), py::kw_only(), py::arg("leaf_size") = 4, py::arg("update") = "on_demand",
           py::arg("rebuild_above") = 1.5)
      .def_static(
          "morph",
          [](const py::iterable& targets) {
            std::vector<Mesh> meshes;
            for (const py::handle one : targets)
              meshes.push_back(
                  model_in(one, "DeformingModel.morph(): targets[" + std::to_string(meshes.size()) + "]").mesh());
            return boxed(DeformingModel::morph(meshes));
          },
          py::arg("targets"), "Of morph targets, models with the same faces: blend() gives their weights.")
      .def_static(
          "skin",
          [](const py::object& rest, const py::object& weights) {
            const py::array array = numbers_of(weights.ptr(), "DeformingModel.skin(): weights");
            const Mesh& mesh = model_in(rest, "DeformingModel.skin(): rest").mesh();
            if (array.ndim() != 2 || static_cast<std::size_t>(array.shape(0)) != mesh.vertices().size())
              raise(exceptions().usage, "DeformingModel.skin(): weights: expected an array (vertices, bones)");
            const auto bones = static_cast<u32>(array.shape(1));
            std::vector<std::vector<BoneWeight>> all(mesh.vertices().size());
            const auto* w = static_cast<const double*>(array.data());
            for (auto& one : all)
              for (u32 bone = 0; bone < bones; ++bone, ++w)
                if (*w != 0) one.push_back({bone, *w});
            return boxed(DeformingModel::skin(mesh, std::move(all), bones));
          },
          py::arg("rest"), py::arg("weights"),
          "Of bones: an array (vertices, bones) of weights; pose() moves the bones.")
      .def(
          "move",
          [](DeformingBox& box, const py::object& vertices) {
            const PointList list(vertices.ptr(), "move(): vertices");
            const std::span<const Vec3d> all = list.all();
            return alone(box, [&](DeformingModel& m) {
              return work(m.move({all.begin(), all.end()}), "move(): vertices: ");
            });
          },
          py::arg("vertices"), "New places of all vertices. Returns how many boxes and triangles were computed again.")
      .def(
          "blend",
          [](DeformingBox& box, const py::object& weights) {
            const py::array array = numbers_of(weights.ptr(), "blend(): weights");
            const auto* w = static_cast<const double*>(array.data());
            return alone(box, [&](DeformingModel& m) {
              return work(m.blend({w, w + array.size()}), "blend(): weights: ");
            });
          },
          py::arg("weights"), "New weights of all targets, of morph().")
      .def(
          "pose",
          [](DeformingBox& box, const py::object& bones) {
            std::vector<Affine> all = affine_of(bones, "pose(): bones", true);
            return alone(box, [&](DeformingModel& m) { return work(m.pose(std::move(all)), "pose(): bones: "); });
          },
          py::arg("bones"), "New transforms of all bones, of skin(): an array (bones, 4, 4).")
      .def(
          "place",
          [](DeformingBox& box, const py::object& at) {
            const Affine to = affine_of(at, "place(): at", false)[0];
            return alone(box, [&](DeformingModel& m) { return work(m.place(to), "place(): at: "); });
          },
          py::arg("at"), "A transform of the whole model after all else, a matrix (4, 4) that may scale and shear.")
      .def(
          "start_step", [](DeformingBox& box) { alone(box, [](DeformingModel& m) { return m.start_step(), true; }); },
          "The state now becomes the start of a step: impact() is of the way from there.")
      .def(
          "rebuild",
          [](DeformingBox& box, double above) {
            return alone(box, [&](DeformingModel& m) { return work(m.rebuild(above), ""); });
          },
          py::arg("above") = 1.5, "Builds subtrees again that cost so many times more than when they were built.")
      .def(
          "model", [](const DeformingBox& box) { return box.model.model(); },
          "As it is now, a Model for all other queries.")
      .def("__len__", [](const DeformingBox& box) { return box.model.size(); })
      .def("__repr__", [](const DeformingBox& box) {
        return "<apart.DeformingModel: " + std::to_string(box.model.size()) + " triangles>";
      });
  deforming_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

const DeformingModel* deforming_of(PyObject* object) {
  return Py_TYPE(object) == deforming_type ? &py::cast<DeformingBox&>(py::handle(object)).model : nullptr;
}

const HullTree* hulls_of(PyObject* object) {
  return Py_TYPE(object) == hulls_type ? &py::cast<const HullTree&>(py::handle(object)) : nullptr;
}

FirstContactOptions contact_options(Call& call) {
  FirstContactOptions o;
  call.option("clearance", o.clearance);
  call.option("tolerance", o.tolerance);
  call.option("input_error", o.input_error);
  return o;
}

const DeformingModel& deforming(const Call& call, Py_ssize_t i, const char* name) {
  const DeformingModel* found = deforming_of(call[i]);
  if (!found) call.wrong_type(name, "a DeformingModel", call[i]);
  return *found;
}

PyObject* self_impact(Call& call) {
  const FirstContactOptions o = contact_options(call);
  call.expect(1, 1, "(model), a DeformingModel");
  const DeformingModel& model = deforming(call, 0, "model");
  const DeformingImpact answer = [&] {
    const WithoutGil released;
    return apart::self_impact(model, o);
  }();
  return to_python(answer);
}

void add_hulls(py::module_& module) {
  py::class_<HullTree> type(module, "HullTree",
                            R"(A hierarchy of convex hulls over the convex pieces of a model. Immutable.

HullTree(model, *, split="midpoint", method="crest"). collide, within and distance take two of them; HullTracker tracks a pair.

>>> box = apart.HullTree(apart.Model.of_shape(apart.Box(1, 1, 1)))
>>> round(apart.distance(box, (3, 0, 0), box).distance, 6)
2.0
)");
  type.def(py::init([](const py::object& model, const std::string& split, const std::string& method) {
             HullTreeOptions how;
             bool known = false;
             for (HullSplit one : kHullSplits)
               if (to_string(one) == split) how.split = one, known = true;
             if (!known) raise(exceptions().usage, "HullTree(): split: unknown: '" + split + "'");
             known = false;
             for (DecompositionMethod one : kDecompositionMethods)
               if (to_string(one) == method) how.method = one, known = true;
             if (!known) raise(exceptions().usage, "HullTree(): method: unknown: '" + method + "'");
             return value_or_raise(run_long(
                 [m = model_in(model, "HullTree(): model"), how](Watch& watch) mutable {
                   how.progress = watch.progress();
                   return HullTree::make(m, how);
                 },
                 nullptr, true));
           }),
           py::arg("model"), py::kw_only(), py::arg("split") = "midpoint", py::arg("method") = "crest")
      .def_property_readonly(
          "model", [](const HullTree& t) { return t.model(); }, "The model of which it is.")
      .def_property_readonly("pieces", &HullTree::pieces, "Number of convex pieces: of leaves.")
      .def("__len__", &HullTree::size)
      .def("__repr__", [](const HullTree& t) {
        return "<apart.HullTree: " + std::to_string(t.size()) + " hulls of " + std::to_string(t.pieces()) + " pieces>";
      });
  hulls_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

struct HullTrackerBox {
  HullTracker tracker;
  std::mutex one_at_a_time{};
};

CollideOptions collide_options(Call& call) {
  CollideOptions options;
  call.option(options.budget);
  return options;
}

template <class Query>
PyObject* tracked(Call& call, Query query) {
  call.expect(1, 1, "(pose)");
  auto& box = py::cast<HullTrackerBox&>(py::handle(call.self()));
  const Pose at = pose_of(call[0], call.what("pose"));
  const std::unique_lock held(box.one_at_a_time, std::try_to_lock);
  if (!held) raise(exceptions().usage, "a HullTracker is used by two threads at once: make one for each");
  auto answer = [&] {
    const WithoutGil released;
    return query(box.tracker, at);
  }();
  return to_python(std::move(answer));
}
PyObject* hull_collide(Call& call) {
  const CollideOptions o = collide_options(call);
  return tracked(call, [&](HullTracker& t, const Pose& at) { return t.collide(at, o); });
}
PyObject* hull_within(Call& call) {
  const CollideOptions o = collide_options(call);
  const double tolerance = call.last_number("tolerance");
  return tracked(call, [&](HullTracker& t, const Pose& at) { return t.within(at, tolerance, o); });
}
PyObject* hull_distance(Call& call) {
  DistanceOptions o;
  call.option("max", o.max);
  call.option("abs_error", o.abs_error);
  call.option("rel_error", o.rel_error);
  call.option(o.budget);
  return tracked(call, [&](HullTracker& t, const Pose& at) { return t.distance(at, o); });
}

void add_hull_tracker(py::module_& module) {
  py::class_<HullTrackerBox> type(module, "HullTracker",
                                  R"(Two trees of hulls that move little from query to query. One for each thread.

HullTracker(a, b, *, pieces=True, priority=True, front=True, motion=True, queue=256)
)");
  type.def(py::init([](const HullTree& a, const HullTree& b, bool pieces, bool priority, bool front, bool motion,
                       u32 queue) {
             return std::unique_ptr<HullTrackerBox>(
                 new HullTrackerBox{HullTracker(a, b, {pieces, priority, front, motion, queue})});
           }),
           py::arg("a"), py::arg("b"), py::kw_only(), py::arg("pieces") = true, py::arg("priority") = true,
           py::arg("front") = true, py::arg("motion") = true, py::arg("queue") = 256)
      .def(
          "forget", [](HullTrackerBox& t) { t.tracker.forget(); }, "As if new.")
      .def_property_readonly(
          "tests", [](const HullTrackerBox& t) { return t.tracker.tests(); }, "Of pairs of hulls, so far.")
      .def_property_readonly(
          "steps", [](const HullTrackerBox& t) { return t.tracker.steps(); }, "Of Voronoi marching.");
  add<hull_collide>(type, "collide", "collide(pose): as apart.collide, of solids.");
  add<hull_within>(type, "within", "within(pose, tolerance): as apart.within, of solids.");
  add<hull_distance>(type, "distance", "distance(pose, *, max, abs_error, rel_error): as apart.distance, of solids.");
}

}  // namespace

PyObject* impact_of_deforming(Call& call) {
  const FirstContactOptions o = contact_options(call);
  call.expect(2, 2, "(a, b), DeformingModels");
  const DeformingModel &a = deforming(call, 0, "a"), &b = deforming(call, 1, "b");
  const DeformingImpact answer = [&] {
    const WithoutGil released;
    return apart::impact(a, b, o);
  }();
  return to_python(answer);
}

bool is_special(const Call& call) {
  return call.count() > 0 && (Py_TYPE(call[0]) == deforming_type || Py_TYPE(call[0]) == hulls_type);
}

namespace {

// query(a, b) of deforming models, query(a, pose, b) of trees of hulls.
template <class OfDeforming, class OfHulls>
PyObject* special(Call& call, OfDeforming of_deforming, OfHulls of_hulls) {
  if (const DeformingModel* a = deforming_of(call[0])) {
    call.expect(2, 2, "(a, b), of DeformingModels");
    const DeformingModel& b = deforming(call, 1, "b");
    auto answer = [&] {
      const WithoutGil released;
      return of_deforming(*a, b);
    }();
    return to_python(std::move(answer));
  }
  call.expect(2, 3, "(a, b) or (a, pose, b), of HullTrees");
  const HullTree& a = *hulls_of(call[0]);
  const Py_ssize_t last = call.positional() - 1;
  const HullTree* b = hulls_of(call[last]);
  if (!b) call.wrong_type("b", "a HullTree", call[last]);
  const PoseList at = last == 2 ? PoseList(call[1], call.what("pose")) : PoseList();
  if (at.many()) return to_python(call.batch(at.size(), [&](std::size_t i) { return of_hulls(a, at.at(i), *b); }));
  auto answer = [&] {
    const WithoutGil released;
    return of_hulls(a, at.at(0), *b);
  }();
  return to_python(std::move(answer));
}

}  // namespace

PyObject* special_collide(Call& call, const CollideOptions& o) {
  return special(
      call, [](const auto& a, const auto& b) { return apart::collide(a, b); },
      [&](const HullTree& a, const Pose& at, const HullTree& b) { return apart::collide(a, at, b, o); });
}

PyObject* special_within(Call& call, double tolerance, const CollideOptions& o) {
  return special(
      call, [&](const auto& a, const auto& b) { return apart::within(a, b, tolerance); },
      [&](const HullTree& a, const Pose& at, const HullTree& b) { return apart::within(a, at, b, tolerance, o); });
}

PyObject* special_distance(Call& call, const DistanceOptions& o) {
  return special(
      call, [&](const auto& a, const auto& b) { return apart::distance(a, b, o); },
      [&](const HullTree& a, const Pose& at, const HullTree& b) { return apart::distance(a, at, b, o); });
}

PyObject* special_self_collisions(Call& call) {
  call.expect(1, 1, "(model)");
  return to_python(apart::self_collisions(deforming(call, 0, "model")));
}

void add_deforming_models(py::module_& module) {
  add_deforming(module);
  add_hulls(module);
  add_hull_tracker(module);
  add<self_impact>(module, "self_impact", R"(Where a deforming model touches itself first, in a step.

self_impact(model). Options: clearance, tolerance, input_error.
)");
}

}  // namespace apart::python
