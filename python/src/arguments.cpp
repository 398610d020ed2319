#include "arguments.hpp"

namespace apart::python {

Exceptions& exceptions() {
  static Exceptions all;
  return all;
}

void raise(PyObject* type, const std::string& message) {
  PyErr_SetString(type, message.c_str());
  throw py::error_already_set();
}

std::string type_name(PyObject* object) {
  const std::string name = Py_TYPE(object)->tp_name;
  return name.starts_with("apart._apart.") ? name.substr(13) : name;
}

void set_python_error() {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const WrongArgument& error) {
    PyErr_SetString(exceptions().usage, error.message.c_str());
  } catch (const UsageError& error) {
    PyErr_SetString(exceptions().usage, error.what());
  } catch (const BadResult& error) {
    PyErr_SetString(exceptions().error, error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an unknown error in C++");
  }
}

std::string shape_text(const py::array& array) {
  std::string out = "(";
  for (py::ssize_t k = 0; k < array.ndim(); ++k) out += (k ? ", " : "") + std::to_string(array.shape(k));
  return out + (array.ndim() == 1 ? ",)" : ")");
}

Geometry geometry_in(PyObject* object, const std::string& what) {
  const auto found = geometry_of(object);
  if (!found) raise(PyExc_TypeError, what + ": expected a Model or a Shape, found " + type_name(object));
  return found->model ? Geometry(*found->model) : Geometry(*found->shape);
}

std::string path_of(PyObject* object, const std::string& what) {
  PyObject* bytes = nullptr;
  if (!PyUnicode_FSConverter(object, &bytes)) {
    PyErr_Clear();
    raise(PyExc_TypeError, what + ": expected a path, found " + type_name(object));
  }
  const py::bytes held = py::reinterpret_steal<py::bytes>(bytes);
  return held;
}

const Model& model_in(PyObject* object, const std::string& what) {
  const auto found = geometry_of(object);
  if (!found || !found->model) raise(PyExc_TypeError, what + ": expected a Model, found " + type_name(object));
  return *found->model;
}

bool is_plain_doubles(PyObject* object) {
  const auto& numpy = py::detail::npy_api::get();
  if (!numpy.PyArray_Check_(object)) return false;
  const auto* array = py::detail::array_proxy(object);
  constexpr int kPlain = py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  const auto* type = py::detail::array_descriptor_proxy(array->descr);
  return (array->flags & kPlain) == kPlain && type->type_num == py::detail::npy_api::NPY_DOUBLE_ &&
         type->byteorder != '>';
}

double number_of(PyObject* object, const std::string& what) {
  if (PyFloat_CheckExact(object)) return PyFloat_AS_DOUBLE(object);
  // A text is refused by PyFloat_AsDouble; an array of one number is not.
  const double out = PyFloat_AsDouble(object);
  if (out == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    raise(PyExc_TypeError, what + ": expected a number, found " + type_name(object));
  }
  return out;
}

u64 whole_of(PyObject* object, const std::string& what) {
  const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(object));
  const unsigned long long out = index ? PyLong_AsUnsignedLongLong(index.ptr()) : 0;
  if (PyErr_Occurred()) {
    PyErr_Clear();
    if (index) raise(exceptions().usage, what + ": expected a whole number of 0 or more");
    raise(PyExc_TypeError, what + ": expected a whole number, found " + type_name(object));
  }
  return out;
}

u32 whole32_of(PyObject* object, const std::string& what) {
  const u64 out = whole_of(object, what);
  if (out > std::numeric_limits<u32>::max()) raise(exceptions().usage, what + ": too large");
  return static_cast<u32>(out);
}

std::string text_of(PyObject* object, const std::string& what) {
  if (!PyUnicode_Check(object)) raise(PyExc_TypeError, what + ": expected a text, found " + type_name(object));
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object, &size);
  if (!text) {
    PyErr_Clear();
    raise(exceptions().usage, what + ": not a text that can be written as UTF-8");
  }
  return {text, static_cast<std::size_t>(size)};
}

int number_of_word(PyObject* object, const std::string& what, const EnumType& type) {
  if (PyUnicode_Check(object)) {
    for (std::size_t i = 0; i < type.words.size(); ++i)
      if (PyUnicode_CompareWithASCIIString(object, type.words[i]) == 0) return static_cast<int>(i);
  } else if (reinterpret_cast<PyObject*>(Py_TYPE(object)) == type.type) {
    return static_cast<int>(PyLong_AsLong(object));
  }
  std::string all;
  for (const char* one : type.words) all += (all.empty() ? "" : ", ") + std::string(one);
  raise(exceptions().usage, what + ": expected one of " + all + "; found " + py::repr(object).cast<std::string>());
}

PyObject* function_of(PyObject* object, const std::string& what) {
  if (!object || object == Py_None) return nullptr;
  if (!PyCallable_Check(object)) raise(PyExc_TypeError, what + ": expected a function, found " + type_name(object));
  return object;
}

namespace {

// What NumPy makes of it, of any type.
py::array as_array(PyObject* object, const std::string& what) {
  try {
    return py::module_::import("numpy").attr("asarray")(py::handle(object));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception) || error.matches(PyExc_MemoryError)) throw;
    raise(PyExc_TypeError, what + ": expected numbers, found " + type_name(object) + " (" +
                               py::str(error.value()).cast<std::string>() + ")");
  }
}

}  // namespace

py::array numbers_of(PyObject* object, const std::string& what) {
  if (is_plain_doubles(object)) return py::reinterpret_borrow<py::array>(object);
  const py::array array = as_array(object, what);
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u')
    raise(PyExc_TypeError,
          what + ": expected real numbers, found an array of " + py::str(array.dtype()).cast<std::string>());
  return py::module_::import("numpy").attr("asarray")(array, "f8", "C");
}

std::vector<u32> numbers32_of(PyObject* object, const std::string& what) {
  const py::array array = as_array(object, what);
  const char kind = array.dtype().kind();
  if (array.ndim() != 1 || (array.size() > 0 && kind != 'i' && kind != 'u'))
    raise(PyExc_TypeError, what + ": expected a list of whole numbers");
  const py::array wide = py::module_::import("numpy").attr("ascontiguousarray")(array, kind == 'u' ? "u8" : "i8");
  const auto* numbers = static_cast<const std::uint64_t*>(wide.data());  // negative ones become huge
  std::vector<u32> out(static_cast<std::size_t>(array.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (numbers[i] > std::numeric_limits<u32>::max())
      raise(exceptions().usage, what + "[" + std::to_string(i) + "]: not a number from 0 to 4294967295");
    out[i] = static_cast<u32>(numbers[i]);
  }
  return out;
}

std::vector<Bounds> boxes_of(PyObject* object, const std::string& what) {
  const py::array array = numbers_of(object, what);
  if (array.ndim() != 3 || array.shape(1) != 2 || array.shape(2) != 3)
    raise(exceptions().usage,
          what + ": expected an array of shape (N, 2, 3), lowest and highest corners, found " + shape_text(array));
  std::vector<Bounds> boxes(static_cast<std::size_t>(array.shape(0)));
  const auto* p = static_cast<const double*>(array.data());
  for (std::size_t i = 0; i < boxes.size(); ++i, p += 6) {
    boxes[i] = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
    for (int k = 0; k < 6; ++k)
      if (std::isnan(p[k])) raise(exceptions().usage, what + "[" + std::to_string(i) + "]: not a number (NaN)");
  }
  return boxes;
}

Vec3d vector_of(PyObject* object, const std::string& what) {
  const py::array array = numbers_of(object, what);
  if (array.ndim() != 1 || array.shape(0) != 3)
    raise(exceptions().usage, what + ": expected 3 numbers, found an array of shape " + shape_text(array));
  const auto* p = static_cast<const double*>(array.data());
  return {p[0], p[1], p[2]};
}

PointList::PointList(PyObject* object, const std::string& what) {
  const py::array array = numbers_of(object, what);
  const bool one = array.ndim() == 1 && array.shape(0) == 3;
  if (!one && !(array.ndim() == 2 && array.shape(1) == 3))
    raise(exceptions().usage, what + ": expected an array of shape (3,) or (N, 3), found " + shape_text(array));
  many_ = !one, size_ = one ? 1 : static_cast<std::size_t>(array.shape(0));
  data_ = static_cast<const double*>(array.data());
  for (std::size_t i = 0; i < 3 * size_; ++i)
    if (!std::isfinite(data_[i])) {
      const std::string where = one ? "" : "[" + std::to_string(i / 3) + "]";
      raise(exceptions().usage, what + where + ": a coordinate is not finite");
    }
  array_ = array;
}

AlignedBytes aligned(const py::bytes& bytes) {
  constexpr std::align_val_t at{64};
  const std::string_view view = bytes;
  const std::shared_ptr<std::byte> kept(static_cast<std::byte*>(::operator new(view.size() + 1, at)),
                                        [](std::byte* p) { ::operator delete(p, at); });
  std::memcpy(kept.get(), view.data(), view.size());
  return {{kept.get(), view.size()}, kept};
}

py::array to_array(std::span<const u32> numbers) {
  py::array_t<u32> out(static_cast<py::ssize_t>(numbers.size()));
  if (!numbers.empty()) std::memcpy(out.mutable_data(), numbers.data(), numbers.size_bytes());
  return out;
}

}  // namespace apart::python
