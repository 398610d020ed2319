// PQP: collisions and distances of triangle soups by trees of oriented boxes and swept rectangles. Built by the user,
// who names it to CMake (APART_PQP_HEADERS, APART_PQP_LIBRARY).
#include "lab/rivals/rival.hpp"

#if APART_LAB_PQP
#include <PQP.h>
#endif

namespace apart::lab {

#if APART_LAB_PQP
namespace {

std::shared_ptr<PQP_Model> pqp_model(const Mesh& mesh) {
  auto out = std::make_shared<PQP_Model>();
  out->BeginModel(static_cast<int>(mesh.size()));
  for (u32 i = 0; i < mesh.size(); ++i) {
    PQP_REAL corners[3][3];
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) corners[c][k] = mesh.triangle(i)[c][k];
    out->AddTri(corners[0], corners[1], corners[2], static_cast<int>(i));
  }
  out->EndModel();
  return out;
}

struct PqpPose {
  PQP_REAL rotation[3][3], translation[3];

  explicit PqpPose(const Pose& at) {
    for (int i = 0; i < 3; ++i) {
      translation[i] = at.translation[i];
      for (int j = 0; j < 3; ++j) rotation[i][j] = at.rotation(i, j);
    }
  }
};

std::size_t pqp_contacts(PQP_Model& a, const Pose& b_in_a, PQP_Model& b, int which) {
  PqpPose of_a{Pose{}}, of_b{b_in_a};
  PQP_CollideResult found;
  PQP_Collide(&found, of_a.rotation, of_a.translation, &a, of_b.rotation, of_b.translation, &b, which);
  return static_cast<std::size_t>(found.NumPairs());
}

double pqp_distance(PQP_Model& a, const Pose& b_in_a, PQP_Model& b) {
  PqpPose of_a{Pose{}}, of_b{b_in_a};
  PQP_DistanceResult found;
  PQP_Distance(&found, of_a.rotation, of_a.translation, &a, of_b.rotation, of_b.translation, &b, 0, 0);
  return found.Distance();
}

}  // namespace
#endif

Rival pqp_rival() {
  Rival out{.name = "PQP"};
#if APART_LAB_PQP
  out.trees = {{"PQP", [](const Mesh& mesh) -> std::shared_ptr<void> { return pqp_model(mesh); }}};
  out.pair = [](const Mesh& a, const Mesh& b) {
    const auto pa = pqp_model(a), pb = pqp_model(b);
    return RivalPair{
        .collide = [=](const Pose& at) { return pqp_contacts(*pa, at, *pb, PQP_FIRST_CONTACT) > 0; },
        .contacts = [=](const Pose& at) { return pqp_contacts(*pa, at, *pb, PQP_ALL_CONTACTS); },
        .distance = [=](const Pose& at) { return pqp_distance(*pa, at, *pb); },
    };
  };
#endif
  return out;
}

}  // namespace apart::lab
