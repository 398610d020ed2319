// Coal, the successor of HPP-FCL: collisions and distances of meshes by trees of swept rectangles in oriented boxes.
// Built by the user, who names it to CMake (APART_COAL_HEADERS, APART_COAL_LIBRARY).
#include "lab/rivals/rival.hpp"

#if APART_LAB_COAL
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>
#endif

namespace apart::lab {

#if APART_LAB_COAL
namespace {

using CoalMesh = coal::BVHModel<coal::OBBRSS>;

std::shared_ptr<CoalMesh> coal_mesh(const Mesh& mesh) {
  std::vector<coal::Vec3s> vertices;
  std::vector<coal::Triangle> faces;
  for (Vec3d v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
  for (const Face& f : mesh.faces()) faces.emplace_back(f[0], f[1], f[2]);
  auto out = std::make_shared<CoalMesh>();
  out->beginModel(static_cast<unsigned>(faces.size()), static_cast<unsigned>(vertices.size()));
  out->addSubModel(vertices, faces);
  out->endModel();
  return out;
}

coal::Transform3s coal_pose(const Pose& at) {
  coal::Matrix3s rotation;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rotation(i, j) = at.rotation(i, j);
  return {rotation, coal::Vec3s(at.translation.x, at.translation.y, at.translation.z)};
}

std::size_t coal_contacts(const CoalMesh& a, const Pose& at, const CoalMesh& b, std::size_t most) {
  const coal::CollisionRequest request(coal::CONTACT, most);
  coal::CollisionResult found;
  return coal::collide(&a, coal::Transform3s(), &b, coal_pose(at), request, found);
}

double coal_distance(const CoalMesh& a, const Pose& at, const CoalMesh& b) {
  const coal::DistanceRequest request;
  coal::DistanceResult found;
  return std::max(0.0, coal::distance(&a, coal::Transform3s(), &b, coal_pose(at), request, found));
}

}  // namespace
#endif

Rival coal_rival() {
  Rival out{.name = "Coal"};
#if APART_LAB_COAL
  out.trees = {{"Coal, OBBRSS", [](const Mesh& mesh) -> std::shared_ptr<void> { return coal_mesh(mesh); }}};
  out.pair = [](const Mesh& a, const Mesh& b) {
    const auto ca = coal_mesh(a), cb = coal_mesh(b);
    return RivalPair{
        .collide = [=](const Pose& at) { return coal_contacts(*ca, at, *cb, 1) > 0; },
        .contacts = [=](const Pose& at) { return coal_contacts(*ca, at, *cb, std::size_t(1) << 30); },
        .distance = [=](const Pose& at) { return coal_distance(*ca, at, *cb); },
    };
  };
#endif
  return out;
}

}  // namespace apart::lab
