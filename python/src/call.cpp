#include "call.hpp"

#include <pybind11/stl.h>
#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <array>

namespace apart::python {
namespace {

struct Listed {};  // the names of the options are known

std::string shape_text(const py::array& array) {
  std::string out = "(";
  for (py::ssize_t k = 0; k < array.ndim(); ++k) out += (k ? ", " : "") + std::to_string(array.shape(k));
  return out + (array.ndim() == 1 ? ",)" : ")");
}

bool is_plain_doubles(PyObject* object) {
  return py::detail::npy_api::get().PyArray_Check_(object) &&
         (py::detail::array_proxy(object)->flags & py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_) &&
         (py::detail::array_proxy(object)->flags & py::detail::npy_api::NPY_ARRAY_ALIGNED_) &&
         py::detail::array_descriptor_proxy(py::detail::array_proxy(object)->descr)->type_num ==
             py::detail::npy_api::NPY_DOUBLE_ &&
         py::detail::array_descriptor_proxy(py::detail::array_proxy(object)->descr)->byteorder != '>';
}

}  // namespace

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
  } catch (const UsageError& error) {
    PyErr_SetString(exceptions().usage, error.what());
  } catch (const BadResult& error) {
    PyErr_SetString(exceptions().error, error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
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

py::array numbers_of(PyObject* object, const std::string& what) {
  if (is_plain_doubles(object)) return py::reinterpret_borrow<py::array>(object);
  py::object found;
  try {
    found = py::module_::import("numpy").attr("asarray")(py::handle(object));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception) || error.matches(PyExc_MemoryError)) throw;
    raise(PyExc_TypeError, what + ": expected numbers, found " + type_name(object) + " (" +
                               py::str(error.value()).cast<std::string>() + ")");
  }
  const auto array = py::reinterpret_borrow<py::array>(found);
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u')
    raise(PyExc_TypeError,
          what + ": expected real numbers, found an array of " + py::str(array.dtype()).cast<std::string>());
  return py::module_::import("numpy").attr("asarray")(array, "f8", "C");
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

PoseList::PoseList(PyObject* object, const std::string& what) {
  if (object == Py_None) {
    one_ = Pose{};
    return;
  }
  if (is_plain_doubles(object)) {
    take(py::reinterpret_borrow<py::object>(object), what);
    return;
  }
  const py::handle handle(object);
  // A position and an orientation; a list may also be of two poses.
  if ((PyTuple_Check(object) || PyList_Check(object)) && PySequence_Fast_GET_SIZE(object) == 2 &&
      (PyTuple_Check(object) || py::len(handle[py::int_(0)]) == 3 || py::hasattr(handle[py::int_(1)], "as_matrix"))) {
    const py::object p = handle[py::int_(0)], q = handle[py::int_(1)];
    const py::module_ numpy = py::module_::import("numpy");
    const py::array at = numbers_of(p.ptr(), what + ": position");
    const bool has_matrix = py::hasattr(q, "as_matrix");
    const py::array turn =
        numbers_of(has_matrix ? py::object(q.attr("as_matrix")()).ptr() : q.ptr(), what + ": orientation");
    if (at.ndim() < 1 || at.ndim() > 2 || at.shape(at.ndim() - 1) != 3)
      raise(exceptions().usage, what + ": position: expected shape (3,) or (B, 3), found " + shape_text(at));
    const bool matrix = turn.ndim() >= 2 && turn.shape(turn.ndim() - 1) == 3 && turn.shape(turn.ndim() - 2) == 3;
    const bool quaternion = turn.ndim() >= 1 && turn.ndim() <= 2 && turn.shape(turn.ndim() - 1) == 4;
    if ((!matrix && !quaternion) || turn.ndim() > 3)
      raise(exceptions().usage,
            what + ": orientation: expected a quaternion (w, x, y, z), a 3x3 matrix, or many of them, found shape " +
                shape_text(turn));
    const bool many_turns = turn.ndim() == (matrix ? 3 : 2), many_positions = at.ndim() == 2;
    const py::ssize_t count = many_turns ? turn.shape(0) : many_positions ? at.shape(0) : 1;
    if (many_turns && many_positions && at.shape(0) != turn.shape(0))
      raise(exceptions().usage, what + ": " + std::to_string(at.shape(0)) + " positions, but " +
                                    std::to_string(turn.shape(0)) + " orientations");
    py::object all;
    if (matrix) {
      all = numpy.attr("zeros")(py::make_tuple(count, 4, 4));
      const py::slice whole(0, count, 1), three(0, 3, 1);
      all[py::make_tuple(whole, three, three)] = turn;
      all[py::make_tuple(whole, three, 3)] = at;
      all[py::make_tuple(whole, 3, 3)] = 1.0;
    } else {
      all = numpy.attr("empty")(py::make_tuple(count, 7));
      const py::slice whole(0, count, 1);
      all[py::make_tuple(whole, py::slice(0, 3, 1))] = at;
      all[py::make_tuple(whole, py::slice(3, 7, 1))] = turn;
    }
    take(many_turns || many_positions ? all : py::object(all[py::int_(0)]), what);
    return;
  }
  // Objects of other libraries: SciPy's Rotation and RigidTransform, Pinocchio's SE3, …
  for (const char* attribute : {"as_matrix", "homogeneous", "to_matrix"})
    if (py::hasattr(handle, attribute)) {
      py::object value = handle.attr(attribute);
      if (PyCallable_Check(value.ptr())) value = value();
      const py::array array = numbers_of(value.ptr(), what);
      const py::ssize_t n = array.ndim();
      if (n >= 2 && array.shape(n - 1) == 3 && array.shape(n - 2) == 3) {  // a rotation alone
        const py::object origin = py::module_::import("numpy").attr("zeros")(3);
        *this = PoseList(py::make_tuple(origin, array).ptr(), what);
        return;
      }
      take(array, what);
      return;
    }
  take(numbers_of(object, what), what);
}

void PoseList::take(py::object object, const std::string& what) {
  const auto array = py::reinterpret_borrow<py::array>(object);
  data_ = static_cast<const double*>(array.data());
  const py::ssize_t n = array.ndim();
  if (n == 2 && array.shape(0) == 4 && array.shape(1) == 4) {
    if (std::optional<Pose> pose = std::nullopt; data_[12] == 0 && data_[13] == 0 && data_[14] == 0 && data_[15] == 1) {
      pose = Pose{{{{data_[0], data_[1], data_[2]}, {data_[4], data_[5], data_[6]}, {data_[8], data_[9], data_[10]}}},
                  {data_[3], data_[7], data_[11]}};
      if (is_plainly_usable(*pose)) {
        one_ = *pose;
        return;
      }
    }
    form_ = Form::matrix;
    one_ = value_or_raise(this->pose(0), exceptions().usage, what + ": ");
    return;
  }
  if (n == 1 && array.shape(0) == 3) {
    const Vec3d by{data_[0], data_[1], data_[2]};
    one_ = value_or_raise(Pose::from_matrix({}, by), exceptions().usage, what + ": ");
    return;
  }
  if (n == 1 && array.shape(0) == 7) {
    form_ = Form::rows7;
    one_ = value_or_raise(pose(0), exceptions().usage, what + ": ");
    return;
  }
  if (n == 3 && array.shape(1) == 4 && array.shape(2) == 4)
    form_ = Form::matrix;
  else if (n == 2 && array.shape(1) == 7)
    form_ = Form::rows7;
  else
    raise(exceptions().usage,
          what + ": expected a pose, of shape (4, 4), (7,) or (3,), or many, of shape (B, 4, 4) or (B, 7), found " +
              shape_text(array));
  one_.reset();
  array_ = array;
  size_ = static_cast<std::size_t>(array.shape(0));
  validate(what);
}

Result<Pose> PoseList::pose(std::size_t i) const {
  if (form_ == Form::rows7) {
    const double* p = data_ + 7 * i;
    return Pose::from_quaternion(p[3], p[4], p[5], p[6], {p[0], p[1], p[2]});
  }
  std::array<double, 16> rows;
  std::memcpy(rows.data(), data_ + 16 * i, sizeof rows);
  return Pose::from_matrix4(rows);
}

// A matrix that is a rotation to 2e-6 is used as it is, as by the C++ queries.
Pose PoseList::read(std::size_t i) const {
  if (form_ == Form::matrix) {
    const double* m = data_ + 16 * i;
    const Pose pose{{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[3], m[7], m[11]}};
    if (is_plainly_usable(pose)) return pose;
  }
  const Result<Pose> mended = pose(i);
  return mended ? *mended : Pose{{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, {}};  // changed meanwhile: Status::invalid
}

void PoseList::validate(const std::string& what) const {
  std::atomic<std::size_t> wrong = size_;
  {
    const WithoutGil released;
    run_batch((size_ + 1023) / 1024, {}, [&](std::size_t chunk) {
      for (std::size_t i = 1024 * chunk; i < size_ && i < 1024 * (chunk + 1); ++i) {
        bool good = false;
        if (form_ == Form::matrix) {
          const double* m = data_ + 16 * i;
          const Pose pose{{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[3], m[7], m[11]}};
          good = (m[12] == 0) & (m[13] == 0) & (m[14] == 0) & (m[15] == 1) && is_plainly_usable(pose);
        }
        if (good || pose(i)) continue;
        std::size_t first = wrong;
        while (i < first && !wrong.compare_exchange_weak(first, i)) {
        }
        return;
      }
    });
  }
  if (wrong < size_) raise(exceptions().usage, what + "[" + std::to_string(wrong) + "]: " + pose(wrong).error());
}

Pose pose_of(PyObject* object, const std::string& what) {
  const PoseList list(object, what);
  if (list.many()) raise(exceptions().usage, what + ": expected one pose, found many");
  return list.at(0);
}

void LongWork::wait(PyObject* report, bool can_stop) {
  PyThreadState* released = PyEval_SaveThread();
  std::unique_lock lock(mutex);
  const auto finish = [&] { changed.wait(lock, [&] { return done; }); };
  while (!changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
    lock.unlock();
    PyEval_RestoreThread(released);
    bool stopped = PyErr_CheckSignals() != 0;
    if (!stopped && report) {
      PyObject* go_on = PyObject_CallFunction(report, "d", watch.share.load());
      stopped = !go_on || go_on == Py_False;
      if (go_on == Py_False) PyErr_SetString(PyExc_KeyboardInterrupt, "stopped by progress");
      Py_XDECREF(go_on);
    }
    std::optional<py::error_already_set> error;
    if (stopped) watch.stop = true, error.emplace();
    released = PyEval_SaveThread();
    lock.lock();
    if (!stopped) continue;
    if (can_stop) finish();
    lock.unlock();
    PyEval_RestoreThread(released);
    throw std::move(*error);
  }
  lock.unlock();
  PyEval_RestoreThread(released);
  if (failed) std::rethrow_exception(failed);
  if (report) {
    PyObject* last = PyObject_CallFunction(report, "d", 1.0);
    if (!last) throw py::error_already_set();
    Py_DECREF(last);
  }
}

void Call::wrong(const char* argument, const std::string& message) const {
  raise(exceptions().usage, what(argument) + ": " + message);
}

void Call::wrong_type(const char* argument, const std::string& expected, PyObject* found) const {
  std::string message = what(argument) + ": expected " + expected + ", found " + type_name(found);
  for (const char* attribute : {"faces", "triangles", "cells_dict"})
    if (PyObject_HasAttrString(found, attribute) && !geometry_of(found)) {
      message += " (apart.Model(it) makes one)";
      break;
    }
  raise(PyExc_TypeError, message);
}

PyObject* Call::option(const char* keyword) {
  if (listing_) return listing_->push_back(keyword), nullptr;
  if (!names_) return nullptr;
  const Py_ssize_t given = PyTuple_GET_SIZE(names_);
  for (Py_ssize_t i = 0; i < given; ++i)
    if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names_, i), keyword) == 0) return ++taken_, args_[count_ + i];
  return nullptr;
}

void Call::option(const char* keyword, double& into) {
  if (PyObject* given = option(keyword); given && given != Py_None) {
    into = number_of(given, what(keyword));
    if (std::isnan(into)) wrong(keyword, "not a number (NaN)");
  }
}

void Call::option(const char* keyword, bool& into) {
  PyObject* given = option(keyword);
  if (!given) return;
  // Of Python or of NumPy.
  if (!PyBool_Check(given) && type_name(given) != "numpy.bool_") wrong_type(keyword, "True or False", given);
  into = PyObject_IsTrue(given) == 1;
}

void Call::option(const char* keyword, u64& into) {
  PyObject* given = option(keyword);
  if (!given || given == Py_None) return;
  const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(given));
  const unsigned long long out = index ? PyLong_AsUnsignedLongLong(index.ptr()) : 0;
  if (PyErr_Occurred()) {
    PyErr_Clear();
    if (index) wrong(keyword, "expected a whole number of 0 or more");
    wrong_type(keyword, "a whole number", given);
  }
  into = out;
}

void Call::option(const char* keyword, u32& into) {
  u64 wide = into;
  option(keyword, wide);
  if (wide > std::numeric_limits<u32>::max()) wrong(keyword, "too large");
  into = static_cast<u32>(wide);
}

int Call::word(const char* keyword, const EnumType& type, int value) {
  PyObject* given = option(keyword);
  if (!given) return value;
  if (PyUnicode_Check(given)) {
    for (std::size_t i = 0; i < type.words.size(); ++i)
      if (PyUnicode_CompareWithASCIIString(given, type.words[i]) == 0) return static_cast<int>(i);
  } else if (reinterpret_cast<PyObject*>(Py_TYPE(given)) == type.type) {
    return static_cast<int>(PyLong_AsLong(given));
  }
  std::string all;
  for (const char* one : type.words) all += (all.empty() ? "" : ", ") + std::string(one);
  wrong(keyword, "expected one of " + all + "; found " + py::repr(given).cast<std::string>());
}

void Call::option(Budget& into) {
  option("max_tests", into.tests);
  double seconds = std::numeric_limits<double>::infinity();
  option("max_seconds", seconds);
  if (seconds < 0) wrong("max_seconds", "must not be negative");
  if (seconds < 1e9)
    into.until = Budget::Clock::now() +
                 std::chrono::duration_cast<Budget::Clock::duration>(std::chrono::duration<double>(seconds));
}

void Call::options_of_batch() {
  option("threads", how_.threads);
  report_ = option("progress");
  if (report_ == Py_None) report_ = nullptr;
  if (report_ && !PyCallable_Check(report_)) wrong_type("progress", "a function", report_);
}

PyObject* Call::last(const char* name) {
  if (PyObject* given = option(name)) return given;
  if (listing_) return nullptr;
  if (count_ - dropped_ < 1) raise(PyExc_TypeError, what(name) + ": missing");
  return args_[count_ - ++dropped_];
}

void Call::expect(Py_ssize_t least, Py_ssize_t most, const char* forms) {
  if (listing_) throw Listed{};
  if (names_ && taken_ < PyTuple_GET_SIZE(names_)) {
    const std::vector<std::string> known = option_names(query_);
    std::string all;
    for (const std::string& word : known) all += (all.empty() ? "" : ", ") + word;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names_); ++i) {
      const std::string word = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names_, i));
      if (std::find(known.begin(), known.end(), word) == known.end())
        raise(PyExc_TypeError, std::string(name_) + "(): an unexpected keyword argument '" + word + "'" +
                                   (all.empty() ? "; it has none" : "; known are " + all));
    }
  }
  const Py_ssize_t rest = count_ - dropped_;
  if (rest < least || rest > most)
    raise(PyExc_TypeError, std::string(name_) + "(): takes " + forms + "; " + std::to_string(rest) + " given");
}

GeometryRef Call::geometry(Py_ssize_t i, const char* name) const {
  const auto found = geometry_of(args_[i]);
  if (!found) wrong_type(name, "a Model or a Shape", args_[i]);
  return *found;
}

const Model& Call::model(Py_ssize_t i, const char* name) const {
  const auto found = geometry_of(args_[i]);
  if (!found || !found->model) wrong_type(name, "a Model", args_[i]);
  return *found->model;
}

const Shape& Call::shape(Py_ssize_t i, const char* name) const {
  const auto found = geometry_of(args_[i]);
  if (!found || !found->shape) wrong_type(name, "a Shape", args_[i]);
  return *found->shape;
}

Call::Pair Call::pair() {
  expect(2, 4, "(a, b), (a, pose, b) or (a, pose_a, b, pose_b), and what the query names");
  const Py_ssize_t rest = count_ - dropped_;
  geometry(0, "a");
  if (rest == 2) return geometry(1, "b"), Pair{args_[0], args_[1], {}, {}, false};
  geometry(2, "b");
  if (rest == 3) return {args_[0], args_[2], PoseList(args_[1], what("pose")), {}, false};
  Pair out{args_[0], args_[2], PoseList(args_[1], what("pose_a")), PoseList(args_[3], what("pose_b")), true};
  if (out.at.many() && out.world.many() && out.at.size() != out.world.size())
    wrong("pose_b", std::to_string(out.world.size()) + " poses, but " + std::to_string(out.at.size()) + " of A");
  return out;
}

PyObject* run_query(Query query, const char* name, PyObject* self, PyObject* const* args, Py_ssize_t count,
                    PyObject* names) {
  try {
    Call call(query, name, self, args, count, names);
    return query(call);
  } catch (const UsageError& error) {
    PyErr_SetString(exceptions().usage, (std::string(name) + "(): " + error.what()).c_str());
  } catch (...) {
    set_python_error();
  }
  return nullptr;
}

std::vector<std::string> option_names(Query query) {
  std::vector<std::string> out;
  Call call(query, "", nullptr, nullptr, 0, nullptr);
  call.listing_ = &out;
  try {
    query(call);
  } catch (const Listed&) {
  } catch (const py::error_already_set&) {  // what stands last is missing: options come before
  }
  return out;
}

namespace {

// The keywords of each function, for tests.
py::dict& all_options() {
  static auto& all = *new py::dict;
  return all;
}

}  // namespace

void add_function(py::module_& module, const char* name, const char* doc, Query query, PyCFunction function) {
  auto* definition =
      new PyMethodDef{name, function, METH_FASTCALL | METH_KEYWORDS, doc};  // lives as long as the process
  PyObject* made = PyCFunction_NewEx(definition, nullptr, py::str("apart").release().ptr());
  if (!made) throw py::error_already_set();
  module.add_object(name, py::reinterpret_steal<py::object>(made));
  all_options()[name] = py::cast(option_names(query));
  module.attr("_options") = all_options();
}

void add_method(py::handle type, const char* name, const char* doc, Query query, PyCFunction function) {
  auto* definition = new PyMethodDef{name, function, METH_FASTCALL | METH_KEYWORDS, doc};
  PyObject* made = PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), definition);
  if (!made) throw py::error_already_set();
  py::setattr(type, name, py::reinterpret_steal<py::object>(made));
  const std::string full = py::str(type.attr("__name__")).cast<std::string>() + "." + name;
  all_options()[full.c_str()] = py::cast(option_names(query));
}

}  // namespace apart::python
