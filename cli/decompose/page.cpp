#include "cli/decompose/page.hpp"

#include <apart/hierarchy/tree.hpp>

#include "web/pages.hpp"

namespace apart::cli {
namespace {

// Convex hulls, those of a hierarchy or the pieces alone: how far below the root each is, and its faces with their
// classes.
struct Hulls {
  enum Class : unsigned char { original, contained, free };
  std::vector<u32> level, first{0}, faces;
  std::vector<unsigned char> leaf, classes;

  void begin(u32 at, bool is_leaf) { level.push_back(at), leaf.push_back(is_leaf), first.push_back(first.back()); }
  void add(const Face& face, Class of) {
    faces.insert(faces.end(), face.begin(), face.end());
    classes.push_back(of);
    ++first.back();
  }
};

Hulls pieces_alone(const Decomposition& d) {
  Hulls out;
  for (u32 i = 0; i < d.size(); ++i) {
    out.begin(0, true);
    for (std::size_t k = 0; k < d.hull(i).size(); ++k)
      out.add(d.hull(i)[k], d.sources(i)[k] == Decomposition::kNone ? Hulls::contained : Hulls::original);
  }
  return out;
}

template <class T>
std::string packed(const std::vector<T>& numbers) {
  return web::packed(std::span<const T>(numbers));
}

}  // namespace

std::string decomposition_page(const std::string& name, const Mesh& mesh, const Decomposition& d) {
  const Bounds box = mesh.empty() ? Bounds{{}, {}} : bounds_of(mesh);
  const double radius = larger(0.5 * length(box.size()), std::numeric_limits<double>::min());
  std::vector<float> vertices;
  for (const Vec3d& p : mesh.vertices()) {
    const Vec3f q = cast<float>((p - box.centre()) / radius);
    vertices.insert(vertices.end(), {q.x, q.y, q.z});
  }
  std::vector<u32> faces;
  for (const Face& f : mesh.faces()) faces.insert(faces.end(), f.begin(), f.end());
  const Hulls hulls = pieces_alone(d);
  return web::page(web::decompose_template(), {{"name", name},
                                               {"method", to_string(d.method)},
                                               {"triangles", mesh.size()},
                                               {"pieces", d.size()},
                                               {"hull_faces", d.hull_faces.size()},
                                               {"added_faces", d.added_faces()},
                                               {"split", nullptr},
                                               {"vertices", packed(vertices)},
                                               {"faces", packed(faces)},
                                               {"patch", packed(d.patch_of)},
                                               {"hulls",
                                                {{"level", packed(hulls.level)},
                                                 {"leaf", packed(hulls.leaf)},
                                                 {"first", packed(hulls.first)},
                                                 {"faces", packed(hulls.faces)},
                                                 {"classes", packed(hulls.classes)}}}});
}

}  // namespace apart::cli
