#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "lab/bench/impact/rivals.hpp"

namespace apart::lab {
namespace {

using Bvh = fcl::BVHModel<fcl::RSSd>;

std::shared_ptr<Bvh> fcl_mesh(const Mesh& mesh) {
  auto out = std::make_shared<Bvh>();
  out->beginModel(int(mesh.size()), int(mesh.vertices().size()));
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3d& v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
  for (const Face& f : mesh.faces()) triangles.emplace_back(f[0], f[1], f[2]);
  out->addSubModel(vertices, triangles);
  out->endModel();
  return out;
}

fcl::Transform3d fcl_pose(const Pose& pose) {
  fcl::Transform3d out = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.linear()(i, j) = pose.rotation(i, j);
    out.translation()[i] = pose.translation[i];
  }
  return out;
}

}  // namespace

Sweeps fcl_meshes(const Mesh& a, const Mesh& b, const std::vector<Sweep>& sweeps) {
  const auto of_a = fcl_mesh(a), of_b = fcl_mesh(b);
  std::vector<std::pair<fcl::Transform3d, fcl::Transform3d>> poses;
  for (const Sweep& s : sweeps) poses.emplace_back(fcl_pose(s.from), fcl_pose(s.to));
  return [=](SweepAnswer* out) {
    const fcl::Transform3d still = fcl::Transform3d::Identity();
    fcl::ContinuousCollisionRequestd request(100, 1e-6, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                             fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
    for (const auto& [from, to] : poses) {
      fcl::ContinuousCollisionResultd result;
      fcl::continuousCollide(of_a.get(), still, still, of_b.get(), from, to, request, result);
      *out++ = {result.is_collide, result.is_collide ? result.time_of_contact : 1};
    }
  };
}

}  // namespace apart::lab
