// The BSP tree of a level, and shapes that are swept through it.
#include <apart/motion/bsp/bsp_sweep.hpp>

#include "module.hpp"

namespace apart::python {
namespace {

PyTypeObject* tree_type = nullptr;

PyObject* sweep(Call& call) {
  BspSweepOptions how;
  call.option("exact", how.exact);
  call.option("tolerance", how.tolerance);
  call.options_of_batch();
  call.expect(4, 4, "(level, shape, pose, by)");
  if (Py_TYPE(call[0]) != tree_type) call.wrong_type("level", "a BspTree", call[0]);
  const auto& level = py::cast<const BspTree&>(py::handle(call[0]));
  const auto shape = geometry_of(call[1]);
  if (!shape || !shape->shape) call.wrong_type("shape", "a Shape", call[1]);
  const PoseList poses(call[2], call.what("pose"));
  const PointList by(call[3], call.what("by"));
  if (poses.many() && by.many() && poses.size() != by.size())
    call.wrong("by", std::to_string(by.size()) + " motions, but " + std::to_string(poses.size()) + " poses");
  const auto at = [&](std::size_t i) { return apart::sweep(level, *shape->shape, poses.at(i), by.at(i), how); };
  if (poses.many() || by.many()) return to_python(call.batch(poses.many() ? poses.size() : by.size(), at));
  return to_python(without_gil([&] { return at(0); }));
}

}  // namespace

void add_bsp(py::module_& module) {
  py::class_<BspTree> type(module, "BspTree",
                           R"(A BSP tree of a level, for shapes of every size that move straight: sweep. Immutable.

BspTree(level, *, bevels=True, axis_aligned_above=64): a closed, consistently oriented Model. Solid is what its faces point
away from: of a room that faces inward, the outside.

>>> tree = apart.BspTree(apart.Model.of_shape(apart.Box(2, 2, 2)))
>>> tree.facts.solid_leaves
1
)");
  type.def(py::init([](const py::object& level, bool bevels, const py::object& axis_aligned_above) {
             const BspOptions how{
                 .bevels = bevels,
                 .axis_aligned_above = whole32_of(axis_aligned_above.ptr(), "BspTree(): axis_aligned_above")};
             return value_or_raise(run_work(true, [mesh = model_in(level.ptr(), "BspTree(): level").mesh(),
                                                   how](Watch&) { return BspTree::make(mesh, how); }),
                                   exceptions().usage, "BspTree(): level: ");
           }),
           py::arg("level"), py::kw_only(), py::arg("bevels") = true, py::arg("axis_aligned_above") = 64)
      .def_property_readonly(
          "facts", [](const BspTree& t) { return py::reinterpret_steal<py::object>(to_python(BspFacts(t.facts()))); },
          "What it consists of: BspFacts.")
      .def_property_readonly("slack", &BspTree::slack,
                             "By how much planes are shifted outward beyond what a shape asks for.")
      .def("__repr__",
           [](const BspTree& t) { return "<apart.BspTree: " + std::to_string(t.facts().nodes) + " planes>"; });
  tree_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  add<sweep>(module, "sweep", R"(Where does a shape that moves straight first hit a level?

sweep(level, shape, pose, by): a BspTree, a shape at a pose in the world, and its motion. The pose, the motion or both may be
many. Times are shares of the motion: no contact before `time`, in contact or nearer than the tolerance at `contact_by`.
Options: tolerance; exact (False: planes alone, whose hits are earlier at edges and corners).

>>> level = apart.BspTree(apart.Model.of_shape(apart.Box(2, 2, 2)))
>>> hit = apart.sweep(level, apart.Ball(1), (0, 0, 4), (0, 0, -4))
>>> hit.hit, round(hit.time, 9), hit.plane.normal.tolist()
(True, 0.5, [0.0, 0.0, 1.0])
)");
}

}  // namespace apart::python
