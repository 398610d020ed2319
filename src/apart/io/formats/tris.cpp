// .tris: the number of triangles, then nine numbers for each, separated by blanks or newlines.
#include <algorithm>
#include <apart/io/bodies/assemble.hpp>
#include <apart/io/bytes/number_text.hpp>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/shapes/mesh/welder.hpp>

namespace apart::io {

Result<Mesh> read_tris(const Source& source) {
  Scanner scan(source, Scanner::Layout::free);
  std::size_t count = 0;
  if (!scan.check_is_text() || !scan.count(count, "triangles")) return scan.error();
  Welder welder;
  std::vector<Face> faces;
  faces.reserve(std::min(count, scan.bytes_left() / 18));  // a triangle takes at least nine digits and nine separators
  for (std::size_t i = 0; i < count; ++i) {
    if (scan.at_end())
      return Error{source.name + ":" + std::to_string(scan.line()) + ": truncated: " + std::to_string(count) +
                   " triangles announced, " + std::to_string(i) + " there"};
    Face face{};
    for (u32& corner : face) {
      Vec3d p;
      if (!scan.point(p)) return scan.error();
      corner = welder.add(p);
    }
    faces.push_back(face);
  }
  if (!scan.at_end())
    return scan.expected("the end of the file after " + std::to_string(count) + " triangles"), scan.error();
  return assemble(source, welder.take(), std::move(faces));
}

Result<std::string> write_tris(const Mesh& mesh) {
  std::string out;
  append_line(out, "", {mesh.size()});
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    for (Vec3d p : {t.a, t.b, t.c}) append_line(out, "", {p.x, p.y, p.z});
  }
  return out;
}

}  // namespace apart::io
