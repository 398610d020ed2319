// One answer: a type whose attributes are the fields of a C++ answer.
#include "answer_parts.hpp"
#include "poses.hpp"

namespace apart::python {
namespace {

// Its type's getters know.
const AnswerType& type_of(PyObject* self) {
  return *static_cast<const Field*>(Py_TYPE(self)->tp_getset->closure)->owner;
}

PyObject* get(PyObject* self, void* field) {
  return guarded([&] { return value(*static_cast<const Field*>(field), payload(self), self); });
}

PyObject* repr(PyObject* self) {
  return guarded([&] {
    std::string out;
    say(type_of(self), payload(self), out);
    return to_text(out);
  });
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  const AnswerType& what = type_of(self);
  if (!what.trivial) what.destroy(reinterpret_cast<Answer*>(self)->payload);
  type->tp_free(self);
  Py_DECREF(type);
}

int truth(PyObject* self) { return type_of(self).truth(payload(self)); }

std::string bits_of(PyObject* self) {
  std::string out;
  pack(type_of(self), payload(self), out);
  return out;
}

PyObject* compare(PyObject* self, PyObject* other, int how) {
  if ((how != Py_EQ && how != Py_NE) || Py_TYPE(self) != Py_TYPE(other)) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] { return PyBool_FromLong((bits_of(self) == bits_of(other)) == (how == Py_EQ)); });
}

Py_hash_t hash(PyObject* self) {
  try {
    const auto out = static_cast<Py_hash_t>(std::hash<std::string>()(bits_of(self)));
    return out == -1 ? -2 : out;
  } catch (...) {
    set_python_error();
    return -1;
  }
}

PyObject* bits(PyObject* self, PyObject*) {
  return guarded([&] { return to_bytes(bits_of(self)); });
}

PyObject* reduce(PyObject* self, PyObject*) {
  return guarded([&] { return reduced(type_of(self), py::int_(-1), bits_of(self)); });
}

PyMethodDef answer_methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {"_bits", bits, METH_NOARGS, "The bits of all fields, for comparison."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

std::vector<AnswerType*>& all_answer_types() {
  static auto& all = *new std::vector<AnswerType*>;
  return all;
}

PyObject* value(const Field& field, const std::byte* answer, PyObject* owner) {
  const std::byte* at = answer + field.offset;
  switch (field.kind) {
    case Kind::number:
      return PyFloat_FromDouble(read<double>(at));
    case Kind::vector:
      return to_python(read<Vec3d>(at));
    case Kind::pose:
      return matrix_of(read<Pose>(at)).release().ptr();
    case Kind::boolean:
      return PyBool_FromLong(read<bool>(at));
    case Kind::u32:
      return PyLong_FromUnsignedLong(read<u32>(at));
    case Kind::u64:
      return PyLong_FromUnsignedLongLong(read<u64>(at));
    case Kind::enum32:
    case Kind::enum8:
      return enum_member(*field.words, enum_value(field, at));
    case Kind::answer:
      return to_python(*field.nested, at);
    case Kind::list: {
      const auto [first, count] = field.list(at);
      return new_batch(*field.nested, first, count, field.nested->size, py::reinterpret_borrow<py::object>(owner));
    }
    case Kind::points: {
      const auto [first, count] = field.list(at);
      return to_python(std::span(static_cast<const Vec3d*>(first), count));
    }
    case Kind::table: {
      const auto [first, count] = field.list(at);
      std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(count)};
      if (field.columns > 1) shape.push_back(static_cast<py::ssize_t>(field.columns));
      py::array_t<u32> out(shape);
      if (count > 0) std::memcpy(out.mutable_data(), first, count * field.columns * sizeof(u32));
      return out.release().ptr();
    }
    case Kind::mesh:
      return model_of_mesh(*reinterpret_cast<const Mesh*>(at)).release().ptr();
    case Kind::computed:
      return field.computed(answer);
  }
  return nullptr;
}

void add_enum(py::module_& module, EnumType& type) {
  py::list words;
  for (const char* word : type.words) words.append(word);
  py::object made =
      py::module_::import("enum").attr("IntEnum")(type.name, words, py::arg("module") = "apart", py::arg("start") = 0);
  for (const char* word : type.words) type.members.push_back(py::object(made.attr(word)).release().ptr());
  module.attr(type.name) = made;
  type.type = made.release().ptr();
}

PyObject* enum_member(const EnumType& type, int value) {
  if (value < 0 || static_cast<std::size_t>(value) >= type.members.size()) return PyLong_FromLong(value);
  PyObject* out = type.members[static_cast<std::size_t>(value)];
  Py_INCREF(out);
  return out;
}

PyObject* new_answer(const AnswerType& type) {
  PyObject* out = type.type->tp_alloc(type.type, 0);
  if (!out) throw std::bad_alloc();
  return out;
}

PyObject* to_python(const AnswerType& type, const void* answer) {
  PyObject* out = new_answer(type);
  type.copy(reinterpret_cast<Answer*>(out)->payload, answer);
  return out;
}

const void* payload_of(const AnswerType& type, PyObject* object) {
  return Py_TYPE(object) == type.type ? payload(object) : nullptr;
}

PyObject* to_python(Vec3d v) {
  py::array_t<double> out(3);
  std::memcpy(out.mutable_data(), &v, sizeof v);
  return out.release().ptr();
}

PyObject* to_python(std::span<const Vec3d> points) {
  py::array_t<double> out({static_cast<py::ssize_t>(points.size()), py::ssize_t{3}});
  std::memcpy(out.mutable_data(), points.data(), points.size_bytes());
  return out.release().ptr();
}

void add_answer(py::module_& module, AnswerType& type) {
  if (all_answer_types().empty()) {
    add_restore(module);
    module.attr("_fields") = py::dict();
  }
  all_answer_types().push_back(&type);
  type.full_name = std::string("apart.") + type.name;
  for (Field& field : type.fields) {
    field.owner = &type;
    type.getters.push_back({field.name, get, nullptr, nullptr, &field});
  }
  type.getters.push_back({});

  std::vector<PyType_Slot> slots{{Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
                                 {Py_tp_repr, reinterpret_cast<void*>(repr)},
                                 {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
                                 {Py_tp_hash, reinterpret_cast<void*>(hash)},
                                 {Py_tp_methods, answer_methods},
                                 {Py_tp_getset, type.getters.data()},
                                 {Py_tp_doc, const_cast<char*>(type.doc)}};
  if (type.truth) slots.push_back({Py_nb_bool, reinterpret_cast<void*>(truth)});
  slots.push_back({0, nullptr});
  PyType_Spec spec{type.full_name.c_str(), static_cast<int>(offsetof(Answer, payload) + type.size), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots.data()};
  type.type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (!type.type) throw py::error_already_set();
  module.attr(type.name) = py::handle(reinterpret_cast<PyObject*>(type.type));
  add_batch_type(module, type);

  py::list fields;
  for (const Field& field : type.fields) {
    const auto [one, many] = annotations(field);
    fields.append(py::make_tuple(field.name, one, many));
  }
  module.attr("_fields")[type.name] = fields;
}

}  // namespace apart::python
