// STL, binary or text, in which each solid is an object. Corners of exactly the same position become one vertex;
// normals are ignored.
#include <apart/io/bodies/assemble.hpp>
#include <apart/io/bodies/sections.hpp>
#include <apart/io/bytes/endian.hpp>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/shapes/mesh/welder.hpp>
#include <array>

namespace apart::io {
namespace {

constexpr std::size_t kHeader = 80, kStart = 84, kTriangle = 50;

std::size_t announced(std::string_view bytes) { return from_bytes<u32>(bytes.data() + kHeader, std::endian::little); }

// A binary header may start with "solid" too, so the size decides first: it matches the stored triangle count only in a
// binary file, since four letters read as a number give gigabytes.
bool is_text(std::string_view bytes) {
  if (bytes.size() >= kStart && bytes.size() == kStart + kTriangle * announced(bytes)) return false;
  std::string_view start = bytes;
  if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  return starts_with_letters(start, "solid") && start.substr(0, 1000).find('\0') == std::string_view::npos;
}

Result<Mesh> read_bytes(const Source& source) {
  const std::string_view bytes = source.bytes;
  const auto at = [](std::size_t byte) { return " (byte " + std::to_string(byte) + ")"; };
  if (bytes.size() < kStart)
    return Error{source.name + ": not an STL file: neither \"solid\" nor a header of 84 bytes" + at(bytes.size())};
  const std::size_t count = announced(bytes), there = (bytes.size() - kStart) / kTriangle;
  if (there < count)
    return Error{source.name + ": truncated: " + std::to_string(count) + " triangles announced, " +
                 std::to_string(there) + " there" + at(bytes.size())};
  // Some programs append data to the triangles. It might be triangles hidden by a wrong count, which must not be lost
  // silently.
  if (const std::size_t more = bytes.size() - kStart - kTriangle * count; more > 0)
    source.note(std::to_string(count) + " triangles announced; " + std::to_string(more) +
                " bytes that follow them were not read" + at(kStart + kTriangle * count));

  Welder welder;
  welder.reserve(count / 2 + 64);  // of a closed surface
  std::vector<Face> faces(count);
  constexpr std::size_t kAtOnce = 8;  // triangles
  std::array<Vec3d, 3 * kAtOnce> corners{};
  for (std::size_t first = 0; first < count; first += kAtOnce) {
    const std::size_t some = std::min(kAtOnce, count - first);
    for (std::size_t c = 0; c < 3 * some; ++c) {
      const std::size_t begin = kStart + kTriangle * (first + c / 3) + 12 * (c % 3 + 1);
      for (int axis = 0; axis < 3; ++axis)
        corners[c][axis] =
            from_bytes<float>(bytes.data() + begin + 4 * static_cast<std::size_t>(axis), std::endian::little);
      if (!is_finite(corners[c]))
        return Error{source.name + ": triangle " + std::to_string(first + c / 3 + 1) +
                     " has a corner that is not finite" + at(begin)};
    }
    if (some == kAtOnce) {
      const std::array<u32, 3 * kAtOnce> vertices = welder.add_all(corners);
      for (std::size_t c = 0; c < 3 * kAtOnce; ++c) faces[first + c / 3][c % 3] = vertices[c];
    } else {
      for (std::size_t c = 0; c < 3 * some; ++c) faces[first + c / 3][c % 3] = welder.add(corners[c]);
    }
  }
  return assemble(source, welder.take(), std::move(faces));
}

bool read_facet(Scanner& scan, Welder& welder, Face& face) {
  if (!scan.keyword("facet") || !scan.keyword("normal")) return false;
  for (int i = 0; i < 3; ++i) scan.word();  // of a degenerate triangle the normal is often NaN
  if (!scan.keyword("outer") || !scan.keyword("loop")) return false;
  for (u32& corner : face) {
    Vec3d p;
    if (!scan.keyword("vertex") || !scan.point(p)) return false;
    corner = welder.add(p);
  }
  return scan.keyword("endloop") && scan.keyword("endfacet");
}

Result<SectionedMesh> read_text(const Source& source) {
  Scanner scan(source, Scanner::Layout::free);
  if (!scan.check_is_text()) return scan.error();
  Welder welder;
  std::vector<Face> faces;
  Sections sections;
  while (!scan.at_end()) {
    if (!scan.keyword("solid")) return scan.error();
    const std::string name = scan.name_ahead();
    sections.now = {.object = sections.now.object + 1, .name = sections.names.number(name.empty() ? "solid" : name)};
    sections.mark(static_cast<u32>(faces.size()));
    scan.skip_line();
    while (!same_letters(scan.peek(), "endsolid")) {
      Face face{};
      if (!read_facet(scan, welder, face)) return scan.error();
      faces.push_back(face);
    }
    scan.skip_line();
  }
  Result<Mesh> mesh = assemble(source, welder.take(), std::move(faces));
  if (!mesh) return Error{mesh.error()};
  return sections.of(std::move(*mesh));
}

}  // namespace

Result<SectionedMesh> read_stl(const Source& source) {
  if (is_text(source.bytes)) return read_text(source);
  Result<Mesh> mesh = read_bytes(source);
  if (!mesh) return Error{mesh.error()};
  return SectionedMesh{std::move(*mesh)};
}

Result<std::string> write_stl(const Mesh& mesh) {
  std::string out = "Apart";
  out.resize(kHeader, ' ');
  append_bytes(out, mesh.size());
  out.reserve(kStart + kTriangle * mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    Vec3d normal = area_vector(t);
    const double size = length(normal);
    normal = size > 0 && std::isfinite(size) ? normal / size : Vec3d{};
    for (Vec3d p : {normal, t.a, t.b, t.c})
      for (double x : {p.x, p.y, p.z}) {
        if (std::abs(x) > std::numeric_limits<float>::max())
          return Error{"triangle " + std::to_string(i + 1) + " is too large for the single precision of STL"};
        append_bytes(out, static_cast<float>(x));
      }
    append_bytes(out, std::uint16_t{0});
  }
  return out;
}

}  // namespace apart::io
