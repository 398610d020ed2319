// Chooses the reader of a file, and applies scale, split and notes.
#include <algorithm>
#include <apart/io/bodies/assemble.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/formats/guess_format.hpp>
#include <apart/io/formats/step.hpp>
#include <apart/io/read.hpp>
#include <apart/io/tree_file.hpp>
#include <filesystem>
#include <set>
#include <unordered_map>

namespace apart {
namespace io {
namespace {

// A format has one of two readers: of a mesh, which may have sections, or of bodies with poses.
struct Format {
  std::string_view extension;
  Result<SectionedMesh> (*mesh)(const Source&);
  Result<std::vector<Body>> (*scene)(const Source&);
};

// For a format without objects.
template <Result<Mesh> (*read)(const Source&)>
Result<SectionedMesh> undivided(const Source& source) {
  Result<Mesh> mesh = read(source);
  if (!mesh) return Error{mesh.error()};
  return SectionedMesh{std::move(*mesh)};
}

constexpr Format kFormats[] = {
    {"obj", read_obj, nullptr},
    {"stl", read_stl, nullptr},
    {"ply", undivided<read_ply>, nullptr},
    {"off", undivided<read_off>, nullptr},
    {"tris", undivided<read_tris>, nullptr},
    {"gltf", nullptr, read_gltf},
    {"glb", nullptr, read_gltf},
    {"dae", nullptr, read_scene},
    {"3ds", nullptr, read_scene},
    {"apart", nullptr, read_tree},
    {"step", nullptr, read_step},
    {"stp", nullptr, read_step},
};

// The format by the extension, except for a saved model, which is recognized by its first bytes under any name. Without
// an extension, by the content.
const Format* format_of(const Source& source) {
  std::string wanted = starts_as_model(std::as_bytes(std::span(source.bytes))) ? "apart" : extension(source.name);
  if (wanted.empty()) wanted = guess_format(source.bytes);
  const auto found =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](const Format& f) { return f.extension == wanted; });
  return found == std::end(kFormats) ? nullptr : found;
}

Error unknown(const std::string& name) {
  const std::string ending = extension(name);
  return Error{
      name + ": " +
      (ending.empty() ? "no extension, and its content is no OBJ, STL, PLY or OFF" : "unknown extension ." + ending) +
      "; can read " + readable_extensions()};
}

// Scales every mesh once, since bodies may share it.
Result<std::vector<Body>> scaled(const std::string& name, std::vector<Body> bodies, double scale) {
  std::unordered_map<const Face*, Mesh> done;
  for (Body& body : bodies) {
    const auto [place, is_new] = done.try_emplace(body.mesh.faces().data());
    if (is_new) {
      std::vector<Vec3d> vertices(body.mesh.vertices().begin(), body.mesh.vertices().end());
      for (Vec3d& v : vertices) v *= scale;
      Result<Mesh> mesh = Mesh::make(std::move(vertices), {body.mesh.faces().begin(), body.mesh.faces().end()});
      if (!mesh) return Error{name + ": scaled, " + mesh.error()};
      std::vector<u32> parts;
      for (u32 p = 0; p < body.mesh.parts(); ++p) parts.push_back(body.mesh.first_of_part(p));
      place->second = parts.size() > 1 ? mesh->with_parts(std::move(parts)) : std::move(*mesh);
    }
    body.mesh = place->second;
    body.pose.translation *= scale;
    body.error *= scale;
    if (!is_finite(body.pose.translation)) return Error{name + ": scaled, a pose is not finite"};
  }
  return bodies;
}

std::string stem(const std::string& name) { return std::filesystem::path(name).stem().string(); }

// Joins all bodies at their poses into one, whose parts they are.
Result<std::vector<Body>> in_one(const std::string& name, std::vector<Body> bodies) {
  if (bodies.size() == 1 && bodies.front().pose == Pose{}) return bodies;
  std::size_t vertex_count = 0, face_count = 0;
  for (const Body& body : bodies) vertex_count += body.mesh.vertices().size(), face_count += body.mesh.size();
  if (std::max(vertex_count, face_count) >= std::size_t{1} << 31)
    return Error{name + ": more than 2^31 vertices or triangles in all"};
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  std::vector<u32> parts;
  vertices.reserve(vertex_count);
  faces.reserve(face_count);
  for (const Body& body : bodies) {
    const u32 base = static_cast<u32>(vertices.size());
    parts.push_back(static_cast<u32>(faces.size()));
    for (Vec3d v : body.mesh.vertices()) vertices.push_back(body.pose * v);
    for (Face f : body.mesh.faces()) faces.push_back({f[0] + base, f[1] + base, f[2] + base});
  }
  Result<Mesh> mesh = assemble({name, {}, {}}, std::move(vertices), std::move(faces));
  if (!mesh) return Error{mesh.error()};
  Body out{stem(name), mesh->with_parts(std::move(parts)), Pose{}};
  out.unit = bodies.front().unit;
  for (const Body& body : bodies) out.error = larger(out.error, body.error);
  return std::vector{std::move(out)};
}

// A file of groups alone may be an assembly: what collides inside of it is not found.
void note_groups(const Source& source, const SectionedMesh& file) {
  std::set<u32> groups;
  for (const Section& section : file.sections) groups.insert(section.group);
  if (groups.size() > 1)
    source.note("its " + std::to_string(groups.size()) + " groups (g) are one body; --split groups separates them");
}

// With `none`, the bodies of a scene are not joined yet.
Result<std::vector<Body>> divided(const Source& source, BodySplit split) {
  const Format* format = format_of(source);
  if (source.bytes.empty() && (format || extension(source.name).empty())) return Error{source.name + ": empty file"};
  if (!format) return unknown(source.name);
  if (format->scene) {
    Result<std::vector<Body>> bodies = format->scene(source);
    return bodies && bodies->empty() ? Error{source.name + ": no triangles"} : std::move(bodies);
  }
  const Result<SectionedMesh> file = format->mesh(source);
  if (!file) return Error{file.error()};
  if (file->mesh.empty()) return Error{source.name + ": no triangles"};
  if (split == BodySplit::none) return std::vector{Body{stem(source.name), whole(*file), Pose{}}};
  std::vector<Body> bodies = bodies_of(*file, stem(source.name), split);
  if (split == BodySplit::objects && bodies.size() == 1) note_groups(source, *file);
  return bodies;
}

// Postprocessing common to all formats.
Result<std::vector<Body>> finished(const std::string& name, Result<std::vector<Body>> bodies,
                                   const ReadOptions& options) {
  if (bodies && options.scale != 1) bodies = scaled(name, std::move(*bodies), options.scale);
  if (bodies && options.split == BodySplit::none) bodies = in_one(name, std::move(*bodies));
  if (bodies && options.split == BodySplit::components) bodies = components_of(*bodies);
  if (!bodies) return bodies;
  for (Body& body : *bodies)
    if (body.file.empty()) body.file = name;
  return bodies;
}

}  // namespace

std::string extension(std::string_view name) {
  std::string ending = std::filesystem::path(name).extension().string();
  if (!ending.empty()) ending.erase(0, 1);
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return ending;
}

Result<std::vector<Body>> read_bodies(const Source& source, BodySplit split) {
  return finished(source.name, divided(source, split), {.split = split});
}

}  // namespace io

std::string readable_extensions() {
  std::string all;
  for (const io::Format& format : io::kFormats) all += (all.empty() ? "" : ", ") + std::string(format.extension);
  return all;
}

namespace {

// The arrays of the mapped file itself, without a copy.
Result<std::vector<Body>> mapped_bodies(const std::string& name, const std::string& path, BodySplit split) {
  std::vector<Body> bodies;
  if (split == BodySplit::none) {
    const Result<Model> whole = map_model(path);
    if (!whole) return Error{whole.error()};
    bodies = {Body{io::stem(name), whole->mesh(), Pose{}}};
  } else {
    const Result<std::vector<BodyModel>> models = map_bodies(path);
    if (!models) return Error{models.error()};
    bodies = io::bodies_of(*models);
  }
  if (bodies.empty() || bodies.front().mesh.empty()) return Error{name + ": no triangles"};
  return bodies;
}

Result<std::vector<Body>> bodies_of_bytes(const std::string& name, const std::string& path,
                                          const ReadOptions& options) {
  const Result<std::string> bytes = io::file_bytes(path);
  if (!bytes) return Error{bytes.error()};
  return io::divided(io::Source{name, *bytes, path, options.notes, options.chord_error, options.left_out},
                     options.split);
}

}  // namespace

Result<std::vector<Body>> read_bodies(const std::string& path, const ReadOptions& options) {
  const std::string name = io::printable_name(path);
  if (!(options.scale > 0 && std::isfinite(options.scale)))
    return Error{name + ": the scale must be a positive number, not " + std::to_string(options.scale)};
  return io::finished(
      name, is_tree_file(path) ? mapped_bodies(name, path, options.split) : bodies_of_bytes(name, path, options),
      options);
}

Result<Mesh> read_mesh(const std::string& path, const ReadOptions& options) {
  ReadOptions whole = options;
  whole.split = BodySplit::none;
  const Result<std::vector<Body>> bodies = read_bodies(path, whole);
  if (!bodies) return Error{bodies.error()};
  return bodies->front().mesh;
}

Result<BodySplit> parse_split(std::string_view word) {
  if (word == "none") return BodySplit::none;
  if (word == "objects") return BodySplit::objects;
  if (word == "groups") return BodySplit::groups;
  if (word == "components") return BodySplit::components;
  return Error{"expected none, objects, groups or components, found " + io::in_quotes(word)};
}

Result<double> unit_in_metres(std::string_view unit) {
  constexpr std::pair<std::string_view, double> units[] = {
      {"um", 1e-6},   {"mm", 1e-3},     {"cm", 1e-2},   {"dm", 1e-1},     {"m", 1},       {"km", 1e3},
      {"in", 0.0254}, {"inch", 0.0254}, {"ft", 0.3048}, {"foot", 0.3048}, {"yd", 0.9144}, {"yard", 0.9144}};
  for (const auto& [known, metres] : units)
    if (unit == known) return metres;
  return Error{"unknown unit " + io::in_quotes(unit) + "; known are um, mm, cm, dm, m, km, in, ft, yd"};
}

Result<double> parse_units(std::string_view from_to) {
  const std::size_t colon = from_to.find(':');
  Result<double> from = unit_in_metres(from_to.substr(0, colon));
  if (!from) return from;
  Result<double> to = unit_in_metres(colon == std::string_view::npos ? "m" : from_to.substr(colon + 1));
  return to ? Result<double>(*from / *to) : to;
}

}  // namespace apart
