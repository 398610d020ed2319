#include "call.hpp"

#include <pybind11/stl.h>
#include <algorithm>

namespace apart::python {
namespace {

struct Listed {};  // the names of the options are known

}  // namespace

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
  if (PyObject* given = option(keyword); given && given != Py_None) into = whole_of(given, what(keyword));
}

void Call::option(const char* keyword, u32& into) {
  if (PyObject* given = option(keyword); given && given != Py_None) into = whole32_of(given, what(keyword));
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
  report_ = function_of(option("progress"), what("progress"));
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
      const std::string word = text_of(PyTuple_GET_ITEM(names_, i), what("keyword"));
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
