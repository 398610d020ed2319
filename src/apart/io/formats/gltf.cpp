// glTF 2.0, as text or as GLB. Node transforms are read as doubles from the text; positions are the file's floats.
// Unsupported features are refused (compressed meshes, instancing by extension) or noted.
#include <algorithm>
#include <apart/base/quaternion.hpp>
#include <apart/io/bodies/affine.hpp>
#include <apart/io/bodies/node_path.hpp>
#include <apart/io/bodies/qr_decomposition.hpp>
#include <apart/io/bytes/endian.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/formats/gltf_accessor.hpp>
#include <apart/shapes/mesh/welder.hpp>
#include <cmath>
#include <set>

namespace apart::io {
namespace {

// The chunks of a GLB file; for a text file the JSON alone.
struct Chunks {
  std::string_view json;
  std::optional<std::string_view> binary;
};

Chunks chunks_of(const Source& source) {
  const std::string_view bytes = source.bytes;
  const auto number = [&](std::size_t at) { return from_bytes<u32>(bytes.data() + at, std::endian::little); };
  const std::size_t size = number(8);
  if (size > bytes.size())
    throw GltfError("truncated: " + std::to_string(size) + " bytes announced, " + std::to_string(bytes.size()) +
                    " there");
  if (size < bytes.size()) source.note(std::to_string(bytes.size() - size) + " bytes after the end were not read");
  Chunks out;
  for (std::size_t at = 12; at + 8 <= size;) {
    const std::size_t length = number(at);
    const u32 kind = number(at + 4);
    if (length > size - at - 8) throw GltfError("truncated: the chunk at byte " + std::to_string(at) + " is cut short");
    const std::string_view content = bytes.substr(at + 8, length);
    if (kind == 0x4e4f534a && out.json.empty()) out.json = content;
    if (kind == 0x004e4942 && !out.binary) out.binary = content;
    at += 8 + length;
  }
  if (out.json.empty()) throw GltfError("not a GLB file: it has no chunk of JSON");
  return out;
}

// The parser's message without the input that it quotes, which may be any bytes.
std::string json_reason(std::string_view said) {
  if (const std::size_t colon = said.find(": "); colon != std::string_view::npos && said.starts_with("[json"))
    said.remove_prefix(colon + 2);
  else if (const std::size_t close = said.find("] "); close != std::string_view::npos)
    said.remove_prefix(close + 2);
  const std::string quoted = in_quotes(said.substr(0, said.find("; last read")), 200);
  return quoted.substr(1, quoted.size() - 2);
}

class GltfReader {
 public:
  GltfReader(const Source& source, const GltfJson& root, std::optional<std::string_view> chunk)
      : source_(source), root_(root), numbers_(source, root, chunk) {}

  std::vector<Body> run() {
    refuse_extensions();
    struct Visit {
      std::size_t node;
      Affine place;
      std::string path, group;
    };
    std::vector<Visit> visits;
    const auto visit_all = [&](const GltfJson& nodes, const Affine& place, const std::string& above,
                               const std::string& group, const std::string& where) {
      if (!nodes.is_array()) throw GltfError(where + ": expected a list");
      const std::size_t first = visits.size();
      for (const GltfJson& number : nodes) {
        const std::size_t n = whole(number, kMostItems, where);
        visits.push_back({n, place, paths_.add(above, name_of(n)), group});
      }
      std::reverse(visits.begin() + static_cast<std::ptrdiff_t>(first), visits.end());
    };
    const GltfJson roots = roots_of_scene();
    visit_all(roots, {}, "", "", "scene");
    std::set<std::size_t> seen;
    std::vector<Body> bodies;
    while (!visits.empty()) {
      const Visit at = std::move(visits.back());
      visits.pop_back();
      const GltfJson& node = item(root_, "nodes", at.node);
      const std::string where = "node " + in_quotes(name_of(at.node)) + ": ";
      if (!seen.insert(at.node).second) throw GltfError(where + "it occurs in the tree twice");
      const Affine place = at.place * local_place(node, where);
      if (!is_finite(place)) throw GltfError(where + "its transform is not finite");
      if (const GltfJson* mesh = find(node, "mesh"))
        add_body(bodies, node, name_of(at.node), whole(*mesh, kMostItems, where + "mesh"), place, at.path, at.group,
                 where);
      const GltfJson* children = find(node, "children");
      if (!children) continue;
      // A single root stands for the whole file, and forms no group.
      const bool makes_group = !text(node, "name").empty() && (roots.size() > 1 || seen.size() > 1);
      visit_all(*children, place, at.path, makes_group ? text(node, "name") : at.group, where + "children");
    }
    note_what_is_not_read(seen);
    return bodies;
  }

 private:
  struct Shape {
    Mat3d stretch;
    Mesh mesh;
  };

  void refuse_extensions() const {
    const GltfJson* required = find(root_, "extensionsRequired");
    if (!required || !required->is_array()) return;
    for (const GltfJson& one : *required) {
      const std::string name = one.is_string() ? one.get<std::string>() : "";
      bool looks_only = name == "KHR_mesh_quantization" || name == "KHR_lights_punctual";
      for (const char* start : {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_xmp"})
        looks_only = looks_only || name.starts_with(start);
      if (!looks_only) throw GltfError("needs the extension " + in_quotes(name, 60) + ", which is not read");
    }
  }

  void note_what_is_not_read(const std::set<std::size_t>& seen) const {
    std::size_t outside = 0;
    for (std::size_t n = 0; n < size_of(root_, "nodes"); ++n)
      outside += !seen.contains(n) && find(item(root_, "nodes", n), "mesh");
    if (outside > 0)
      source_.note(std::to_string(outside) + (outside == 1 ? " node with a mesh is" : " nodes with a mesh are") +
                   " not in the scene to be shown, and not read");
    if (size_of(root_, "animations") > 0)
      source_.note("animations are not read: bodies are where the nodes place them");
  }

  GltfJson roots_of_scene() const {
    const std::size_t scenes = size_of(root_, "scenes");
    if (scenes > 0) {
      const std::size_t chosen = whole(root_, "scene", 0, kMostItems, "scene");
      if (scenes > 1) source_.note("of " + std::to_string(scenes) + " scenes only the one to be shown is read");
      const GltfJson* nodes = find(item(root_, "scenes", chosen), "nodes");
      return nodes ? *nodes : GltfJson::array();
    }
    std::vector<bool> is_child(size_of(root_, "nodes"), false);
    for (std::size_t n = 0; n < is_child.size(); ++n)
      if (const GltfJson* children = find(item(root_, "nodes", n), "children"); children && children->is_array())
        for (const GltfJson& child : *children)
          if (const std::size_t c = whole(child, kMostItems, "children"); c < is_child.size()) is_child[c] = true;
    GltfJson roots = GltfJson::array();
    for (std::size_t n = 0; n < is_child.size(); ++n)
      if (!is_child[n]) roots.push_back(n);
    return roots;
  }

  // The node's own name, or that of its mesh.
  std::string name_of(std::size_t number) const {
    const GltfJson& node = item(root_, "nodes", number);
    std::string name = text(node, "name");
    if (const GltfJson* mesh = find(node, "mesh"); name.empty() && mesh && mesh->is_number_unsigned())
      name = text(item(root_, "meshes", mesh->get<std::size_t>()), "name");
    return name.empty() ? "node" : name;
  }

  static std::vector<double> list(const GltfJson& node, const char* key, std::size_t size, const std::string& where) {
    const GltfJson* given = find(node, key);
    if (!given) return {};
    std::vector<double> out;
    for (const GltfJson& x : given->is_array() ? *given : GltfJson::array())
      if (x.is_number()) out.push_back(x.get<double>());
    if (out.size() != size || given->size() != size)
      throw GltfError(where + key + ": expected " + std::to_string(size) + " numbers");
    return out;
  }

  static Affine local_place(const GltfJson& node, const std::string& where) {
    if (const std::vector<double> m = list(node, "matrix", 16, where); !m.empty())  // column-major
      return {{{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}}}, {m[12], m[13], m[14]}};
    Affine out;
    if (const std::vector<double> q = list(node, "rotation", 4, where); !q.empty()) {
      const Result<Pose> rotation = Pose::from_quaternion(q[3], q[0], q[1], q[2], {});
      if (!rotation) throw GltfError(where + "rotation: " + rotation.error());
      out.linear = rotation->rotation;
    }
    if (const std::vector<double> s = list(node, "scale", 3, where); !s.empty())
      out.linear = out.linear * Mat3d{{{s[0], 0, 0}, {0, s[1], 0}, {0, 0, s[2]}}};
    if (const std::vector<double> t = list(node, "translation", 3, where); !t.empty()) out.shift = {t[0], t[1], t[2]};
    return out;
  }

  void add_body(std::vector<Body>& bodies, const GltfJson& node, const std::string& name, std::size_t mesh,
                const Affine& place, const std::string& path, const std::string& group, const std::string& where) {
    if (const GltfJson* extensions = find(node, "extensions");
        extensions && find(*extensions, "EXT_mesh_gpu_instancing"))
      throw GltfError(where + "instances by EXT_mesh_gpu_instancing are not read");
    if (find(node, "skin")) source_.note(where + "the mesh is read unskinned");
    const auto [rotation, stretch] = qr_decomposition(place.linear);
    const Mesh* shape = nullptr;
    try {
      shape = &shape_of(mesh, stretch);
    } catch (const GltfError& wrong) {
      throw GltfError(where + wrong.what());
    }
    if (shape->empty()) return;
    Body body{name, *shape, Pose{rotation, place.shift}, group};
    body.path = path;
    body.layer = layer_of(mesh);
    body.color = color_of(mesh);
    bodies.push_back(std::move(body));
  }

  const GltfJson& primitives(std::size_t mesh) const {
    static const GltfJson none = GltfJson::array();
    const GltfJson* all = find(item(root_, "meshes", mesh), "primitives");
    return all && all->is_array() ? *all : none;
  }

  // The material, if there is only one.
  std::string layer_of(std::size_t mesh) const {
    std::set<std::string> names;
    for (const GltfJson& primitive : primitives(mesh)) {
      const GltfJson* material = find(primitive, "material");
      names.insert(material ? text(item(root_, "materials", whole(*material, kMostItems, "material")), "name") : "");
    }
    return names.size() == 1 ? *names.begin() : "";
  }

  // The base colour of its materials, if they agree. It is linear there.
  std::string color_of(std::size_t mesh) const {
    std::set<std::string> colors;
    for (const GltfJson& primitive : primitives(mesh)) {
      const GltfJson* number = find(primitive, "material");
      const GltfJson* material = number ? &item(root_, "materials", whole(*number, kMostItems, "material")) : nullptr;
      const GltfJson* look = material ? find(*material, "pbrMetallicRoughness") : nullptr;
      const GltfJson* factor = look && look->is_object() ? find(*look, "baseColorFactor") : nullptr;
      std::string color;
      if (factor && factor->is_array() && factor->size() >= 3) {
        color = "#";
        for (std::size_t k = 0; k < 3; ++k)
          color += srgb_hex((*factor)[k].is_number() ? (*factor)[k].get<double>() : 1);
      }
      colors.insert(color);
    }
    return colors.size() == 1 ? *colors.begin() : "";
  }

  // Two hex digits in sRGB of a linear intensity.
  static std::string srgb_hex(double linear) {
    const double share = lesser(larger(linear, 0.0), 1.0);
    const double curve = share <= 0.0031308 ? 12.92 * share : 1.055 * std::pow(share, 1 / 2.4) - 0.055;
    const int value = static_cast<int>(std::lround(255 * curve));
    const char digits[] = "0123456789abcdef";
    return {digits[value / 16], digits[value % 16]};
  }

  // Built once for all nodes that show it at the same scale.
  const Mesh& shape_of(std::size_t mesh, const Mat3d& stretch) {
    std::vector<std::unique_ptr<Shape>>& known = shapes_[mesh];
    for (const auto& shape : known)
      if (alike(shape->stretch, stretch, 1e-12)) return shape->mesh;
    known.push_back(std::make_unique<Shape>(Shape{stretch, convert(mesh, stretch)}));
    return known.back()->mesh;
  }

  Mesh convert(std::size_t mesh, const Mat3d& stretch) {
    Welder welder;  // normals and textures split vertices of one position
    std::vector<Face> faces;
    for (const GltfJson& primitive : primitives(mesh)) {
      const std::size_t mode = whole(primitive, "mode", 4, 6, "primitive");
      const GltfJson* attributes = find(primitive, "attributes");
      const GltfJson* position = attributes ? find(*attributes, "POSITION") : nullptr;
      if (mode < 4 || !position) continue;  // points, lines, and primitives without positions
      if (find(primitive, "targets"))
        source_.note("meshes[" + std::to_string(mesh) + "] is read without its morph targets");
      const std::vector<Vec3d> points = numbers_.points(whole(*position, kMostItems, "POSITION"));
      std::vector<u32> corners;
      if (const GltfJson* indices = find(primitive, "indices")) {
        corners = numbers_.indices(whole(*indices, kMostItems, "indices"), points.size());
      } else {
        corners.resize(points.size());
        for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = static_cast<u32>(i);
      }
      if (mode == 4 && corners.size() % 3 != 0)
        throw GltfError("its triangles have " + std::to_string(corners.size()) + " corners, not a multiple of 3");
      for (u32& corner : corners) corner = welder.add(points[corner]);
      if (mode == 4)
        for (std::size_t i = 0; i < corners.size(); i += 3)
          faces.push_back({corners[i], corners[i + 1], corners[i + 2]});
      for (std::size_t i = 2; mode != 4 && i < corners.size(); ++i) {  // a strip flips every other one; a fan
        const bool odd = mode == 5 && i % 2 == 1;
        const u32 first = mode == 6 ? corners[0] : corners[i - 2];
        faces.push_back(odd ? Face{corners[i - 1], first, corners[i]} : Face{first, corners[i - 1], corners[i]});
      }
    }
    std::vector<Vec3d> vertices = welder.take();
    if (stretch != Mat3d{})
      for (Vec3d& v : vertices) v = stretch * v;
    if (determinant(stretch) < 0)
      for (Face& f : faces) std::swap(f[1], f[2]);  // mirrored: restores the orientation
    Result<Mesh> made = Mesh::make(std::move(vertices), std::move(faces));
    if (!made) throw GltfError(made.error());
    return std::move(*made);
  }

  const Source& source_;
  const GltfJson& root_;
  GltfNumbers numbers_;
  NodePaths paths_;
  std::map<std::size_t, std::vector<std::unique_ptr<Shape>>> shapes_;
};

}  // namespace

Result<std::vector<Body>> read_gltf(const Source& source) {
  const bool is_glb = extension(source.name) == "glb";
  std::size_t line = 1;
  try {
    Chunks chunks{source.bytes, {}};
    if (is_glb) {
      if (!source.bytes.starts_with("glTF") || source.bytes.size() < 12)
        throw GltfError("not a GLB file: it does not begin with \"glTF\"");
      if (from_bytes<u32>(source.bytes.data() + 4, std::endian::little) == 1) return read_scene(source);
      chunks = chunks_of(source);
    }
    std::string_view json = chunks.json;
    if (json.starts_with("\xef\xbb\xbf")) json.remove_prefix(3);
    json.remove_prefix(std::min(json.find_first_not_of(" \t\r\n"), json.size()));
    if (!json.starts_with('{')) throw GltfError("not a glTF file: it does not begin with \"{\"");
    while (json.ends_with('\0')) json.remove_suffix(1);  // padding that some writers use
    GltfJson root;
    try {
      root = GltfJson::parse(json.begin(), json.end());
    } catch (const GltfJson::parse_error& wrong) {
      const std::size_t start = static_cast<std::size_t>(json.data() - source.bytes.data());
      const std::string_view before = source.bytes.substr(0, start + std::min(wrong.byte, json.size()));
      line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
      const std::string place = is_glb ? "byte " + std::to_string(before.size()) : std::to_string(line);
      return Error{source.name + ":" + (is_glb ? " " : "") + place + ": " + json_reason(wrong.what())};
    }
    const GltfJson* asset = find(root, "asset");
    const std::string version = asset ? text(*asset, "version") : "";
    if (version.starts_with("1")) return read_scene(source);
    if (!version.starts_with("2")) throw GltfError("asset.version: expected 2.0, found " + in_quotes(version));
    std::vector<Body> bodies = GltfReader(source, root, chunks.binary).run();
    if (bodies.empty()) return Error{source.name + ": no triangles"};
    return bodies;
  } catch (const GltfError& wrong) {
    return Error{source.name + ": " + wrong.what()};
  } catch (const GltfJson::exception& wrong) {
    return Error{source.name + ": " + json_reason(wrong.what())};
  }
}

}  // namespace apart::io
