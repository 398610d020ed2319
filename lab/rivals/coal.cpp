// Coal, the successor of HPP-FCL: collisions and distances of meshes by trees of swept rectangles in oriented boxes.
// Built by the user, who names it to CMake (APART_COAL_HEADERS, APART_COAL_LIBRARY).
#include "lab/rivals/rival_of.hpp"

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

constexpr std::size_t kAllContacts = std::size_t(1) << 30;

template <std::size_t kMost>
std::size_t coal_contacts(CoalMesh& a, const Pose& at, CoalMesh& b) {
  const coal::CollisionRequest request(coal::CONTACT, kMost);
  coal::CollisionResult found;
  return coal::collide(&a, coal::Transform3s(), &b, coal_pose(at), request, found);
}

bool coal_collide(CoalMesh& a, const Pose& at, CoalMesh& b) { return coal_contacts<1>(a, at, b) > 0; }

double coal_distance(CoalMesh& a, const Pose& at, CoalMesh& b) {
  const coal::DistanceRequest request;
  coal::DistanceResult found;
  return std::max(0.0, coal::distance(&a, coal::Transform3s(), &b, coal_pose(at), request, found));
}

}  // namespace
#endif

Rival coal_rival() {
#if APART_LAB_COAL
  return rival_of<CoalMesh>(
      "Coal", "Coal, OBBRSS", coal_mesh,
      {.collide = coal_collide, .contacts = coal_contacts<kAllContacts>, .distance = coal_distance});
#else
  return {.name = "Coal"};
#endif
}

}  // namespace apart::lab
