#include "cli/decompose/page.hpp"

#include <apart/hierarchy/tree.hpp>

#include "web/pages.hpp"

namespace apart::cli {
namespace {

// The hulls of a hierarchy, one after the other: how far below the root each is, and its faces with their kinds.
struct Hulls {
  std::vector<u32> level, first{0}, faces;
  std::vector<unsigned char> leaf, classes;

  explicit Hulls(const HullTree& tree) {
    for (u32 node = 0; node < tree.size(); ++node) {
      level.push_back(tree.depth(node)), leaf.push_back(tree.is_leaf(node));
      for (u32 k = 0; k < tree.face_count(node); ++k) {
        const HullTree::Facet face = tree.face(node, k);
        faces.insert(faces.end(), face.vertices.begin(), face.vertices.end());
        classes.push_back(static_cast<unsigned char>(face.kind));
      }
      first.push_back(static_cast<u32>(classes.size()));
    }
  }
};

template <class T>
std::string packed(const std::vector<T>& numbers) {
  return web::packed(std::span<const T>(numbers));
}

}  // namespace

std::string decomposition_page(const std::string& name, const HullTree& tree, const Decomposition& d) {
  const Mesh& mesh = tree.model().mesh();
  const Bounds box = mesh.empty() ? Bounds{{}, {}} : bounds_of(mesh);
  const double radius = larger(0.5 * length(box.size()), std::numeric_limits<double>::min());
  std::vector<float> vertices;
  for (const Vec3d& p : mesh.vertices()) {
    const Vec3f q = cast<float>((p - box.centre()) / radius);
    vertices.insert(vertices.end(), {q.x, q.y, q.z});
  }
  std::vector<u32> faces;
  for (const Face& f : mesh.faces()) faces.insert(faces.end(), f.begin(), f.end());
  const Hulls hulls(tree);
  return web::page(web::decompose_template(), {{"name", name},
                                               {"method", to_string(d.method)},
                                               {"triangles", mesh.size()},
                                               {"pieces", d.size()},
                                               {"hull_faces", d.hull_faces.size()},
                                               {"added_faces", d.added_faces()},
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
