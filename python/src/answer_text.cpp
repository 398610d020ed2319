// Answers as text: repr(), and the types of their fields for the stubs.
#include "answer_parts.hpp"

namespace apart::python {
namespace {

void say(std::string& out, double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  out += text;
}

}  // namespace

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
      case Kind::pose: {
        const Vec3d v = read<Pose>(at).translation;
        out += "<at (", say(out, v.x), out += ", ", say(out, v.y), out += ", ", say(out, v.z), out += ")>";
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
      case Kind::mesh:
        out += '<' + std::to_string(reinterpret_cast<const Mesh*>(at)->size()) + " triangles>";
        break;
      case Kind::computed:
        break;
    }
  }
  out += ')';
}

std::pair<std::string, std::string> annotations(const Field& field) {
  switch (field.kind) {
    case Kind::number:
      return {"float", "NDArray[np.float64]"};
    case Kind::vector:
    case Kind::pose:
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

}  // namespace apart::python
