// PLY, as text or binary in either byte order: the positions of element "vertex", the polygons of "face" and the strips
// of "tristrips". Other elements and properties are ignored.
#include <algorithm>
#include <apart/io/bodies/assemble.hpp>
#include <apart/io/bytes/endian.hpp>
#include <apart/io/bytes/number_text.hpp>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/formats/formats.hpp>
#include <optional>

namespace apart::io {
namespace {

enum class ScalarType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

bool is_integer(ScalarType type) { return type < ScalarType::float32; }

std::optional<ScalarType> type_named(std::string_view name) {
  constexpr std::pair<std::string_view, ScalarType> names[] = {
      {"char", ScalarType::int8},      {"int8", ScalarType::int8},       {"uchar", ScalarType::uint8},
      {"uint8", ScalarType::uint8},    {"short", ScalarType::int16},     {"int16", ScalarType::int16},
      {"ushort", ScalarType::uint16},  {"uint16", ScalarType::uint16},   {"int", ScalarType::int32},
      {"int32", ScalarType::int32},    {"uint", ScalarType::uint32},     {"uint32", ScalarType::uint32},
      {"float", ScalarType::float32},  {"float32", ScalarType::float32}, {"double", ScalarType::float64},
      {"float64", ScalarType::float64}};
  for (const auto& [known, type] : names)
    if (name == known) return type;
  return {};
}

struct Property {
  std::string name;
  ScalarType type{};
  std::optional<ScalarType> count;  // for a list: the type of its length
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;

  std::size_t place(std::string_view property) const {  // properties.size() if absent
    const auto found =
        std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.name == property; });
    return static_cast<std::size_t>(found - properties.begin());
  }
};

struct Header {
  std::optional<std::endian> order;  // none: text
  std::vector<Element> elements;
};

bool read_type(Scanner& scan, ScalarType& type) {
  const std::optional<ScalarType> found = type_named(scan.peek());
  if (!found) return scan.expected("a type of number");
  scan.word();
  type = *found;
  return true;
}

bool read_property(Scanner& scan, Property& property) {
  if (scan.peek() == "list") {
    scan.word();
    ScalarType count{};
    if (!read_type(scan, count)) return false;
    if (!is_integer(count)) return scan.wrong("the length of a list cannot be of a floating type");
    property.count = count;
  }
  if (!read_type(scan, property.type)) return false;
  if (scan.at_line_end()) return scan.expected("the property's name");
  property.name = scan.word();
  return true;
}

bool read_header(Scanner& scan, Header& header) {
  if (scan.peek() != "ply") return scan.expected("\"ply\"");
  bool has_format = false;
  for (scan.skip_line(); scan.next_filled_line(); scan.skip_line()) {
    const std::string_view key = scan.peek();
    if (key == "comment" || key == "obj_info") continue;
    if (key == "end_header") {
      if (!has_format) return scan.expected("\"format\"");
      scan.skip_line();
      return true;
    }
    if (key == "format") {
      scan.word();
      const std::string_view format = scan.peek();
      if (format == "binary_little_endian")
        header.order = std::endian::little;
      else if (format == "binary_big_endian")
        header.order = std::endian::big;
      else if (format != "ascii")
        return scan.expected("ascii, binary_little_endian or binary_big_endian");
      has_format = true;
    } else if (key == "element") {
      scan.word();
      if (scan.at_line_end()) return scan.expected("the element's name");
      Element element;
      element.name = scan.word();
      if (!scan.count(element.count, "rows")) return false;
      header.elements.push_back(std::move(element));
    } else if (key == "property") {
      if (header.elements.empty()) return scan.expected("\"element\" before the first property");
      scan.word();
      Property property;
      if (!read_property(scan, property)) return false;
      header.elements.back().properties.push_back(std::move(property));
    } else {
      return scan.expected("\"element\", \"property\" or \"end_header\"");
    }
  }
  return scan.expected("\"end_header\"");
}

// The body's numbers in sequence. 32-bit integers are exact in a double, so one number type suffices.
class Text {
 public:
  Text(const Source& source, std::size_t start, std::size_t line) : scan_(source, Scanner::Layout::free, start, line) {}
  bool value(ScalarType type, double& x) {
    if (!is_integer(type)) return scan_.number(x);
    std::int64_t i = 0;
    if (!scan_.integer(i)) return false;
    x = static_cast<double>(i);
    return true;
  }
  bool at_end() { return scan_.at_end(); }
  std::size_t bytes_left() const { return scan_.bytes_left(); }
  bool wrong(std::string what) { return scan_.wrong(std::move(what)); }
  Error error() const { return scan_.error(); }

 private:
  Scanner scan_;
};

class Bytes {
 public:
  Bytes(const Source& source, std::size_t start, std::endian order) : source_(source), at_(start), order_(order) {}
  bool value(ScalarType type, double& x) {
    switch (type) {
      case ScalarType::int8:
        return next<std::int8_t>(x);
      case ScalarType::uint8:
        return next<std::uint8_t>(x);
      case ScalarType::int16:
        return next<std::int16_t>(x);
      case ScalarType::uint16:
        return next<std::uint16_t>(x);
      case ScalarType::int32:
        return next<std::int32_t>(x);
      case ScalarType::uint32:
        return next<std::uint32_t>(x);
      case ScalarType::float32:
        return next<float>(x);
      case ScalarType::float64:
        return next<double>(x);
    }
    return false;
  }
  bool at_end() const { return bytes_left() == 0; }
  std::size_t bytes_left() const { return source_.bytes.size() - at_; }
  bool wrong(std::string what) {
    error_ = source_.name + ": " + std::move(what) + " (byte " + std::to_string(at_) + ")";
    return false;
  }
  Error error() const { return Error{error_}; }

 private:
  template <class T>
  bool next(double& x) {
    if (bytes_left() < sizeof(T)) return wrong("truncated: the file ends within a row");
    x = static_cast<double>(from_bytes<T>(source_.bytes.data() + at_, order_));
    at_ += sizeof(T);
    return true;
  }

  const Source& source_;
  std::size_t at_;
  std::endian order_;
  std::string error_;
};

template <class Input>
class BodyReader {
 public:
  BodyReader(const Header& header, Input& input) : header_(header), input_(input) {
    for (const Element& element : header.elements)
      if (element.name == "vertex") vertex_count_ = element.count;
  }

  bool run() {
    for (const Element& element : header_.elements) {
      if (element.properties.empty()) continue;  // its rows take no bytes, however many
      for (std::size_t row = 0; row < element.count; ++row) {
        if (input_.at_end())
          return input_.wrong("truncated: " + std::to_string(element.count) + " rows of " + in_quotes(element.name) +
                              " announced, " + std::to_string(row) + " there");
        if (element.name == "vertex" ? !vertex(element) : !faces(element)) return false;
      }
    }
    // Remaining data might be faces hidden by a wrong count; geometry must not be lost silently.
    return input_.at_end() || input_.wrong("more follows after what the header announced");
  }

  std::vector<Vec3d> vertices;
  Polygons polygons;

 private:
  bool vertex(const Element& element) {
    if (vertices.empty()) {
      for (int axis = 0; axis < 3; ++axis) {
        places_[axis] = element.place(axis == 0 ? "x" : axis == 1 ? "y" : "z");
        if (places_[axis] == element.properties.size() || element.properties[places_[axis]].count)
          return input_.wrong("element \"vertex\" has no property x, y or z");
      }
      vertices.reserve(std::min(element.count, input_.bytes_left() / 3));
    }
    Vec3d p;
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      if (element.properties[i].count) {
        if (!list(element.properties[i], [](double) { return true; })) return false;
        continue;
      }
      double x = 0;
      if (!input_.value(element.properties[i].type, x)) return false;
      for (int axis = 0; axis < 3; ++axis)
        if (i == places_[axis]) p[axis] = x;
    }
    if (!is_finite(p)) return input_.wrong("a coordinate is not finite");
    vertices.push_back(p);
    return true;
  }

  // A row of any other element; the corners of a face or a strip are stored.
  bool faces(const Element& element) {
    for (const Property& property : element.properties) {
      const bool corners = property.name == "vertex_indices" || property.name == "vertex_index";
      if (property.count && corners && element.name == "face") {
        if (!face(property)) return false;
      } else if (property.count && corners && element.name == "tristrips") {
        if (!strip(property)) return false;
      } else if (property.count) {
        if (!list(property, [](double) { return true; })) return false;
      } else {
        double passed_over = 0;
        if (!input_.value(property.type, passed_over)) return false;
      }
    }
    return true;
  }

  bool face(const Property& property) {
    if (!list(property, [&](double x) { return names_vertex(x) && (polygons.corner(static_cast<u32>(x)), true); }))
      return false;
    if (polygons.open_corners() < 3)
      return input_.wrong("a face needs 3 corners, this has " + std::to_string(polygons.open_corners()));
    polygons.close();
    return true;
  }

  // Each vertex forms a triangle with the two before it, with alternating orientation; −1 starts a new strip.
  bool strip(const Property& property) {
    u32 before[2] = {};
    std::size_t length = 0;
    return list(property, [&](double x) {
      if (x == -1) {
        length = 0;
        return true;
      }
      if (!names_vertex(x)) return false;
      const u32 vertex = static_cast<u32>(x);
      if (length >= 2) {
        const bool turned = length % 2 == 1;
        for (u32 corner : {before[turned], before[!turned], vertex}) polygons.corner(corner);
        polygons.close();
      }
      before[0] = before[1];
      before[1] = vertex;
      ++length;
      return true;
    });
  }

  bool names_vertex(double x) {
    if (x >= 0 && x < static_cast<double>(vertex_count_) && x == std::floor(x)) return true;
    return input_.wrong("face names vertex " + std::to_string(static_cast<std::int64_t>(x)) + " of " +
                        std::to_string(vertex_count_));
  }

  template <class Take>
  bool list(const Property& property, Take take) {
    double length = 0;
    if (!input_.value(*property.count, length)) return false;
    if (length < 0) return input_.wrong("a list has " + std::to_string(static_cast<std::int64_t>(length)) + " items");
    for (double i = 0; i < length; ++i) {
      double x = 0;
      if (!input_.value(property.type, x)) return false;
      if (!take(x)) return false;
    }
    return true;
  }

  const Header& header_;
  Input& input_;
  std::size_t vertex_count_ = 0;
  std::size_t places_[3] = {};
};

template <class Input>
Result<Mesh> read_body(const Source& source, const Header& header, Input input) {
  BodyReader<Input> body(header, input);
  if (!body.run()) return input.error();
  return assemble(source, std::move(body.vertices), body.polygons);
}

}  // namespace

Result<Mesh> read_ply(const Source& source) {
  Scanner scan(source, Scanner::Layout::lines);
  Header header;
  if (!read_header(scan, header)) return scan.error();
  const auto vertex_elements = std::count_if(header.elements.begin(), header.elements.end(),
                                             [](const Element& e) { return e.name == "vertex"; });
  if (vertex_elements != 1)
    return Error{source.name + ": " + std::to_string(vertex_elements) + " elements called \"vertex\", not one"};
  for (const Element& element : header.elements)
    for (const Property& property : element.properties)
      if (property.count && property.name.starts_with("vertex_ind") && !is_integer(property.type))
        return Error{source.name + ": the corners of a face cannot be of a floating type"};
  if (header.order) return read_body(source, header, Bytes(source, scan.offset(), *header.order));
  if (!scan.check_is_text()) return scan.error();
  return read_body(source, header, Text(source, scan.offset(), scan.line()));
}

Result<std::string> write_ply(const Mesh& mesh) {
  std::string out = "ply\nformat binary_little_endian 1.0\n";
  append_line(out, "element vertex ", {mesh.vertices().size()});
  out += "property double x\nproperty double y\nproperty double z\n";
  append_line(out, "element face ", {mesh.faces().size()});
  out += "property list uchar uint vertex_indices\nend_header\n";
  for (Vec3d v : mesh.vertices())
    for (double x : {v.x, v.y, v.z}) append_bytes(out, x);
  for (Face f : mesh.faces()) {
    append_bytes(out, std::uint8_t{3});
    for (u32 corner : f) append_bytes(out, corner);
  }
  return out;
}

}  // namespace apart::io
