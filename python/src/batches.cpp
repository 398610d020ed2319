// Many answers: a type whose attributes are columns.
#include "answer_parts.hpp"
#include "poses.hpp"

namespace apart::python {
namespace {

struct Batch {
  PyObject_HEAD const AnswerType* what;
  const std::byte* first;
  Py_ssize_t count;
  Py_ssize_t stride;
  PyObject* owner;
};

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
    if (field.kind == Kind::pose) {
      py::array_t<double> out({batch.count, Py_ssize_t{4}, Py_ssize_t{4}});
      for (Py_ssize_t i = 0; i < batch.count; ++i)
        write_matrix(read<Pose>(batch.first + i * batch.stride + field.offset), out.mutable_data() + 16 * i);
      return out.release().ptr();
    }
    py::list all(static_cast<std::size_t>(batch.count));
    for (Py_ssize_t i = 0; i < batch.count; ++i) {
      PyObject* one = value(field, batch.first + i * batch.stride, self);
      if (!one) throw py::error_already_set();
      PyList_SET_ITEM(all.ptr(), i, one);
    }
    if (field.kind != Kind::computed) return all.release().ptr();
    const py::object array = py::module_::import("numpy").attr("array");
    if (batch.count > 0) return array(all).release().ptr();
    // None: what an answer that is new would have tells the type.
    const auto [first, owner] = batch.what->make_many(1);
    all.append(py::reinterpret_steal<py::object>(value(field, static_cast<const std::byte*>(first), self)));
    return py::object(array(all)[py::slice(0, 0, 1)]).release().ptr();
  });
}

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
    return to_text(out);
  });
}

std::string bits_of(const Batch& batch) {
  std::string out;
  for (Py_ssize_t i = 0; i < batch.count; ++i) pack(*batch.what, batch.first + i * batch.stride, out);
  return out;
}

PyObject* batch_bits(PyObject* self, PyObject*) {
  return guarded([&] { return to_bytes(bits_of(*reinterpret_cast<Batch*>(self))); });
}

PyObject* batch_reduce(PyObject* self, PyObject*) {
  const Batch& batch = *reinterpret_cast<Batch*>(self);
  return guarded([&] { return reduced(*batch.what, py::int_(batch.count), bits_of(batch)); });
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
    {"__reduce__", batch_reduce, METH_NOARGS, nullptr},
    {"_bits", batch_bits, METH_NOARGS, "The bits of all answers, for comparison."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

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

std::optional<BatchView> batch_of(const AnswerType& type, PyObject* object) {
  if (Py_TYPE(object) != type.batch) return std::nullopt;
  const Batch& batch = *reinterpret_cast<Batch*>(object);
  return BatchView{batch.first, static_cast<std::size_t>(batch.count), static_cast<std::size_t>(batch.stride)};
}

void add_batch_type(py::module_& module, AnswerType& type) {
  type.batch_name = type.full_name + "Batch";
  for (Field& field : type.fields) type.batch_getters.push_back({field.name, column, nullptr, nullptr, &field});
  type.batch_getters.push_back({});
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
}

}  // namespace apart::python
