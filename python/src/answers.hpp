// Answers as Python objects. A table of its fields makes of each C++ answer a type whose attributes are the fields, and
// a type for many of them whose attributes are NumPy arrays: views of the C++ answers, not copies.
#pragma once
#include <pybind11/numpy.h>
#include <apart/apart.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/manifold.hpp>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>

namespace apart::python {

namespace py = pybind11;

// A C++ enumeration as an enum.IntEnum: equal to the numbers in arrays.
struct EnumType {
  const char* name;
  std::vector<const char*> words;
  PyObject* type = nullptr;             // lives as long as the process
  std::vector<PyObject*> members = {};  // by number
};
template <class E>
EnumType& enum_type();  // answer_types.cpp
void add_enum(py::module_& module, EnumType& type);
PyObject* enum_member(const EnumType& type, int value);

enum class Kind : unsigned char {
  number,
  vector,
  pose,
  boolean,
  u32,
  u64,
  enum32,
  enum8,
  answer,
  list,
  points,
  table,
  mesh,
  computed
};

struct AnswerType;

struct Field {
  const char* name;
  Kind kind;
  std::size_t offset = 0;
  AnswerType* nested = nullptr;  // of Kind::answer and list
  EnumType* words = nullptr;
  std::pair<const void*, std::size_t> (*list)(const void* member) = nullptr;  // its first element, and how many
  void* (*resize)(void* member, std::size_t count) = nullptr;  // of a list: as many new elements, and the first
  PyObject* (*computed)(const void* answer) = nullptr;
  std::size_t columns = 1;            // of a table of whole numbers
  const AnswerType* owner = nullptr;  // whose field it is
};

struct AnswerType {
  const char* name = nullptr;
  const char* doc = nullptr;
  std::vector<Field> fields{};
  std::size_t size = 0;
  bool trivial = false;
  void (*copy)(void* to, const void* from) = nullptr;
  void (*make)(void* to) = nullptr;                                        // as new
  std::pair<void*, py::object> (*make_many)(std::size_t count) = nullptr;  // the first, and what keeps them
  void (*destroy)(void* answer) = nullptr;
  bool (*truth)(const void* answer) = nullptr;  // what bool() gives; null: it has none
  PyTypeObject* type = nullptr;
  PyTypeObject* batch = nullptr;
  std::string full_name{}, batch_name{};
  std::vector<PyGetSetDef> getters{}, batch_getters{};
};
template <class T>
AnswerType& answer_type();  // answer_types.cpp

// An answer: the C++ object lies right behind the header.
struct Answer {
  PyObject_HEAD alignas(16) std::byte payload[1];
};

PyObject* new_answer(const AnswerType& type);  // with its payload not yet constructed
template <class T>
PyObject* to_python(T answer) {
  PyObject* out = new_answer(answer_type<T>());
  new (reinterpret_cast<Answer*>(out)->payload) T(std::move(answer));
  return out;
}
// Copies the answer.
PyObject* to_python(const AnswerType& type, const void* answer);

// Many answers, `stride` bytes apart, in memory that the owner keeps.
PyObject* new_batch(const AnswerType& type, const void* first, std::size_t count, std::size_t stride, py::object owner);
// What keeps answers as long as something refers to them.
template <class T>
py::capsule keep(std::unique_ptr<std::vector<T>> answers) {
  py::capsule owner(answers.get(), [](void* p) { delete static_cast<std::vector<T>*>(p); });
  static_cast<void>(answers.release());
  return owner;
}
template <class T>
PyObject* to_python(std::vector<T> answers) {
  auto kept = std::make_unique<std::vector<T>>(std::move(answers));
  const void* first = kept->data();
  const std::size_t count = kept->size();
  return new_batch(answer_type<T>(), first, count, sizeof(T), keep(std::move(kept)));
}

// The C++ answer in a Python object of its type, or null.
const void* payload_of(const AnswerType& type, PyObject* object);

// The answers in a batch of that type, copied; none if it is none.
struct BatchView {
  const std::byte* first;
  std::size_t count, stride;
};
std::optional<BatchView> batch_of(const AnswerType& type, PyObject* object);
template <class T>
std::optional<std::vector<T>> answers_in(PyObject* object) {
  const auto view = batch_of(answer_type<T>(), object);
  if (!view) return std::nullopt;
  std::vector<T> out;
  for (std::size_t i = 0; i < view->count; ++i)
    out.push_back(*reinterpret_cast<const T*>(view->first + i * view->stride));
  return out;
}

// The bits of all fields in the order of the table, numbers as they lie in memory: for comparison.
void pack(const AnswerType& type, const void* answer, std::string& out);

PyObject* to_python(Vec3d v);
PyObject* to_python(std::span<const Vec3d> points);
py::object model_of_mesh(const Mesh& mesh);  // types.cpp

// Creates the Python types of an answer and of many, and adds both to the module.
void add_answer(py::module_& module, AnswerType& type);
void add_all_answers(py::module_& module);

}  // namespace apart::python
