// What the sources of answers share.
#pragma once
#include "answers.hpp"
#include "arguments.hpp"

namespace apart::python {

template <class T>
T read(const void* at) {
  T out;
  std::memcpy(&out, at, sizeof out);
  return out;
}

inline const std::byte* payload(PyObject* self) { return reinterpret_cast<Answer*>(self)->payload; }
inline int enum_value(const Field& field, const void* at) {
  return field.kind == Kind::enum8 ? read<unsigned char>(at) : read<int>(at);
}

// The value of a field of the answer at `answer`, which `owner` keeps.
PyObject* value(const Field& field, const std::byte* answer, PyObject* owner);
// As repr() gives it.
void say(const AnswerType& type, const std::byte* answer, std::string& out);
// How a field is written in the stubs: of one answer, and of many.
std::pair<std::string, std::string> annotations(const Field& field);
// Puts the bits that pack() made into an answer that is as new, and takes them from `in`; false if they do not fit.
bool unpack(const AnswerType& type, void* answer, std::string_view& in);

std::vector<AnswerType*>& all_answer_types();
void add_batch_type(py::module_& module, AnswerType& type);
// For pickling: the function that makes an answer, or many, of what it was taken to.
PyObject* reduced(const AnswerType& type, py::object count, const std::string& bits);
void add_restore(py::module_& module);

// f(), with what it throws as a Python exception.
template <class F>
PyObject* guarded(F f) {
  try {
    return f();
  } catch (...) {
    set_python_error();
  }
  return nullptr;
}
inline PyObject* to_text(const std::string& text) {
  return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}
inline PyObject* to_bytes(const std::string& bytes) {
  return PyBytes_FromStringAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size()));
}

}  // namespace apart::python
