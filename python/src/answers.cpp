#include "answers.hpp"

namespace apart::python {
namespace {

struct Batch {
  PyObject_HEAD const AnswerType* what;
  const std::byte* first;
  Py_ssize_t count;
  Py_ssize_t stride;
  PyObject* owner;
};

const std::byte* payload(PyObject* self) { return reinterpret_cast<Answer*>(self)->payload; }

template <class T>
T read(const void* at) {
  T out;
  std::memcpy(&out, at, sizeof out);
  return out;
}

// Its type's getters know.
const AnswerType& type_of(PyObject* self) {
  return *static_cast<const Field*>(Py_TYPE(self)->tp_getset->closure)->owner;
}

int enum_value(const Field& field, const void* at) {
  return field.kind == Kind::enum8 ? read<unsigned char>(at) : read<int>(at);
}

// The value of a field of the answer at `answer`, which `owner` keeps.
PyObject* value(const Field& field, const std::byte* answer, PyObject* owner) {
  const std::byte* at = answer + field.offset;
  switch (field.kind) {
    case Kind::number:
      return PyFloat_FromDouble(read<double>(at));
    case Kind::vector:
      return to_python(read<Vec3d>(at));
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
    case Kind::text: {
      const auto& text = *reinterpret_cast<const std::string*>(at);
      return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
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

template <class F>
PyObject* guarded(F f) {
  try {
    return f();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

PyObject* get(PyObject* self, void* field) {
  return guarded([&] { return value(*static_cast<const Field*>(field), payload(self), self); });
}

const char* format_of(const Field& field) {
  switch (field.kind) {
    case Kind::number:
    case Kind::vector:
      return "f8";
    case Kind::boolean:
      return "?";
    case Kind::u32:
      return "u4";
    case Kind::u64:
      return "u8";
    case Kind::enum32:
      return "i4";
    case Kind::enum8:
      return "u1";
    default:
      return nullptr;
  }
}

// Made once for each format: a dtype from its text takes a microsecond.
const py::dtype& dtype_of(const char* format) {
  static auto& known = *new std::vector<std::pair<const char*, py::dtype>>;
  for (const auto& [name, type] : known)
    if (std::strcmp(name, format) == 0) return type;
  return known.emplace_back(format, py::dtype(format)).second;
}

py::array read_only(py::array array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

// A column of a batch: a view where NumPy has a type for it, a batch of what is nested, else a list.
PyObject* column(PyObject* self, void* closure) {
  const Field& field = *static_cast<const Field*>(closure);
  const Batch& batch = *reinterpret_cast<Batch*>(self);
  return guarded([&]() -> PyObject* {
    if (field.kind == Kind::answer)
      return new_batch(*field.nested, batch.first + field.offset, static_cast<std::size_t>(batch.count),
                       static_cast<std::size_t>(batch.stride), py::reinterpret_borrow<py::object>(self));
    if (const char* format = format_of(field)) {
      std::vector<py::ssize_t> shape{batch.count}, strides{batch.stride};
      if (field.kind == Kind::vector) shape.push_back(3), strides.push_back(sizeof(double));
      return read_only(py::array(dtype_of(format), shape, strides, batch.first + field.offset, py::handle(self)))
          .release()
          .ptr();
    }
    py::list all(static_cast<std::size_t>(batch.count));
    for (Py_ssize_t i = 0; i < batch.count; ++i) {
      PyObject* one = value(field, batch.first + i * batch.stride, self);
      if (!one) throw py::error_already_set();
      PyList_SET_ITEM(all.ptr(), i, one);
    }
    if (field.kind != Kind::computed || batch.count == 0) return all.release().ptr();
    return py::module_::import("numpy").attr("array")(all).release().ptr();
  });
}

void say(std::string& out, double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  out += text;
}

void say(const AnswerType& type, const std::byte* answer, std::string& out) {
  out += type.name;
  out += '(';
  bool first = true;
  for (const Field& field : type.fields) {
    if (field.kind == Kind::computed) continue;
    if (!first) out += ", ";
    first = false;
    out += field.name;
    out += '=';
    const std::byte* at = answer + field.offset;
    switch (field.kind) {
      case Kind::number:
        say(out, read<double>(at));
        break;
      case Kind::vector: {
        const auto v = read<Vec3d>(at);
        out += '(', say(out, v.x), out += ", ", say(out, v.y), out += ", ", say(out, v.z), out += ')';
        break;
      }
      case Kind::boolean:
        out += read<bool>(at) ? "True" : "False";
        break;
      case Kind::u32:
        out += std::to_string(read<u32>(at));
        break;
      case Kind::u64:
        out += std::to_string(read<u64>(at));
        break;
      case Kind::enum32:
      case Kind::enum8: {
        const auto number = static_cast<std::size_t>(enum_value(field, at));
        out += number < field.words->words.size() ? field.words->words[number] : "?";
        break;
      }
      case Kind::answer:
        say(*field.nested, at, out);
        break;
      case Kind::list:
      case Kind::points:
      case Kind::table:
        out += '<' + std::to_string(field.list(at).second) + (field.kind == Kind::points ? " points>" : " of them>");
        break;
      case Kind::text:
        out += '\'' + *reinterpret_cast<const std::string*>(at) + '\'';
        break;
      case Kind::mesh:
        out += '<' + std::to_string(reinterpret_cast<const Mesh*>(at)->size()) + " triangles>";
        break;
      case Kind::computed:
        break;
    }
  }
  out += ')';
}

PyObject* repr(PyObject* self) {
  return guarded([&] {
    std::string out;
    say(type_of(self), payload(self), out);
    return PyUnicode_FromStringAndSize(out.data(), static_cast<Py_ssize_t>(out.size()));
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

PyObject* compare(PyObject* self, PyObject* other, int how) {
  if ((how != Py_EQ && how != Py_NE) || Py_TYPE(self) != Py_TYPE(other)) Py_RETURN_NOTIMPLEMENTED;
  std::string x, y;
  pack(type_of(self), payload(self), x), pack(type_of(self), payload(other), y);
  return PyBool_FromLong((x == y) == (how == Py_EQ));
}

Py_hash_t hash(PyObject* self) {
  std::string bits;
  pack(type_of(self), payload(self), bits);
  const auto out = static_cast<Py_hash_t>(std::hash<std::string>()(bits));
  return out == -1 ? -2 : out;
}

PyObject* bits(PyObject* self, PyObject*) {
  std::string out;
  pack(type_of(self), payload(self), out);
  return PyBytes_FromStringAndSize(out.data(), static_cast<Py_ssize_t>(out.size()));
}

// Only of answers without lists, whose bytes are all there is.
PyObject* reduce(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    const AnswerType& what = type_of(self);
    if (!what.trivial) {
      PyErr_Format(PyExc_TypeError, "a %s holds lists and cannot be pickled: take what you need of it", what.name);
      return nullptr;
    }
    const py::object restore = py::module_::import("apart._apart").attr("_restore");
    const py::bytes bytes(reinterpret_cast<const char*>(payload(self)), what.size);
    return py::make_tuple(restore, py::make_tuple(what.name, bytes)).release().ptr();
  });
}

PyMethodDef answer_methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {"_bits", bits, METH_NOARGS, "The bits of all fields, for comparison."},
    {nullptr, nullptr, 0, nullptr},
};

// Batches.

void batch_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(reinterpret_cast<Batch*>(self)->owner);
  type->tp_free(self);
  Py_DECREF(type);
}

Py_ssize_t batch_length(PyObject* self) { return reinterpret_cast<Batch*>(self)->count; }

PyObject* batch_item(PyObject* self, Py_ssize_t i) {
  const Batch& batch = *reinterpret_cast<Batch*>(self);
  if (i < 0 || i >= batch.count) {
    PyErr_Format(PyExc_IndexError, "index %zd is out of range: there are %zd", i, batch.count);
    return nullptr;
  }
  return guarded([&] { return to_python(*batch.what, batch.first + i * batch.stride); });
}

PyObject* batch_subscript(PyObject* self, PyObject* key) {
  const Batch& batch = *reinterpret_cast<Batch*>(self);
  if (PySlice_Check(key)) {
    Py_ssize_t start = 0, stop = 0, step = 0;
    if (PySlice_Unpack(key, &start, &stop, &step) < 0) return nullptr;
    const Py_ssize_t count = PySlice_AdjustIndices(batch.count, &start, &stop, step);
    if (step < 1) {
      PyErr_SetString(PyExc_ValueError, "a slice of a batch goes forward: the step must be 1 or more");
      return nullptr;
    }
    return guarded([&] {
      return new_batch(*batch.what, batch.first + start * batch.stride, static_cast<std::size_t>(count),
                       static_cast<std::size_t>(step * batch.stride), py::reinterpret_borrow<py::object>(self));
    });
  }
  const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (i == -1 && PyErr_Occurred()) return nullptr;
  return batch_item(self, i < 0 ? i + batch.count : i);
}

PyObject* batch_repr(PyObject* self) {
  const Batch& batch = *reinterpret_cast<Batch*>(self);
  return guarded([&] {
    std::string out = "<" + batch.what->batch_name.substr(6) + ": " + std::to_string(batch.count) + " answers";
    if (batch.count > 0) out += ", the first ";
    if (batch.count > 0) say(*batch.what, batch.first, out);
    out += '>';
    return PyUnicode_FromStringAndSize(out.data(), static_cast<Py_ssize_t>(out.size()));
  });
}

PyObject* batch_bits(PyObject* self, PyObject*) {
  const Batch& batch = *reinterpret_cast<Batch*>(self);
  std::string out;
  for (Py_ssize_t i = 0; i < batch.count; ++i) pack(*batch.what, batch.first + i * batch.stride, out);
  return PyBytes_FromStringAndSize(out.data(), static_cast<Py_ssize_t>(out.size()));
}

// {name: array} of all columns, for pandas and the like.
PyObject* batch_columns(PyObject* self, PyObject*) {
  const Batch& batch = *reinterpret_cast<Batch*>(self);
  return guarded([&]() -> PyObject* {
    py::dict out;
    for (const Field& field : batch.what->fields)
      out[field.name] = py::reinterpret_borrow<py::object>(py::handle(self).attr(field.name));
    return out.release().ptr();
  });
}

PyMethodDef batch_methods[] = {
    {"columns", batch_columns, METH_NOARGS, "A dict of all columns: {name: array}."},
    {"_bits", batch_bits, METH_NOARGS, "The bits of all answers, for comparison."},
    {nullptr, nullptr, 0, nullptr},
};

std::vector<AnswerType*>& all_types() {
  static auto& all = *new std::vector<AnswerType*>;
  return all;
}

// How a field is written in the stubs: of one answer, and of many.
std::pair<std::string, std::string> annotations(const Field& field) {
  switch (field.kind) {
    case Kind::number:
      return {"float", "NDArray[np.float64]"};
    case Kind::vector:
      return {"NDArray[np.float64]", "NDArray[np.float64]"};
    case Kind::boolean:
      return {"bool", "NDArray[np.bool_]"};
    case Kind::u32:
      return {"int", "NDArray[np.uint32]"};
    case Kind::u64:
      return {"int", "NDArray[np.uint64]"};
    case Kind::enum32:
      return {field.words->name, "NDArray[np.int32]"};
    case Kind::enum8:
      return {field.words->name, "NDArray[np.uint8]"};
    case Kind::answer:
      return {field.nested->name, std::string(field.nested->name) + "Batch"};
    case Kind::list:
      return {std::string(field.nested->name) + "Batch", "list[" + std::string(field.nested->name) + "Batch]"};
    case Kind::text:
      return {"str", "list[str]"};
    case Kind::points:
      return {"NDArray[np.float64]", "list[NDArray[np.float64]]"};
    case Kind::table:
      return {"NDArray[np.uint32]", "list[NDArray[np.uint32]]"};
    case Kind::mesh:
      return {"Model", "list[Model]"};
    case Kind::computed:
      return {"Any", "Any"};
  }
  return {};
}

// The answer that reduce() took to bytes.
PyObject* restore(PyObject*, PyObject* arguments) {
  const char *name = nullptr, *bytes = nullptr;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTuple(arguments, "sy#", &name, &bytes, &size)) return nullptr;
  for (const AnswerType* type : all_types())
    if (std::strcmp(name, type->name) == 0 && type->trivial && static_cast<std::size_t>(size) == type->size) {
      PyObject* out = new_answer(*type);
      std::memcpy(reinterpret_cast<Answer*>(out)->payload, bytes, type->size);
      return out;
    }
  return PyErr_Format(PyExc_ValueError, "not an answer of this version of apart: %s", name);
}
PyMethodDef restore_method{"_restore", restore, METH_VARARGS, "An answer from its bytes."};

}  // namespace

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

PyObject* new_batch(const AnswerType& type, const void* first, std::size_t count, std::size_t stride,
                    py::object owner) {
  PyObject* out = type.batch->tp_alloc(type.batch, 0);
  if (!out) throw std::bad_alloc();
  Batch& batch = *reinterpret_cast<Batch*>(out);
  batch.what = &type;
  batch.first = static_cast<const std::byte*>(first);
  batch.count = static_cast<Py_ssize_t>(count);
  batch.stride = static_cast<Py_ssize_t>(stride);
  batch.owner = owner.release().ptr();
  return out;
}

const void* payload_of(const AnswerType& type, PyObject* object) {
  return Py_TYPE(object) == type.type ? payload(object) : nullptr;
}

std::optional<BatchView> batch_of(const AnswerType& type, PyObject* object) {
  if (Py_TYPE(object) != type.batch) return std::nullopt;
  const Batch& batch = *reinterpret_cast<Batch*>(object);
  return BatchView{batch.first, static_cast<std::size_t>(batch.count), static_cast<std::size_t>(batch.stride)};
}

void pack(const AnswerType& type, const void* answer, std::string& out) {
  const auto* start = static_cast<const std::byte*>(answer);
  const auto put = [&](const void* at, std::size_t size) { out.append(static_cast<const char*>(at), size); };
  for (const Field& field : type.fields) {
    const std::byte* at = start + field.offset;
    switch (field.kind) {
      case Kind::number:
      case Kind::u64:
        put(at, 8);
        break;
      case Kind::vector:
        put(at, 24);
        break;
      case Kind::boolean:
      case Kind::enum8:
        put(at, 1);
        break;
      case Kind::u32:
      case Kind::enum32:
        put(at, 4);
        break;
      case Kind::answer:
        pack(*field.nested, at, out);
        break;
      case Kind::list: {
        const auto [first, count] = field.list(at);
        put(&count, sizeof count);
        for (std::size_t i = 0; i < count; ++i)
          pack(*field.nested, static_cast<const std::byte*>(first) + i * field.nested->size, out);
        break;
      }
      case Kind::points:
      case Kind::table: {
        const auto [first, count] = field.list(at);
        put(&count, sizeof count);
        put(first, count * (field.kind == Kind::points ? sizeof(Vec3d) : field.columns * sizeof(u32)));
        break;
      }
      case Kind::text:
        out += *reinterpret_cast<const std::string*>(at);
        break;
      case Kind::mesh: {
        const Mesh& mesh = *reinterpret_cast<const Mesh*>(at);
        put(mesh.vertices().data(), mesh.vertices().size_bytes()), put(mesh.faces().data(), mesh.faces().size_bytes());
        break;
      }
      case Kind::computed:
        break;
    }
  }
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
  all_types().push_back(&type);
  type.full_name = std::string("apart.") + type.name;
  type.batch_name = type.full_name + "Batch";
  for (Field& field : type.fields) {
    field.owner = &type;
    type.getters.push_back({field.name, get, nullptr, nullptr, &field});
    type.batch_getters.push_back({field.name, column, nullptr, nullptr, &field});
  }
  type.getters.push_back({}), type.batch_getters.push_back({});

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

  PyType_Slot batch_slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(batch_dealloc)},
                               {Py_tp_repr, reinterpret_cast<void*>(batch_repr)},
                               {Py_sq_length, reinterpret_cast<void*>(batch_length)},
                               {Py_mp_length, reinterpret_cast<void*>(batch_length)},
                               {Py_sq_item, reinterpret_cast<void*>(batch_item)},
                               {Py_mp_subscript, reinterpret_cast<void*>(batch_subscript)},
                               {Py_tp_methods, batch_methods},
                               {Py_tp_getset, type.batch_getters.data()},
                               {Py_tp_doc, const_cast<char*>("Many answers: each attribute is a column of them, as an "
                                                             "array; an index gives one answer, a slice some.")},
                               {0, nullptr}};
  PyType_Spec batch_spec{type.batch_name.c_str(), sizeof(Batch), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, batch_slots};
  type.batch = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&batch_spec));
  if (!type.batch) throw py::error_already_set();
  module.attr((std::string(type.name) + "Batch").c_str()) = py::handle(reinterpret_cast<PyObject*>(type.batch));
  if (!py::hasattr(module, "_restore")) {
    PyObject* made = PyCFunction_NewEx(&restore_method, nullptr, py::str("apart").release().ptr());
    if (!made) throw py::error_already_set();
    module.add_object("_restore", py::reinterpret_steal<py::object>(made));
    module.attr("_fields") = py::dict();
  }
  py::list fields;
  for (const Field& field : type.fields) {
    const auto [one, many] = annotations(field);
    fields.append(py::make_tuple(field.name, one, many));
  }
  module.attr("_fields")[type.name] = fields;
}

}  // namespace apart::python
