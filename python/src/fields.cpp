// A model on a grid: signed distances with proven errors, and voxels.
#include <pybind11/stl.h>
#include <apart/world/distance_field.hpp>

#include "module.hpp"

namespace apart::python {
namespace {

template <class T>
const T& self_of(const Call& call) {
  return py::cast<const T&>(py::handle(call.self()));
}

py::object vector(Vec3d v) { return py::reinterpret_steal<py::object>(to_python(v)); }

PyObject* distance_at(Call& call) {
  call.options_of_batch();
  call.expect(1, 1, "(points)");
  const DistanceField& field = self_of<DistanceField>(call);
  return call.points(PointList(call[0], call.what("points")), [&](Vec3d p) { return field.at(p); });
}

void add_distance_field(py::module_& module) {
  py::class_<DistanceField> type(
      module, "DistanceField",
      R"(The signed distance of a closed model on a grid: an estimate anywhere, with a proven error. Immutable.

DistanceField(model, *, cell=0, band=inf, room=-1, threads=1)

cell: the side of a cell; 0: a hundredth of the model's longest side. band: only cells that may be this near to the surface have
values. room: how far the grid reaches beyond the model; negative: two cells.

>>> field = apart.DistanceField(apart.Model.of_shape(apart.Box(1, 1, 1)), cell=0.1)
>>> found = field.at([[0, 0, 0], [1, 0, 0]])
>>> bool((abs(found.distance - [-0.5, 0.5]) <= found.error).all()), found.is_inside.tolist()
(True, [True, False])
)");
  type.def(py::init([](const py::object& model, const py::object& cell, const py::object& band, const py::object& room,
                       const py::object& threads) {
             const DistanceFieldOptions how{.cell = number_of(cell.ptr(), "DistanceField(): cell"),
                                            .band = number_of(band.ptr(), "DistanceField(): band"),
                                            .room = number_of(room.ptr(), "DistanceField(): room"),
                                            .threads = whole32_of(threads.ptr(), "DistanceField(): threads")};
             return value_or_raise(run_work(true, [m = model_in(model.ptr(), "DistanceField(): model"),
                                                   how](Watch&) { return DistanceField::make(m, how); }),
                                   exceptions().usage, "DistanceField(): ");
           }),
           py::arg("model"), py::kw_only(), py::arg("cell") = 0.0, py::arg("band") = Bounds::kInfinity,
           py::arg("room") = -1.0, py::arg("threads") = 1)
      .def_property_readonly(
          "bounds",
          [](const DistanceField& f) { return py::make_tuple(vector(f.bounds().low), vector(f.bounds().high)); },
          "The lowest and the highest corner of the grid.")
      .def_property_readonly("cell", &DistanceField::cell, "The side of a cell.")
      .def_property_readonly("values", &DistanceField::values, "How many values there are at corners.")
      .def_property_readonly("blocks", &DistanceField::blocks, "How many blocks of 8 x 8 x 8 cells there are.")
      .def_property_readonly("near_blocks", &DistanceField::near_blocks,
                             "How many of them have values at their corners.")
      .def("__repr__",
           [](const DistanceField& f) { return "<apart.DistanceField: " + std::to_string(f.values()) + " values>"; });
  add<distance_at>(type, "at", "at(points): the FieldDistance at a point, anywhere; of many, a FieldDistanceBatch.");
}

PyObject* voxel_at(Call& call) {
  call.options_of_batch();
  call.expect(1, 1, "(points)");
  const VoxelGrid& grid = self_of<VoxelGrid>(call);
  const PointList list(call[0], call.what("points"));
  if (!list.many()) return enum_member(enum_type<VoxelGrid::Kind>(), static_cast<int>(grid.at(list.at(0))));
  const auto kinds =
      call.batch(list.size(), [&](std::size_t i) { return static_cast<unsigned char>(grid.at(list.at(i))); });
  py::array_t<unsigned char> out(static_cast<py::ssize_t>(kinds.size()));
  std::copy(kinds.begin(), kinds.end(), out.mutable_data());
  return out.release().ptr();
}

PyObject* first_hit(Call& call) {
  call.options_of_batch();
  call.expect(2, 2, "(start, end)");
  const VoxelGrid& grid = self_of<VoxelGrid>(call);
  const PointList from(call[0], call.what("start")), to(call[1], call.what("end"));
  if (from.many() && to.many() && from.size() != to.size())
    call.wrong("end", std::to_string(to.size()) + ", but there are " + std::to_string(from.size()) + " starts");
  if (!from.many() && !to.many()) return PyFloat_FromDouble(grid.first_hit(from.at(0), to.at(0)));
  return answers_to_python(call.batch(from.many() ? from.size() : to.size(),
                                      [&](std::size_t i) { return grid.first_hit(from.at(i), to.at(i)); }));
}

void add_voxels(py::module_& module) {
  py::class_<VoxelGrid> type(
      module, "VoxelGrid",
      R"(Voxels of a closed model: outside, inside, or such that its surface may pass through. Conservative. Immutable.

VoxelGrid(model, cell, *, threads=1)

>>> grid = apart.VoxelGrid(apart.Model.of_shape(apart.Box(1, 1, 1)), 0.1)
>>> [grid.at(p).name for p in ((0, 0, 0), (0.5, 0, 0), (2, 0, 0))]
['inside', 'surface', 'outside']
>>> 0.3 <= grid.first_hit((-1, 0, 0), (0, 0, 0)) <= 0.5
True
)");
  type.def(py::init([](const py::object& model, const py::object& cell, const py::object& threads) {
             return value_or_raise(run_work(true, [m = model_in(model.ptr(), "VoxelGrid(): model"),
                                                   side = number_of(cell.ptr(), "VoxelGrid(): cell"),
                                                   cores = whole32_of(threads.ptr(), "VoxelGrid(): threads")](
                                                      Watch&) { return VoxelGrid::make(m, side, cores); }),
                                   exceptions().usage, "VoxelGrid(): ");
           }),
           py::arg("model"), py::arg("cell"), py::kw_only(), py::arg("threads") = 1)
      .def_property_readonly("cell", &VoxelGrid::cell, "The side of a voxel.")
      .def_property_readonly(
          "low", [](const VoxelGrid& g) { return vector(g.low()); }, "The lowest corner of the grid.")
      .def_property_readonly(
          "size", [](const VoxelGrid& g) { return py::make_tuple(g.size()[0], g.size()[1], g.size()[2]); },
          "How many voxels there are along each axis.")
      .def(
          "count",
          [](const VoxelGrid& g, const py::object& kind) {
            return g.count(word_of<VoxelGrid::Kind>(kind.ptr(), "count(): kind"));
          },
          py::arg("kind"), "How many voxels are of a kind: \"outside\", \"inside\" or \"surface\".")
      .def("__repr__", [](const VoxelGrid& g) {
        return "<apart.VoxelGrid: " + std::to_string(g.size()[0]) + " x " + std::to_string(g.size()[1]) + " x " +
               std::to_string(g.size()[2]) + ">";
      });
  add<voxel_at>(type, "at",
                "at(points): the VoxelKind at a point; of many, an array of them. Beyond the grid it is outside.");
  add<first_hit>(
      type, "first_hit",
      "first_hit(start, end): the first place on a segment, from 0 to 1, that is in a voxel of the surface or "
      "inside; more than 1 if there is none. Of many, an array.");
}

}  // namespace

void add_fields(py::module_& module) {
  add_distance_field(module);
  add_voxels(module);
}

}  // namespace apart::python
