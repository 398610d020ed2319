// COLLADA and 3DS (and glTF of version 1) through Assimp, which stores coordinates in single precision. Assimp's
// postprocessing is disabled: no triangle is dropped, merged or converted to another up axis or unit.
#include <apart/io/formats/formats.hpp>

#if !APART_WITH_ASSIMP

namespace apart::io {
Result<std::vector<Body>> read_scene(const Source& source) {
  return Error{source.name + ": this build of Apart cannot read scenes (APART_WITH_ASSIMP is off)"};
}
}  // namespace apart::io

#else

#include <assimp/config.h>
#include <assimp/scene.h>
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/io/bodies/affine.hpp>
#include <apart/io/bodies/node_path.hpp>
#include <apart/io/bodies/polygon.hpp>
#include <apart/io/bodies/qr_decomposition.hpp>
#include <apart/io/bytes/endian.hpp>
#include <apart/shapes/mesh/welder.hpp>

#include <assimp/DefaultLogger.hpp>
#include <assimp/Importer.hpp>
#include <cstdio>
#include <map>
#include <mutex>

namespace apart::io {
namespace {

// Empty if the bytes are complete and start as their format does. Assimp would try every format it knows.
std::string problem(std::string_view bytes, std::string_view kind) {
  const auto missing = [&](std::size_t announced) {
    return announced <= bytes.size() ? ""
                                     : "truncated: " + std::to_string(announced) + " bytes announced, " +
                                           std::to_string(bytes.size()) + " there";
  };
  if (kind == "glb") {
    if (!bytes.starts_with("glTF") || bytes.size() < 12) return "not a GLB file: it does not begin with \"glTF\"";
    return missing(from_bytes<u32>(bytes.data() + 8, std::endian::little));
  }
  if (kind == "3ds") {
    if (!bytes.starts_with("MM") || bytes.size() < 6) return "not a 3DS file: it does not begin with 0x4d4d";
    return missing(from_bytes<u32>(bytes.data() + 2, std::endian::little));
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  if (kind == "gltf") return bytes.starts_with('{') ? "" : "not a glTF file: it does not begin with \"{\"";
  const bool xml = bytes.starts_with('<') && bytes.find("<COLLADA") != std::string_view::npos;
  return xml ? "" : "not a COLLADA file: no \"<COLLADA\" in it";
}

// Two kinds of damage that crash the Collada importer of Assimp 5.2: a word among indices makes it loop forever, an
// array without a count makes it crash. Returns "line: what", or nothing.
std::string collada_trap(std::string_view text) {
  const auto at = [&](std::size_t place, const std::string& what) {
    return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n')) +
           ": " + what;
  };
  for (std::size_t open = text.find('<'); open != std::string_view::npos; open = text.find('<', open + 1)) {
    const std::size_t close = text.find('>', open);
    if (close == std::string_view::npos) break;
    const std::string_view tag = text.substr(open + 1, close - open - 1);
    const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
    if (name.ends_with("_array")) {
      const std::size_t count = tag.find("count=");
      const std::size_t digit = count == std::string_view::npos ? count : tag.find_first_of("0123456789", count);
      if (!tag.starts_with('/') && digit != count + 7) return at(open, "an array has no count");
    } else if (name == "p" || name == "vcount" || name == "v") {
      const std::string_view content = text.substr(close + 1, text.find('<', close) - close - 1);
      const std::size_t odd = content.find_first_not_of(name == "v" ? "-0123456789 \t\r\n" : "0123456789 \t\r\n");
      if (odd != std::string_view::npos)
        return at(close + 1 + odd, "expected an integer, found " + in_quotes(content.substr(odd, 1)));
    }
  }
  return {};
}

Affine affine(const aiMatrix4x4& m) {
  return {{{{m.a1, m.a2, m.a3}, {m.b1, m.b2, m.b3}, {m.c1, m.c2, m.c3}}}, {m.a4, m.b4, m.c4}};
}

class SceneReader {
 public:
  SceneReader(const Source& source, const aiScene& scene, std::string_view kind) : source_(source), scene_(scene) {
    // The root of a COLLADA or 3DS scene has no transform of its own; Assimp uses it to turn y up and to convert to
    // metres.
    const bool moved_by_assimp = kind == "dae" || kind == "3ds";
    root_ = moved_by_assimp ? Affine{} : affine(scene.mRootNode->mTransformation);
  }

  Result<std::vector<Body>> run() {
    struct Visit {
      const aiNode* node;
      Affine place;
      std::string path;
    };
    std::vector<Body> bodies;
    std::vector<Visit> visits{{scene_.mRootNode, root_, ""}};
    NodePaths paths;
    while (!visits.empty()) {
      const auto [node, place, path] = std::move(visits.back());
      visits.pop_back();
      const std::size_t first = visits.size();
      for (const aiNode* child : std::span(node->mChildren, node->mNumChildren))
        visits.push_back({child, place * affine(child->mTransformation), paths.add(path, name(*child))});
      std::reverse(visits.begin() + static_cast<std::ptrdiff_t>(first), visits.end());
      if (node->mNumMeshes == 0) continue;
      if (!is_finite(place)) return Error{source_.name + ": " + called(*node) + "its transform is not finite"};
      const auto [rotation, stretch] = qr_decomposition(place.linear);
      const Result<Mesh> shape = mesh(*node, stretch);
      if (!shape) return Error{source_.name + ": " + called(*node) + shape.error()};
      if (shape->empty()) continue;
      Body& body = bodies.emplace_back(Body{name(*node), *shape, Pose{rotation, place.shift}, group(*node)});
      body.path = path.empty() ? paths.add("", body.name) : path;
      body.layer = layer(*node);
    }
    if (bodies.empty()) return Error{source_.name + ": no triangles"};
    note_lost_digits(bodies);
    if (scene_.mNumAnimations > 0) source_.note("animations are not read: bodies are where the nodes place them");
    return bodies;
  }

 private:
  struct Shape {
    Mat3d stretch;
    Mesh mesh;
  };

  std::string name(const aiNode& node) const {
    if (node.mName.length) return node.mName.C_Str();
    return node.mNumMeshes ? scene_.mMeshes[node.mMeshes[0]]->mName.C_Str() : "node";
  }

  // The material, if there is only one; Assimp's default material counts as none.
  std::string layer(const aiNode& node) const {
    std::string only;
    for (unsigned k = 0; k < node.mNumMeshes; ++k) {
      const unsigned number = scene_.mMeshes[node.mMeshes[k]]->mMaterialIndex;
      const std::string name = number < scene_.mNumMaterials ? scene_.mMaterials[number]->GetName().C_Str() : "";
      if (k > 0 && name != only) return {};
      only = name;
    }
    return only.starts_with("DefaultMaterial") || only == "%%%DEFAULT" ? std::string() : only;
  }

  // A float keeps 24 bits of each coordinate. If that error exceeds a millionth of a body's size, the default touch
  // tolerance, a gap may be read as a touch and vice versa.
  void note_lost_digits(const std::vector<Body>& bodies) const {
    std::size_t count = 0;
    double worst = 0;
    const Body* worst_body = nullptr;
    for (const Body& body : bodies) {
      Bounds box;
      double largest_coordinate = largest(abs(body.pose.translation));
      for (const Vec3d& v : body.mesh.vertices()) {
        box.add(v);
        largest_coordinate = larger(largest_coordinate, largest(abs(v)));
      }
      const double lost = largest_coordinate * 0x1p-24;
      if (!(lost > 1e-6 * largest(box.size()))) continue;
      ++count;
      if (lost > worst) worst = lost, worst_body = &body;
    }
    if (!worst_body) return;
    std::string text(32, '\0');
    text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.2g", worst)));
    source_.note("coordinates pass through single precision: " + std::to_string(count) + " of " +
                 std::to_string(bodies.size()) + " bodies may be off by up to " + text + " (" +
                 in_quotes(worst_body->name, 60) + ")");
  }

  // The nearest named ancestor; the root is the whole scene. Assimp calls an unnamed glTF node nodes[3].
  std::string group(const aiNode& node) const {
    for (const aiNode* above = node.mParent; above && above != scene_.mRootNode; above = above->mParent)
      if (above->mName.length && !std::string_view(above->mName.C_Str()).starts_with("nodes["))
        return above->mName.C_Str();
    return {};
  }

  std::string called(const aiNode& node) const { return "node " + in_quotes(name(node)) + ": "; }

  // The node's mesh, built once for all nodes that show it at the same scale.
  Result<Mesh> mesh(const aiNode& node, const Mat3d& stretch) {
    std::vector<Shape>& known = shapes_[{node.mMeshes, node.mMeshes + node.mNumMeshes}];
    for (const Shape& shape : known)
      if (alike(shape.stretch, stretch, Pose::kRigidTolerance)) return shape.mesh;
    Result<Mesh> made = convert(node, stretch);
    if (made) known.push_back({stretch, *made});
    return made;
  }

  Result<Mesh> convert(const aiNode& node, const Mat3d& stretch) const {
    Welder welder;  // normals and textures split vertices of one position
    Polygons polygons;
    for (unsigned k = 0; k < node.mNumMeshes; ++k) {
      const aiMesh& part = *scene_.mMeshes[node.mMeshes[k]];
      for (const aiFace& face : std::span(part.mFaces, part.mNumFaces)) {
        if (face.mNumIndices < 3) continue;  // a point or a line
        for (unsigned i : std::span(face.mIndices, face.mNumIndices)) {
          if (i >= part.mNumVertices)
            return Error{"face names vertex " + std::to_string(i) + " of " + std::to_string(part.mNumVertices)};
          const aiVector3D& v = part.mVertices[i];
          const Vec3d p{v.x, v.y, v.z};
          if (!apart::is_finite(p)) return Error{"vertex " + std::to_string(i) + " is not finite"};
          polygons.corner(welder.add(p));
        }
        polygons.close();
      }
    }
    std::vector<Vec3d> vertices = welder.take();
    Result<std::vector<Face>> faces = polygons.triangles(vertices);
    if (!faces) return Error{faces.error()};
    if (stretch != Mat3d{})
      for (Vec3d& v : vertices) v = stretch * v;
    if (determinant(stretch) < 0)
      for (Face& f : *faces) std::swap(f[1], f[2]);  // mirrored: restores the orientation
    return Mesh::make(std::move(vertices), std::move(*faces));
  }

  const Source& source_;
  const aiScene& scene_;
  Affine root_;
  std::map<std::vector<unsigned>, std::vector<Shape>> shapes_;
};

// Where Assimp repairs a file it only logs the fact: faces with invalid indices are dropped or changed. Such repairs
// must be reported. Its log is global and not thread-safe, so one scene is read at a time.
class Listener : public Assimp::LogStream {
 public:
  Listener() : lock_(mutex()), made_(Assimp::DefaultLogger::isNullLogger()) {
    if (made_) Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
    Assimp::DefaultLogger::get()->attachStream(this, Assimp::Logger::Warn);
  }
  ~Listener() override {
    Assimp::DefaultLogger::get()->detachStream(this, Assimp::Logger::Warn);
    if (made_) Assimp::DefaultLogger::kill();
  }

  void write(const char* message) override {
    const std::string_view text = message;
    for (std::string_view sign : {"out-of-range", "out of range", "overflow", "nvalid index"})
      if (mended_.empty() && text.find(sign) != std::string_view::npos) mended_ = text;
  }
  const std::string& mended() const { return mended_; }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }

  std::lock_guard<std::mutex> lock_;
  bool made_;
  std::string mended_;
};

// Assimp's message, sanitized for one line.
std::string assimp_reason(std::string_view said) {
  if (said.starts_with("Warn,")) said.remove_prefix(std::min(said.find(": ") + 2, said.size()));
  while (!said.empty() && static_cast<unsigned char>(said.back()) <= ' ') said.remove_suffix(1);
  return "Assimp: " + (said.empty() ? "no reason given" : printable_name(said.substr(0, 200)));
}

}  // namespace

Result<std::vector<Body>> read_scene(const Source& source) {
  const std::string kind = extension(source.name);
  if (const std::string wrong = problem(source.bytes, kind); !wrong.empty()) return Error{source.name + ": " + wrong};
  if (const std::string trap = kind == "dae" ? collada_trap(source.bytes) : ""; !trap.empty())
    return Error{source.name + ":" + trap};
  try {
    Listener listener;
    Assimp::Importer importer;
    importer.SetPropertyInteger(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    constexpr unsigned as_it_stands = 0;
    // By its path, so that referenced files are found.
    const aiScene* scene = source.path.empty() ? importer.ReadFileFromMemory(source.bytes.data(), source.bytes.size(),
                                                                             as_it_stands, kind.c_str())
                                               : importer.ReadFile(source.path.string(), as_it_stands);
    if (!scene || !scene->mRootNode) return Error{source.name + ": " + assimp_reason(importer.GetErrorString())};
    if (!listener.mended().empty()) return Error{source.name + ": " + assimp_reason(listener.mended())};
    return SceneReader(source, *scene, kind).run();
  } catch (const std::exception& failure) {
    return Error{source.name + ": " + assimp_reason(failure.what())};
  }
}

}  // namespace apart::io

#endif
