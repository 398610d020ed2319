// Trees of hulls and their tracker.
#include <pybind11/stl.h>
#include <apart/decompose/hull_bytes.hpp>
#include <apart/queries/hull_tracker.hpp>

#include "special.hpp"

namespace apart::python {
namespace {

PyTypeObject* hulls_type = nullptr;

u32 in_range(u32 i, u32 end, const char* what) {
  if (i >= end) throw py::index_error(std::string(what) + ": there are " + std::to_string(end));
  return i;
}
u32 leaf_of(const HullTree& tree, u32 node, bool leaf) {
  if (tree.is_leaf(in_range(node, tree.size(), "node")) != leaf)
    throw py::index_error(std::string("node: not ") + (leaf ? "a leaf" : "an inner node"));
  return node;
}

void add_hulls(py::module_& module) {
  py::class_<HullTree> type(module, "HullTree",
                            R"(A hierarchy of convex hulls over the convex pieces of a model. Immutable.

HullTree(model, *, split="midpoint", method="crest", on_demand=False). On demand, the hulls above the pieces are made when a
query first asks for them. collide, within and distance take two of them; HullTracker tracks a pair.

>>> box = apart.HullTree(apart.Model.of_shape(apart.Box(1, 1, 1)))
>>> round(apart.distance(box, (3, 0, 0), box).distance, 6)
2.0
)");
  type.def(py::init([](const py::object& model, const py::object& split, const py::object& method, bool on_demand) {
             HullTreeOptions how{.split = word_of<HullSplit>(split.ptr(), "HullTree(): split"),
                                 .method = word_of<DecompositionMethod>(method.ptr(), "HullTree(): method"),
                                 .on_demand = on_demand};
             const Model m = model_in(model.ptr(), "HullTree(): model");
             return value_or_raise(run_work(
                 may_take_long(m.mesh().size(), m.mesh().size()),
                 [m, how](Watch& watch) mutable {
                   how.progress = watch.progress();
                   return HullTree::make(m, how);
                 },
                 nullptr, true));
           }),
           py::arg("model"), py::kw_only(), py::arg("split") = "midpoint", py::arg("method") = "crest",
           py::arg("on_demand") = false)
      .def_property_readonly(
          "model", [](const HullTree& t) { return t.model(); }, "The model of which it is.")
      .def_property_readonly("pieces", &HullTree::pieces, "Number of convex pieces: of leaves.")
      .def_property_readonly("bytes", &HullTree::bytes, "Memory of the tree, without the model's.")
      .def_property_readonly("hulls_made", &HullTree::hulls_made,
                             "Number of hulls that are there: of all nodes, or fewer if they are made on demand.")
      .def("complete", &HullTree::complete, "The tree with all its hulls, none of them made on demand.")
      .def(
          "is_leaf", [](const HullTree& t, u32 node) { return t.is_leaf(in_range(node, t.size(), "node")); },
          py::arg("node"), "Is a node a leaf? Node 0 is the root.")
      .def(
          "piece", [](const HullTree& t, u32 leaf) { return t.piece(leaf_of(t, leaf, true)); }, py::arg("leaf"),
          "The piece of a leaf.")
      .def(
          "first_child", [](const HullTree& t, u32 inner) { return t.first_child(leaf_of(t, inner, false)); },
          py::arg("inner"), "The first child of an inner node; the other one is next to it.")
      .def(
          "parent",
          [](const HullTree& t, u32 node) -> std::optional<u32> {
            const u32 up = t.parent(in_range(node, t.size(), "node"));
            return up == HullTree::kNone ? std::nullopt : std::optional(up);
          },
          py::arg("node"), "The parent of a node; None of the root.")
      .def(
          "depth", [](const HullTree& t, u32 node) { return t.depth(in_range(node, t.size(), "node")); },
          py::arg("node"), "How far a node is below the root.")
      .def(
          "vertices",
          [](const HullTree& t, u32 node) {
            std::vector<u32> out(t.vertex_count(in_range(node, t.size(), "node")));
            for (u32 k = 0; k < out.size(); ++k) out[k] = t.vertex(node, k);
            return to_array(out);
          },
          py::arg("node"), "The vertices of a node's hull, as numbers of the mesh's.")
      .def(
          "faces",
          [](const HullTree& t, u32 node) {
            std::vector<u32> out;
            for (u32 k = 0; k < t.face_count(in_range(node, t.size(), "node")); ++k)
              for (u32 v : t.face(node, k).vertices) out.push_back(v);
            return to_array(out).attr("reshape")(-1, 3);
          },
          py::arg("node"), "The faces of a node's hull, (n, 3) vertex numbers of the mesh.")
      .def(
          "patch", [](const HullTree& t, u32 piece) { return to_array(t.patch(in_range(piece, t.pieces(), "piece"))); },
          py::arg("piece"), "The triangles of a piece.")
      .def("__len__", &HullTree::size)
      .def(py::pickle(
          [](const HullTree& t) {
            std::string out;
            decomposition::put_hull_tree(t, [&](std::span<const std::byte> piece) {
              out.append(reinterpret_cast<const char*>(piece.data()), piece.size());
              return true;
            });
            return py::make_tuple(py::cast(t.model()), py::bytes(out));
          },
          [](const py::tuple& t) {
            const AlignedBytes kept = aligned(py::bytes(t[1]));
            return value_or_raise(decomposition::hull_tree_in(kept.bytes, t[0].cast<const Model&>(), kept.keep),
                                  exceptions().error, "a pickled HullTree: ");
          }))
      .def("__repr__", [](const HullTree& t) {
        return "<apart.HullTree: " + std::to_string(t.size()) + " hulls of " + std::to_string(t.pieces()) + " pieces>";
      });
  hulls_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

using HullTrackerBox = Guarded<HullTracker>;

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
  return to_python(alone(box, "HullTracker", [&](HullTracker& t) { return query(t, at); }));
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
PyObject* hull_contacts(Call& call) {
  ContactOptions o;
  call.option(o.budget);
  const double tolerance = call.last_number("tolerance");
  return tracked(call, [&](HullTracker& t, const Pose& at) { return t.contacts(at, tolerance, o); });
}

// What it counts, or was made of.
template <class Get>
auto fact(Get get) {
  return [get](HullTrackerBox& box) { return alone(box, "HullTracker", [&](HullTracker& t) { return get(t); }); };
}

void add_hull_tracker(py::module_& module) {
  py::class_<HullTrackerBox> type(module, "HullTracker",
                                  R"(Two trees of hulls that move little from query to query. One for each thread.

HullTracker(a, b, *, pieces=True, priority=True, front=True, motion=True, queue=256)
)");
  type.def(py::init([](const HullTree& a, const HullTree& b, bool pieces, bool priority, bool front, bool motion,
                       u32 queue) {
             return make_guarded(HullTracker(a, b, {pieces, priority, front, motion, queue}));
           }),
           py::arg("a"), py::arg("b"), py::kw_only(), py::arg("pieces") = true, py::arg("priority") = true,
           py::arg("front") = true, py::arg("motion") = true, py::arg("queue") = 256)
      .def("forget", fact([](HullTracker& t) { t.forget(); }), "As if new.")
      .def_property_readonly("front_size", fact([](const HullTracker& t) { return t.front_size(); }),
                             "Pairs of nodes at which the last traversal ended.")
      .def_property_readonly("tests", fact([](const HullTracker& t) { return t.tests(); }),
                             "Of pairs of hulls, so far.")
      .def_property_readonly("steps", fact([](const HullTracker& t) { return t.steps(); }), "Of Voronoi marching.")
      .def_property_readonly("fallbacks", fact([](const HullTracker& t) { return t.fallbacks(); }),
                             "Tests that marching could not decide.")
      .def_property_readonly("a", fact([](const HullTracker& t) { return HullTree(t.a()); }), "The first of the pair.")
      .def_property_readonly("b", fact([](const HullTracker& t) { return HullTree(t.b()); }), "The second of the pair.")
      .def("__repr__", fact([](const HullTracker& t) {
             return "<apart.HullTracker of " + std::to_string(t.a().pieces()) + " and " +
                    std::to_string(t.b().pieces()) + " pieces>";
           }));
  add<hull_collide>(type, "collide", "collide(pose): as apart.collide, of solids.");
  add<hull_within>(type, "within", "within(pose, tolerance): as apart.within, of solids.");
  add<hull_contacts>(type, "contacts", "contacts(pose, tolerance): as apart.contacts.");
  add<hull_distance>(type, "distance", "distance(pose, *, max, abs_error, rel_error): as apart.distance, of solids.");
}

const HullTree& hulls(const Call& call, Py_ssize_t i, const char* name) {
  if (!is_hull_tree(call[i])) call.wrong_type(name, "a HullTree", call[i]);
  return py::cast<const HullTree&>(py::handle(call[i]));
}

// query(a, pose, b), at one pose or many.
template <class Query>
PyObject* of_hulls(Call& call, Query query) {
  call.expect(2, 3, "(a, b) or (a, pose, b), of HullTrees");
  const Py_ssize_t last = call.positional() - 1;
  const HullTree &a = hulls(call, 0, "a"), &b = hulls(call, last, "b");
  const PoseList at = last == 2 ? PoseList(call[1], call.what("pose")) : PoseList();
  if (at.many()) return to_python(call.batch(at.size(), [&](std::size_t i) { return query(a, at.at(i), b); }));
  return to_python(without_gil([&] { return query(a, at.at(0), b); }));
}

}  // namespace

bool is_hull_tree(PyObject* object) { return Py_TYPE(object) == hulls_type; }

PyObject* hulls_collide(Call& call, const CollideOptions& o) {
  return of_hulls(call,
                  [&](const HullTree& a, const Pose& at, const HullTree& b) { return apart::collide(a, at, b, o); });
}
PyObject* hulls_within(Call& call, double tolerance, const CollideOptions& o) {
  return of_hulls(call, [&](const HullTree& a, const Pose& at, const HullTree& b) {
    return apart::within(a, at, b, tolerance, o);
  });
}
PyObject* hulls_distance(Call& call, const DistanceOptions& o) {
  return of_hulls(call,
                  [&](const HullTree& a, const Pose& at, const HullTree& b) { return apart::distance(a, at, b, o); });
}
PyObject* hulls_contacts(Call& call, double tolerance, const ContactOptions& o) {
  return of_hulls(call, [&](const HullTree& a, const Pose& at, const HullTree& b) {
    return apart::contacts(a, at, b, tolerance, o);
  });
}

void add_hull_trees(py::module_& module) {
  add_hulls(module);
  add_hull_tracker(module);
}

}  // namespace apart::python
