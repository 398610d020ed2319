// Wavefront OBJ: the vertices and faces, and the object, group and material of each face. Everything else (texture,
// normals, colours, curves) is ignored; free-form surfaces are noted.
#include <apart/io/bodies/assemble.hpp>
#include <apart/io/bodies/sections.hpp>
#include <apart/io/bytes/number_text.hpp>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/formats/formats.hpp>

namespace apart::io {
namespace {

class ObjReader {
 public:
  explicit ObjReader(const Source& source) : source_(source), scan_(source, Scanner::Layout::lines) {
    scan_.join_lines_at_backslash();
  }

  Result<SectionedMesh> run() {
    if (!scan_.check_is_text()) return scan_.error();
    for (; scan_.next_filled_line(); scan_.skip_line()) {
      const std::string_view key = scan_.word();
      if (key == "v") {
        Vec3d p;
        if (!scan_.point(p)) return scan_.error();
        vertices_.push_back(p);
      } else if (key == "f") {
        if (!face()) return scan_.error();
      } else if (key == "o" || key == "g" || key == "usemtl") {
        divide(key);
      } else if (key == "surf") {
        ++free_form_;
      }
    }
    for (const Reference& r : ahead_)
      if (r.vertex > vertices_.size()) return names(r.line, static_cast<std::int64_t>(r.vertex)), scan_.error();
    Result<Mesh> mesh = assemble(source_, std::move(vertices_), polygons_);
    if (!mesh) return Error{mesh.error()};
    if (free_form_ > 0) source_.note("free-form surfaces (surf) are not read: " + std::to_string(free_form_));
    return sections_.of(std::move(*mesh));
  }

 private:
  struct Reference {
    std::size_t line, vertex;
  };

  // Every "o" starts a new object, even if the name was used before; a repeated group name continues that group within
  // its object; a material applies until the next one.
  void divide(std::string_view key) {
    const u32 name = sections_.names.number(scan_.name_ahead());
    if (key == "o")
      sections_.now = {.object = ++objects_, .name = name, .layer = sections_.now.layer};
    else
      (key == "g" ? sections_.now.group : sections_.now.layer) = name;
    sections_.mark(static_cast<u32>(polygons_.triangle_count()));
  }

  bool face() {
    while (!scan_.at_line_end()) {
      std::int64_t i = 0;
      if (!scan_.integer(i, '/')) return false;
      const std::string_view texture_and_normal = scan_.attached_word();
      if (texture_and_normal.find_first_not_of("/-+0123456789") != std::string_view::npos)
        return scan_.wrong("a corner should look like 1, 1/2, 1//3 or 1/2/3, found " +
                           in_quotes(std::to_string(i) + std::string(texture_and_normal)));
      if (i == 0) return scan_.wrong("face names vertex 0; vertices are counted from 1");
      const auto here = static_cast<std::int64_t>(vertices_.size());
      if (i < -here) return names(scan_.line(), i);
      const std::int64_t vertex = i < 0 ? here + i + 1 : i;
      if (vertex > std::numeric_limits<u32>::max()) return names(scan_.line(), vertex);
      // A face may refer to later vertices. Only faces whose largest index exceeds all earlier ones need to be checked
      // at the end.
      if (vertex > here && (ahead_.empty() || static_cast<std::size_t>(vertex) > ahead_.back().vertex))
        ahead_.push_back({scan_.line(), static_cast<std::size_t>(vertex)});
      polygons_.corner(static_cast<u32>(vertex - 1));
    }
    if (polygons_.open_corners() < 3)
      return scan_.wrong("a face needs 3 corners, this has " + std::to_string(polygons_.open_corners()));
    polygons_.close();
    return true;
  }

  bool names(std::size_t line, std::int64_t vertex) {
    return scan_.wrong_at(line,
                          "face names vertex " + std::to_string(vertex) + " of " + std::to_string(vertices_.size()));
  }

  const Source& source_;
  Scanner scan_;
  std::vector<Vec3d> vertices_;
  Polygons polygons_;
  std::vector<Reference> ahead_;
  Sections sections_;
  u32 objects_ = 0;
  std::size_t free_form_ = 0;
};

}  // namespace

Result<SectionedMesh> read_obj(const Source& source) { return ObjReader(source).run(); }

Result<std::string> write_obj(const Mesh& mesh) {
  std::string out;
  for (Vec3d v : mesh.vertices()) append_line(out, "v ", {v.x, v.y, v.z});
  for (Face f : mesh.faces()) append_line(out, "f ", {f[0] + u64{1}, f[1] + u64{1}, f[2] + u64{1}});
  return out;
}

}  // namespace apart::io
