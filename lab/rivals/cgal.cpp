// CGAL: Rigid_triangle_mesh_collision_detection, with exact predicates.
#include "lab/rivals/rival.hpp"

#if APART_LAB_CGAL
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#endif

namespace apart::lab {

#if APART_LAB_CGAL
namespace {

// Vertices are placed and rounded, then decided exactly: as in Apart.
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using CgalMesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<CgalMesh>;

// Nothing if the mesh is no manifold surface, so that faces would be missing.
std::shared_ptr<CgalMesh> cgal_mesh(const Mesh& mesh) {
  auto out = std::make_shared<CgalMesh>();
  out->reserve(static_cast<u32>(mesh.vertices().size()), 3 * mesh.size() / 2, mesh.size());
  for (Vec3d v : mesh.vertices()) out->add_vertex({v.x, v.y, v.z});
  for (const Face& f : mesh.faces())
    if (out->add_face(CgalMesh::Vertex_index(f[0]), CgalMesh::Vertex_index(f[1]), CgalMesh::Vertex_index(f[2])) ==
        CgalMesh::null_face())
      return nullptr;
  return out;
}

struct CgalTree {
  std::shared_ptr<CgalMesh> mesh;
  Detection::AABB_tree tree;
  explicit CgalTree(std::shared_ptr<CgalMesh> m) : mesh(std::move(m)) {
    tree.insert(mesh->faces_begin(), mesh->faces_end(), *mesh);
    tree.build();
  }
};

struct CgalPair {
  CgalTree a, b;
  Detection detection;
  CgalPair(std::shared_ptr<CgalMesh> ma, std::shared_ptr<CgalMesh> mb) : a(std::move(ma)), b(std::move(mb)) {
    detection.add_mesh(a.tree, *a.mesh);
    detection.add_mesh(b.tree, *b.mesh);
  }
};

}  // namespace
#endif

Rival cgal_rival() {
  Rival out{.name = "CGAL"};
#if APART_LAB_CGAL
  out.trees = {{"CGAL", [](const Mesh& mesh) -> std::shared_ptr<void> {
                  auto surface = cgal_mesh(mesh);
                  return surface ? std::make_shared<CgalTree>(std::move(surface)) : nullptr;
                }}};
  // It has no list of all touching pairs of placed meshes, and no distance of meshes.
  out.pair = [](const Mesh& a, const Mesh& b) {
    auto ma = cgal_mesh(a), mb = cgal_mesh(b);
    if (!ma || !mb) return RivalPair{};
    const auto pair = std::make_shared<CgalPair>(std::move(ma), std::move(mb));
    return RivalPair{.collide =
                         [=](const Pose& at) {
                           const Mat3d& r = at.rotation;
                           const Vec3d& t = at.translation;
                           pair->detection.set_transformation(1, {r(0, 0), r(0, 1), r(0, 2), t.x,  //
                                                                  r(1, 0), r(1, 1), r(1, 2), t.y,  //
                                                                  r(2, 0), r(2, 1), r(2, 2), t.z});
                           return !pair->detection.get_all_intersections(0).empty();
                         },
                     .contacts = {},
                     .distance = {}};
  };
#endif
  return out;
}

}  // namespace apart::lab
