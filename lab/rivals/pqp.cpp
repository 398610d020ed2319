// PQP: collisions and distances of triangle soups by trees of oriented boxes and swept rectangles. Built by the user,
// who names it to CMake (APART_PQP_HEADERS, APART_PQP_LIBRARY).
#include "lab/rivals/rival_of.hpp"

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
      for (int k = 0; k < 3; ++k) corners[c][k] = static_cast<PQP_REAL>(mesh.triangle(i)[c][k]);
    out->AddTri(corners[0], corners[1], corners[2], static_cast<int>(i));
  }
  out->EndModel();
  return out;
}

struct PqpPose {
  PQP_REAL rotation[3][3], translation[3];

  explicit PqpPose(const Pose& at) {
    for (int i = 0; i < 3; ++i) {
      translation[i] = static_cast<PQP_REAL>(at.translation[i]);
      for (int j = 0; j < 3; ++j) rotation[i][j] = static_cast<PQP_REAL>(at.rotation(i, j));
    }
  }
};

template <int kWhich>
std::size_t pqp_contacts(PQP_Model& a, const Pose& b_in_a, PQP_Model& b) {
  PqpPose of_a{Pose{}}, of_b{b_in_a};
  PQP_CollideResult found;
  PQP_Collide(&found, of_a.rotation, of_a.translation, &a, of_b.rotation, of_b.translation, &b, kWhich);
  return static_cast<std::size_t>(found.NumPairs());
}

bool pqp_collide(PQP_Model& a, const Pose& b_in_a, PQP_Model& b) {
  return pqp_contacts<PQP_FIRST_CONTACT>(a, b_in_a, b) > 0;
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
#if APART_LAB_PQP
  return rival_of<PQP_Model>(
      "PQP", "PQP", pqp_model,
      {.collide = pqp_collide, .contacts = pqp_contacts<PQP_ALL_CONTACTS>, .distance = pqp_distance});
#else
  return {.name = "PQP"};
#endif
}

}  // namespace apart::lab
