// Arguments from Python as C++ values, and what is wrong with them: every message names the argument.
#pragma once
#include <optional>

#include "answer_types.hpp"

namespace apart::python {

// Python exceptions: apart.Error (a ValueError), apart.UsageError (one of these), apart.FileError (one, and an
// OSError).
struct Exceptions {
  PyObject *error = nullptr, *usage = nullptr, *file = nullptr;
};
Exceptions& exceptions();
[[noreturn]] void raise(PyObject* type, const std::string& message);
template <class T>
T value_or_raise(Result<T> result, PyObject* type = exceptions().error, const std::string& what = "") {
  if (!result) raise(type, what + result.error());
  return std::move(*result);
}
// The same where the GIL is not held: it becomes a UsageError.
struct WrongArgument {
  std::string message;
};
void set_python_error();  // from the C++ exception in flight
std::string type_name(PyObject* object);
std::string shape_text(const py::array& array);  // "(2, 3)"

// What is computed with. One of the two is null.
struct GeometryRef {
  const Model* model = nullptr;
  const Shape* shape = nullptr;
};
std::optional<GeometryRef> geometry_of(PyObject* object);         // types.cpp
Geometry geometry_in(PyObject* object, const std::string& what);  // a copy, which shares what it holds
std::string path_of(PyObject* object, const std::string& what);
const Model& model_in(PyObject* object, const std::string& what);
inline std::size_t triangles_of(GeometryRef g) { return g.model ? g.model->mesh().size() : 1; }

double number_of(PyObject* object, const std::string& what);
u64 whole_of(PyObject* object, const std::string& what);  // 0 or more
u32 whole32_of(PyObject* object, const std::string& what);
std::string text_of(PyObject* object, const std::string& what);
// A word of an enumeration, or a member of it.
int number_of_word(PyObject* object, const std::string& what, const EnumType& type);
template <class E>
E word_of(PyObject* object, const std::string& what) {
  return static_cast<E>(number_of_word(object, what, enum_type<E>()));
}
PyObject* function_of(PyObject* object, const std::string& what);  // null for None
Vec3d vector_of(PyObject* object, const std::string& what);
// Contiguous doubles of any number of dimensions.
py::array numbers_of(PyObject* object, const std::string& what);
bool is_plain_doubles(PyObject* object);
// Whole numbers of one dimension.
std::vector<u32> numbers32_of(PyObject* object, const std::string& what);
std::vector<Bounds> boxes_of(PyObject* object, const std::string& what);  // (N, 2, 3)

// One point or many: (3,) or (N, 3).
class PointList {
 public:
  PointList(PyObject* object, const std::string& what);

  bool many() const { return many_; }
  std::size_t size() const { return size_; }
  Vec3d at(std::size_t i) const {
    const double* p = data_ + 3 * (size_ == 1 ? 0 : i);
    return {p[0], p[1], p[2]};
  }
  std::span<const Vec3d> all() const { return {reinterpret_cast<const Vec3d*>(data_), size_}; }

 private:
  py::object array_;
  const double* data_ = nullptr;
  bool many_ = false;
  std::size_t size_ = 1;
};

py::array to_array(std::span<const u32> numbers);

// Bytes that were pickled, aligned as the library reads them.
struct AlignedBytes {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> keep;
};
AlignedBytes aligned(const py::bytes& bytes);

}  // namespace apart::python
