// Our meshes and poses as FCL's, and its results.
#pragma once
#include <apart/shapes/mesh.hpp>

#include <fcl/fcl.h>

namespace apart::oracle {

using FclModel = fcl::BVHModel<fcl::OBBRSSd>;

inline std::shared_ptr<FclModel> fcl_model(const Mesh& mesh) {
  auto model = std::make_shared<FclModel>();
  std::vector<fcl::Vector3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
  std::vector<fcl::Triangle> faces;
  for (const Face& f : mesh.faces()) faces.emplace_back(f[0], f[1], f[2]);
  model->beginModel(static_cast<int>(faces.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, faces);
  model->endModel();
  return model;
}

inline fcl::Transform3d fcl_pose(const Pose& pose) {
  fcl::Transform3d out = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.matrix()(i, j) = pose.rotation(i, j);
    out.matrix()(i, 3) = pose.translation[i];
  }
  return out;
}

inline bool fcl_collide(const FclModel& a, const Pose& b_in_a, const FclModel& b) {
  fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  fcl::collide<double>(&a, fcl::Transform3d::Identity(), &b, fcl_pose(b_in_a), request, result);
  return result.isCollision();
}

// All touching pairs of triangles.
inline std::size_t fcl_contacts(const FclModel& a, const Pose& b_in_a, const FclModel& b) {
  fcl::CollisionRequestd request;
  request.num_max_contacts = std::numeric_limits<int>::max();
  request.enable_contact = false;
  fcl::CollisionResultd result;
  fcl::collide<double>(&a, fcl::Transform3d::Identity(), &b, fcl_pose(b_in_a), request, result);
  return result.numContacts();
}

inline double fcl_distance(const FclModel& a, const Pose& b_in_a, const FclModel& b) {
  fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
  fcl::distance<double>(&a, fcl::Transform3d::Identity(), &b, fcl_pose(b_in_a), request, result);
  return std::max(0.0, result.min_distance);  // below 0 means that they touch
}

}  // namespace apart::oracle
