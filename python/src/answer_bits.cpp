// The bits of answers, for comparison and for pickling.
#include "answer_parts.hpp"

namespace apart::python {
namespace {

// Of what is written as it lies in memory.
std::size_t plain_size(Kind kind) {
  switch (kind) {
    case Kind::pose:
      return sizeof(Pose);
    case Kind::vector:
      return 24;
    case Kind::number:
    case Kind::u64:
      return 8;
    case Kind::u32:
    case Kind::enum32:
      return 4;
    case Kind::boolean:
    case Kind::enum8:
      return 1;
    default:
      return 0;
  }
}

// Takes bytes from the front of a view.
bool take(std::string_view& in, void* to, std::size_t size) {
  if (in.size() < size) return false;
  if (size > 0) std::memcpy(to, in.data(), size);
  in.remove_prefix(size);
  return true;
}

bool take_mesh(std::string_view& in, Mesh& mesh) {
  std::size_t counts[2] = {};
  if (!take(in, counts, sizeof counts)) return false;
  if (counts[0] > in.size() / sizeof(Vec3d) || counts[1] > in.size() / sizeof(Face)) return false;
  std::vector<Vec3d> vertices(counts[0]);
  std::vector<Face> faces(counts[1]);
  if (!take(in, vertices.data(), counts[0] * sizeof(Vec3d)) || !take(in, faces.data(), counts[1] * sizeof(Face)))
    return false;
  auto made = Mesh::make(std::move(vertices), std::move(faces));
  if (!made) return false;
  mesh = std::move(*made);
  return true;
}

bool unpack_list(const Field& field, std::byte* at, std::string_view& in) {
  const std::size_t each = field.kind == Kind::points  ? sizeof(Vec3d)
                           : field.kind == Kind::table ? field.columns * sizeof(u32)
                                                       : field.nested->size;
  std::size_t count = 0;
  if (!take(in, &count, sizeof count) || count > in.size()) return false;
  auto* first = static_cast<std::byte*>(field.resize(at, count));
  if (!first) return count == 0;
  if (field.kind != Kind::list) return take(in, first, count * each);
  for (std::size_t i = 0; i < count; ++i)
    if (!unpack(*field.nested, first + i * each, in)) return false;
  return true;
}

// Answers are restored by the version that has the same fields.
std::string field_names(const AnswerType& type) {
  std::string out;
  for (const Field& field : type.fields) out += std::string(field.name) + " ";
  return out;
}

// The answer, or the batch if there is a count, that reduced() took to bits.
PyObject* restore(PyObject*, PyObject* arguments) {
  const char *name = nullptr, *fields = nullptr;
  PyObject* bytes = nullptr;
  Py_ssize_t count = 0;
  if (!PyArg_ParseTuple(arguments, "ssnO!", &name, &fields, &count, &PyBytes_Type, &bytes)) return nullptr;
  const std::string_view bits(PyBytes_AS_STRING(bytes), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes)));
  return guarded([&]() -> PyObject* {
    for (const AnswerType* type : all_answer_types()) {
      if (type->name != std::string_view(name) || field_names(*type) != fields) continue;
      std::string_view in = bits;
      py::object made;
      bool fits = false;
      if (count < 0) {
        made = py::reinterpret_steal<py::object>(new_answer(*type));
        void* answer = reinterpret_cast<Answer*>(made.ptr())->payload;
        type->make(answer);
        fits = unpack(*type, answer, in);
      } else if (static_cast<std::size_t>(count) <= bits.size()) {
        const auto [first, owner] = type->make_many(static_cast<std::size_t>(count));
        fits = true;
        for (Py_ssize_t i = 0; fits && i < count; ++i)
          fits = unpack(*type, static_cast<std::byte*>(first) + static_cast<std::size_t>(i) * type->size, in);
        made = py::reinterpret_steal<py::object>(
            new_batch(*type, first, static_cast<std::size_t>(count), type->size, owner));
      }
      if (fits && in.empty()) return made.release().ptr();
    }
    return PyErr_Format(PyExc_ValueError, "not an answer of this version of apart: %s", name);
  });
}
PyMethodDef restore_method{"_restore", restore, METH_VARARGS, "An answer from its bits."};

}  // namespace

void pack(const AnswerType& type, const void* answer, std::string& out) {
  const auto* start = static_cast<const std::byte*>(answer);
  const auto put = [&](const void* at, std::size_t size) { out.append(static_cast<const char*>(at), size); };
  for (const Field& field : type.fields) {
    const std::byte* at = start + field.offset;
    switch (field.kind) {
      default:
        put(at, plain_size(field.kind));
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
      case Kind::mesh: {
        const Mesh& mesh = *reinterpret_cast<const Mesh*>(at);
        const std::size_t counts[] = {mesh.vertices().size(), mesh.faces().size()};
        put(counts, sizeof counts);
        put(mesh.vertices().data(), mesh.vertices().size_bytes()), put(mesh.faces().data(), mesh.faces().size_bytes());
        break;
      }
      case Kind::computed:
        break;
    }
  }
}

bool unpack(const AnswerType& type, void* answer, std::string_view& in) {
  for (const Field& field : type.fields) {
    std::byte* at = static_cast<std::byte*>(answer) + field.offset;
    bool fits = true;
    switch (field.kind) {
      case Kind::answer:
        fits = unpack(*field.nested, at, in);
        break;
      case Kind::list:
      case Kind::points:
      case Kind::table:
        fits = unpack_list(field, at, in);
        break;
      case Kind::mesh:
        fits = take_mesh(in, *reinterpret_cast<Mesh*>(at));
        break;
      case Kind::computed:
        break;
      default:
        fits = take(in, at, plain_size(field.kind));
        break;
    }
    if (!fits) return false;
  }
  return true;
}

PyObject* reduced(const AnswerType& type, py::object count, const std::string& bits) {
  const py::object restore = py::module_::import("apart._apart").attr("_restore");
  return py::make_tuple(restore, py::make_tuple(type.name, field_names(type), count, py::bytes(bits))).release().ptr();
}

void add_restore(py::module_& module) {
  PyObject* made = PyCFunction_NewEx(&restore_method, nullptr, py::str("apart").release().ptr());
  if (!made) throw py::error_already_set();
  module.add_object("_restore", py::reinterpret_steal<py::object>(made));
}

}  // namespace apart::python
