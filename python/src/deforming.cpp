// Models that deform: a class of their own, with queries under the common names.
#include <apart/motion/deforming/deforming_queries.hpp>

#include "special.hpp"

namespace apart::python {
namespace {

PyTypeObject* deforming_type = nullptr;

// Queries keep it from being changed meanwhile.
using DeformingBox = Guarded<DeformingModel>;
constexpr const char* kName = "DeformingModel";

std::unique_ptr<DeformingBox> boxed(Result<DeformingModel> made) {
  return make_guarded(value_or_raise(std::move(made)));
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

DeformingOptions options_of(const std::string& call, const py::object& leaf_size, const py::object& update,
                            const py::object& rebuild_above) {
  return {.leaf_size = whole32_of(leaf_size.ptr(), call + "(): leaf_size"),
          .update = word_of<BoxUpdate>(update.ptr(), call + "(): update"),
          .rebuild_above = number_of(rebuild_above.ptr(), call + "(): rebuild_above")};
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
  type.def(py::init([](const py::object& model, const py::object& leaf_size, const py::object& update,
                       const py::object& rebuild_above) {
             const DeformingOptions how = options_of("DeformingModel", leaf_size, update, rebuild_above);
             const Mesh mesh = model_in(model.ptr(), "DeformingModel(): model").mesh();
             return boxed(without_gil([&] { return DeformingModel::make(mesh, how); }));
           }),
           py::arg("model"), py::kw_only(), py::arg("leaf_size") = 4, py::arg("update") = "on_demand",
           py::arg("rebuild_above") = 1.5)
      .def_static(
          "morph",
          [](const py::iterable& targets, const py::object& leaf_size, const py::object& update,
             const py::object& rebuild_above) {
            const DeformingOptions how = options_of("DeformingModel.morph", leaf_size, update, rebuild_above);
            std::vector<Mesh> meshes;
            for (const py::handle one : targets)
              meshes.push_back(
                  model_in(one.ptr(), "DeformingModel.morph(): targets[" + std::to_string(meshes.size()) + "]").mesh());
            return boxed(without_gil([&] { return DeformingModel::morph(meshes, how); }));
          },
          py::arg("targets"), py::kw_only(), py::arg("leaf_size") = 4, py::arg("update") = "on_demand",
          py::arg("rebuild_above") = 1.5, "Of morph targets, models with the same faces: blend() gives their weights.")
      .def_static(
          "skin",
          [](const py::object& rest, const py::object& weights, const py::object& leaf_size, const py::object& update,
             const py::object& rebuild_above) {
            const DeformingOptions how = options_of("DeformingModel.skin", leaf_size, update, rebuild_above);
            const py::array array = numbers_of(weights.ptr(), "DeformingModel.skin(): weights");
            const Mesh& mesh = model_in(rest.ptr(), "DeformingModel.skin(): rest").mesh();
            if (array.ndim() != 2 || static_cast<std::size_t>(array.shape(0)) != mesh.vertices().size())
              raise(exceptions().usage, "DeformingModel.skin(): weights: expected an array (vertices, bones)");
            const auto bones = static_cast<u32>(array.shape(1));
            std::vector<std::vector<BoneWeight>> all(mesh.vertices().size());
            const auto* w = static_cast<const double*>(array.data());
            for (auto& one : all)
              for (u32 bone = 0; bone < bones; ++bone, ++w)
                if (*w != 0) one.push_back({bone, *w});
            return boxed(without_gil([&] { return DeformingModel::skin(mesh, std::move(all), bones, how); }));
          },
          py::arg("rest"), py::arg("weights"), py::kw_only(), py::arg("leaf_size") = 4, py::arg("update") = "on_demand",
          py::arg("rebuild_above") = 1.5, "Of bones: an array (vertices, bones) of weights; pose() moves the bones.")
      .def(
          "move",
          [](DeformingBox& box, const py::object& vertices) {
            const PointList list(vertices.ptr(), "move(): vertices");
            const std::span<const Vec3d> all = list.all();
            return work(alone(box, kName,
                              [&](DeformingModel& m) {
                                return m.move({all.begin(), all.end()});
                              }),
                        "move(): vertices: ");
          },
          py::arg("vertices"), "New places of all vertices. Returns how many boxes and triangles were computed again.")
      .def(
          "blend",
          [](DeformingBox& box, const py::object& weights) {
            const py::array array = numbers_of(weights.ptr(), "blend(): weights");
            const auto* w = static_cast<const double*>(array.data());
            return work(alone(box, kName,
                              [&](DeformingModel& m) {
                                return m.blend({w, w + array.size()});
                              }),
                        "blend(): weights: ");
          },
          py::arg("weights"), "New weights of all targets, of morph().")
      .def(
          "pose",
          [](DeformingBox& box, const py::object& bones) {
            std::vector<Affine> all = affine_of(bones, "pose(): bones", true);
            return work(alone(box, kName, [&](DeformingModel& m) { return m.pose(std::move(all)); }),
                        "pose(): bones: ");
          },
          py::arg("bones"), "New transforms of all bones, of skin(): an array (bones, 4, 4).")
      .def(
          "place",
          [](DeformingBox& box, const py::object& at) {
            const Affine to = affine_of(at, "place(): at", false)[0];
            return work(alone(box, kName, [&](DeformingModel& m) { return m.place(to); }), "place(): at: ");
          },
          py::arg("at"), "A transform of the whole model after all else, a matrix (4, 4) that may scale and shear.")
      .def(
          "start_step", [](DeformingBox& box) { alone(box, kName, [](DeformingModel& m) { m.start_step(); }); },
          "The state now becomes the start of a step: impact() is of the way from there.")
      .def(
          "rebuild",
          [](DeformingBox& box, double above) {
            return work(alone(box, kName, [&](DeformingModel& m) { return Result<BoxWork>(m.rebuild(above)); }), "");
          },
          py::arg("above") = 1.5, "Builds subtrees again that cost so many times more than when they were built.")
      .def(
          "model",
          [](DeformingBox& box) {
            const auto held = unchanged(box, kName);
            return without_gil([&] { return box.value.model(); });
          },
          "As it is now, a Model for all other queries.")
      .def("__len__", [](const DeformingBox& box) { return box.value.size(); })
      .def("__repr__", [](const DeformingBox& box) {
        return "<apart.DeformingModel: " + std::to_string(box.value.size()) + " triangles>";
      });
  deforming_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

FirstContactOptions contact_options(Call& call) {
  FirstContactOptions o;
  call.option("clearance", o.clearance);
  call.option("tolerance", o.tolerance);
  call.option("input_error", o.input_error);
  return o;
}

DeformingBox& deforming(const Call& call, Py_ssize_t i, const char* name) {
  if (!is_deforming(call[i])) call.wrong_type(name, "a DeformingModel", call[i]);
  return py::cast<DeformingBox&>(py::handle(call[i]));
}

template <class Query>
PyObject* of_one(Call& call, Query query) {
  call.expect(1, 1, "(model), a DeformingModel");
  DeformingBox& model = deforming(call, 0, "model");
  const auto held = unchanged(model, kName);
  return to_python(without_gil([&] { return query(model.value); }));
}

template <class Query>
PyObject* of_two(Call& call, Query query) {
  call.expect(2, 2, "(a, b), of DeformingModels");
  DeformingBox &a = deforming(call, 0, "a"), &b = deforming(call, 1, "b");
  const auto first = unchanged(a, kName);
  const auto second = &a == &b ? std::shared_lock<std::shared_mutex>() : unchanged(b, kName);
  return to_python(without_gil([&] { return query(a.value, b.value); }));
}

// Of surfaces, to the end: what asks for more is refused.
template <class Options>
void check_options(const Call& call, const Options& o) {
  if (o.solid) call.wrong("solid", "a DeformingModel is a surface; model() gives a Model");
  if (std::is_same_v<Options, CollideOptions> && o.budget.limited())
    call.wrong("max_tests, max_seconds", "not taken with DeformingModels");
}

PyObject* self_impact(Call& call) {
  const FirstContactOptions o = contact_options(call);
  return of_one(call, [&](const DeformingModel& m) { return apart::self_impact(m, o); });
}

}  // namespace

bool is_deforming(PyObject* object) { return Py_TYPE(object) == deforming_type; }

PyObject* deforming_impact(Call& call) {
  const FirstContactOptions o = contact_options(call);
  return of_two(call, [&](const DeformingModel& a, const DeformingModel& b) { return apart::impact(a, b, o); });
}
PyObject* deforming_collide(Call& call, const CollideOptions& o) {
  check_options(call, o);
  return of_two(call, [](const DeformingModel& a, const DeformingModel& b) { return apart::collide(a, b); });
}
PyObject* deforming_within(Call& call, double tolerance, const CollideOptions& o) {
  check_options(call, o);
  return of_two(call, [&](const DeformingModel& a, const DeformingModel& b) { return apart::within(a, b, tolerance); });
}
PyObject* deforming_distance(Call& call, const DistanceOptions& o) {
  check_options(call, o);
  return of_two(call, [&](const DeformingModel& a, const DeformingModel& b) { return apart::distance(a, b, o); });
}
PyObject* deforming_self_collisions(Call& call) {
  return of_one(call, [](const DeformingModel& m) { return apart::self_collisions(m); });
}

void add_deforming_models(py::module_& module) {
  add_deforming(module);
  add<self_impact>(module, "self_impact", R"(Where a deforming model touches itself first, in a step.

self_impact(model). Options: clearance, tolerance, input_error.

>>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
>>> two = apart.DeformingModel(apart.Model.joined([box, box.placed((2, 0, 0))]))
>>> two.start_step()
>>> _ = two.move(np.concatenate([box.vertices, box.vertices + [0.5, 0, 0]]))
>>> hit = apart.self_impact(two)
>>> hit.hit, round(hit.contact_by, 4)
(True, 0.6667)
)");
}

}  // namespace apart::python
