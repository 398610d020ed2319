// RAPID: collisions of triangle soups by trees of oriented boxes. Built by the user, who names it to CMake
// (APART_RAPID_HEADERS, APART_RAPID_LIBRARY).
#include "lab/rivals/rival_of.hpp"

#if APART_LAB_RAPID
#include <RAPID.H>
#endif

namespace apart::lab {

#if APART_LAB_RAPID
namespace {

std::shared_ptr<RAPID_model> rapid_model(const Mesh& mesh) {
  auto out = std::make_shared<RAPID_model>();
  out->BeginModel();
  for (u32 i = 0; i < mesh.size(); ++i) {
    double corners[3][3];
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) corners[c][k] = mesh.triangle(i)[c][k];
    out->AddTri(corners[0], corners[1], corners[2], static_cast<int>(i));
  }
  out->EndModel();
  return out;
}

template <int kWhich>
std::size_t rapid_contacts(RAPID_model& a, const Pose& b_in_a, RAPID_model& b) {
  double rotation_a[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, at_a[3] = {0, 0, 0}, rotation_b[3][3], at_b[3];
  for (int i = 0; i < 3; ++i) {
    at_b[i] = b_in_a.translation[i];
    for (int j = 0; j < 3; ++j) rotation_b[i][j] = b_in_a.rotation(i, j);
  }
  RAPID_Collide(rotation_a, at_a, &a, rotation_b, at_b, &b, kWhich);
  return static_cast<std::size_t>(RAPID_num_contacts);
}

bool rapid_collide(RAPID_model& a, const Pose& b_in_a, RAPID_model& b) {
  return rapid_contacts<RAPID_FIRST_CONTACT>(a, b_in_a, b) > 0;
}

}  // namespace
#endif

Rival rapid_rival() {
#if APART_LAB_RAPID
  // It has no distances.
  return rival_of<RAPID_model>("RAPID", "RAPID", rapid_model,
                               {.collide = rapid_collide, .contacts = rapid_contacts<RAPID_ALL_CONTACTS>});
#else
  return {.name = "RAPID"};
#endif
}

}  // namespace apart::lab
