// Object File Format: a header, three counts, a line for each vertex and for each face. Further values on a line
// (normals, colours, texture) are ignored.
#include <algorithm>
#include <apart/io/bodies/assemble.hpp>
#include <apart/io/bytes/number_text.hpp>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/formats/formats.hpp>

namespace apart::io {
namespace {

// The header word: [ST][C][N]OFF for three dimensions.
bool header(Scanner& scan) {
  if (!scan.next_filled_line()) return scan.expected("\"OFF\"");
  std::string_view word = scan.peek();
  for (std::string_view part : {"ST", "C", "N"})
    if (word.starts_with(part)) word.remove_prefix(part.size());
  if (word == "4OFF" || word == "nOFF" || word == "4nOFF") return scan.wrong("only three dimensions can be read");
  if (word != "OFF") return scan.expected("\"OFF\"");
  scan.word();
  if (scan.peek() == "BINARY") return scan.wrong("binary OFF cannot be read");
  return true;
}

bool truncated(Scanner& scan, std::size_t announced, std::size_t there, const char* what) {
  return scan.wrong("truncated: " + std::to_string(announced) + " " + what + " announced, " + std::to_string(there) +
                    " there");
}

}  // namespace

Result<Mesh> read_off(const Source& source) {
  Scanner scan(source, Scanner::Layout::lines);
  std::size_t vertex_count = 0, face_count = 0;
  if (!scan.check_is_text() || !header(scan)) return scan.error();
  if (!scan.next_filled_line()) return scan.expected("the number of vertices"), scan.error();
  if (!scan.count(vertex_count, "vertices") || !scan.count(face_count, "faces")) return scan.error();
  scan.skip_line();

  std::vector<Vec3d> vertices;
  vertices.reserve(std::min(vertex_count, scan.bytes_left() / 6));  // a vertex takes at least three digits and
                                                                    // separators
  for (; vertices.size() < vertex_count; scan.skip_line()) {
    Vec3d p;
    if (!scan.next_filled_line()) return truncated(scan, vertex_count, vertices.size(), "vertices"), scan.error();
    if (!scan.point(p)) return scan.error();
    vertices.push_back(p);
  }

  Polygons polygons;
  const std::size_t likely = std::min(face_count, scan.bytes_left() / 8);
  polygons.reserve(likely, 3 * likely);
  for (; polygons.size() < face_count; scan.skip_line()) {
    if (!scan.next_filled_line()) return truncated(scan, face_count, polygons.size(), "faces"), scan.error();
    std::size_t corners = 0;
    if (!scan.count(corners, "corners")) return scan.error();
    if (corners < 3) return scan.wrong("a face needs 3 corners, this has " + std::to_string(corners)), scan.error();
    for (std::size_t k = 0; k < corners; ++k) {
      std::int64_t vertex = 0;
      if (!scan.integer(vertex)) return scan.error();
      if (vertex < 0 || static_cast<std::size_t>(vertex) >= vertex_count)
        return scan.wrong("face names vertex " + std::to_string(vertex) + " of " + std::to_string(vertex_count)),
               scan.error();
      polygons.corner(static_cast<u32>(vertex));
    }
    polygons.close();
  }
  if (!scan.at_end())
    return scan.expected("the end of the file after " + std::to_string(face_count) + " faces"), scan.error();
  return assemble(source, std::move(vertices), polygons);
}

Result<std::string> write_off(const Mesh& mesh) {
  std::string out = "OFF\n";
  append_line(out, "", {mesh.vertices().size(), mesh.faces().size(), std::size_t{0}});
  for (Vec3d v : mesh.vertices()) append_line(out, "", {v.x, v.y, v.z});
  for (Face f : mesh.faces()) append_line(out, "3 ", {f[0], f[1], f[2]});
  return out;
}

}  // namespace apart::io
