// RAPID: collisions of triangle soups by trees of oriented boxes. Built by the user, who names it to CMake
// (APART_RAPID_HEADERS, APART_RAPID_LIBRARY).
#include "lab/rivals/rival.hpp"

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

std::size_t rapid_contacts(RAPID_model& a, const Pose& b_in_a, RAPID_model& b, int which) {
  double rotation_a[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, at_a[3] = {0, 0, 0}, rotation_b[3][3], at_b[3];
  for (int i = 0; i < 3; ++i) {
    at_b[i] = b_in_a.translation[i];
    for (int j = 0; j < 3; ++j) rotation_b[i][j] = b_in_a.rotation(i, j);
  }
  RAPID_Collide(rotation_a, at_a, &a, rotation_b, at_b, &b, which);
  return static_cast<std::size_t>(RAPID_num_contacts);
}

}  // namespace
#endif

Rival rapid_rival() {
  Rival out{.name = "RAPID"};
#if APART_LAB_RAPID
  out.trees = {{"RAPID", [](const Mesh& mesh) -> std::shared_ptr<void> { return rapid_model(mesh); }}};
  out.pair = [](const Mesh& a, const Mesh& b) {  // it has no distances
    const auto ra = rapid_model(a), rb = rapid_model(b);
    return RivalPair{.collide = [=](const Pose& at) { return rapid_contacts(*ra, at, *rb, RAPID_FIRST_CONTACT) > 0; },
                     .contacts = [=](const Pose& at) { return rapid_contacts(*ra, at, *rb, RAPID_ALL_CONTACTS); },
                     .distance = {}};
  };
#endif
  return out;
}

}  // namespace apart::lab
