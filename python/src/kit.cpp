// Every choice of trees and traversals at run time: what apart/kit.py is made of.
#include <pybind11/stl.h>
#include <apart/io/byte_file.hpp>
#include <apart/kit/fields.hpp>
#include <apart/kit/saved.hpp>

#include "module.hpp"

namespace apart::python {
namespace {

using WalkBox = Guarded<kit::AnyWalk>;

py::dict all_choices() {
  py::dict out;
  for (const kit::Choice& choice : kit::choices()) {
    py::dict words;
    for (const kit::Word& word : choice.words) words[py::str(std::string(word.word))] = std::string(word.meaning);
    out[py::str(std::string(choice.name))] = words;
  }
  return out;
}

// Every word of a choice, by its name.
template <class Choice>
void take_words(const py::dict& words, std::span<const kit::Field<Choice>> fields, const std::string& of, Choice& to) {
  for (const kit::Field<Choice>& field : fields) {
    const std::string name(field.name);
    to.*field.word = text_of(py::object(words[py::str(name)]).ptr(), of + name);
  }
}

kit::AnyTree make_tree(const py::object& model, const py::dict& words) {
  kit::TreeChoice choice;
  take_words(words, kit::tree_fields(), "AnyTree(): ", choice);
  const auto number = [&](const char* name, u32& to) {
    to = whole32_of(py::object(words[name]).ptr(), std::string("AnyTree(): ") + name);
  };
  number("leaf", choice.leaf), number("branching", choice.branching), number("threads", choice.threads);
  const Model of = model_in(model.ptr(), "AnyTree(): model");
  return value_or_raise(run_work(true, [of, choice](Watch&) { return kit::AnyTree::make(of.mesh(), choice); }),
                        exceptions().usage, "AnyTree(): ");
}

std::size_t save_tree(const kit::AnyTree& tree, const py::object& to, bool vertices) {
  const std::string path = path_of(to.ptr(), "save(): path");
  const auto kept = vertices ? kit::Vertices::kept : kit::Vertices::left_out;
  const std::vector<std::byte> bytes = value_or_raise(kit::bytes_of(tree, kept), exceptions().usage, "save(): ");
  return value_or_raise(save_bytes(path, [&](const PutBytes& put) { return put(bytes); }), exceptions().file);
}

kit::AnyTree load_tree(const py::object& from, const py::object& model) {
  const std::string path = path_of(from.ptr(), "load(): path");
  const MappedBytes file = value_or_raise(map_bytes(path), exceptions().file);
  return value_or_raise(model.is_none() ? kit::tree_in(file.bytes)
                                        : kit::tree_in(file.bytes, model_in(model.ptr(), "load(): model").mesh()),
                        exceptions().file, path + ": ");
}

py::dict words_of(const kit::AnyTree& tree) {
  py::dict out;
  for (const auto& field : kit::tree_fields()) out[py::str(std::string(field.name))] = tree.choice().*field.word;
  out["leaf"] = tree.choice().leaf, out["branching"] = tree.choice().branching;
  return out;
}

std::unique_ptr<WalkBox> make_walk(const kit::AnyTree& a, const kit::AnyTree& b, const py::dict& words) {
  kit::WalkChoice choice;
  take_words(words, kit::walk_fields(), "AnyWalk(): ", choice);
  choice.tolerance = number_of(py::object(words["tolerance"]).ptr(), "AnyWalk(): tolerance");
  if (const py::object at = words["a_in_world"]; !at.is_none())
    choice.a_in_world = PoseList(at.ptr(), "AnyWalk(): a_in_world").at(0);
  return make_guarded(value_or_raise(kit::AnyWalk::make(a, b, choice), exceptions().usage, "AnyWalk(): "));
}

Pose pose_in(const py::object& pose, const char* what) {
  const PoseList poses(pose.ptr(), what);
  if (poses.many()) raise(exceptions().usage, std::string(what) + ": expected one pose");
  return poses.at(0);
}

py::tuple ask(WalkBox& box, const py::object& pose) {
  const Pose at = pose_in(pose, "AnyWalk(): pose");
  const kit::Answer answer = alone(box, "AnyWalk", [&](kit::AnyWalk& walk) { return walk(at); });
  const kit::Counts& n = answer.counts;
  py::array_t<u32> pairs({answer.pairs.size(), std::size_t(2)});
  if (!answer.pairs.empty()) std::memcpy(pairs.mutable_data(), answer.pairs.data(), 8 * answer.pairs.size());
  return py::make_tuple(answer.yes, answer.distance, pairs,
                        py::make_tuple(n.disjoint, n.meeting, n.separated, n.contacts, n.updates, n.rejected),
                        static_cast<int>(answer.status));
}

py::tuple costs(WalkBox& box, const py::object& pose, double seconds) {
  const Pose at = pose_in(pose, "costs(): pose");
  const kit::TestCosts c = alone(box, "AnyWalk", [&](kit::AnyWalk& walk) { return walk.costs(at, seconds); });
  return py::make_tuple(c.volume, c.triangle, c.update);
}

}  // namespace

void add_kit(py::module_& module) {
  module.def("_kit_choices", all_choices);
  py::class_<kit::AnyTree>(module, "_KitTree")
      .def(py::init(&make_tree))
      .def("refitted",
           [](const kit::AnyTree& tree, const py::object& moved) {
             const Model to = model_in(moved.ptr(), "refitted(): moved");
             return value_or_raise(run_work(true, [tree, to](Watch&) { return tree.refitted(to.mesh()); }),
                                   exceptions().usage, "");
           })
      .def("save", save_tree)
      .def("words", words_of)
      .def("model", [](const kit::AnyTree& tree) { return value_or_raise(Model::make(tree.mesh())); })
      .def("nodes", &kit::AnyTree::nodes)
      .def("bytes", &kit::AnyTree::bytes);
  module.def("_kit_load", load_tree);
  py::class_<WalkBox>(module, "_KitWalk")
      .def(py::init(&make_walk))
      .def("ask", ask)
      .def("costs", costs)
      .def("front_size", [](WalkBox& box) {
        return alone(box, "AnyWalk", [](const kit::AnyWalk& walk) { return walk.front_size(); });
      });
}

}  // namespace apart::python
