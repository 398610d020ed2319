// One turned box against up to eight that lie side by side, as many at once as the machine has lanes.
#pragma once
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

inline constexpr u32 kMostSiblings = 8;

// A box in the frame of the siblings it is tested against: what is the same for all of them is worked out once.
struct SeenObb {
  Obb<float> box;
  float slack;
  // A direction that may separate them, from the siblings to the box, and how far the box reaches along it.
  Vec3f axis{};
  float along_axis = 0;

  // B's box seen from A. To the last bit what overlap() and gap() of one pair compute.
  static SeenObb from_a(const Obb<float>& b, const Placement<float>& at) {
    return {{b.axes * transposed(at.rotation), at.rotation * b.centre + at.translation, b.half}, at.slack};
  }
  // A's box seen from B. The slack covers this way too, u being the rounding unit: the translation is off by u|t|, the
  // difference c − t by u|c − t|, and turning it by 7u|c − t|. Where the contents are at most d apart, |c − t| is at
  // most B's radius, d, and both boxes' sizes together: so much is in the slack (8u of all radii and the translation),
  // in the factor of a gap (32u of d) and in the guard (64u of the sizes).
  static SeenObb from_b(const Obb<float>& a, const Placement<float>& at) {
    return {{a.axes * at.rotation, transposed_times(at.rotation, a.centre - at.translation), a.half}, at.slack};
  }
  void look_along(Vec3f direction) {
    axis = direction;
    along_axis = dot(abs(box.axes * direction), box.half);
  }
};

// All lane widths give the same bits.
struct SiblingTests {
  // Bit k is set where sibling k may meet the box.
  u32 (*overlap)(const SeenObb& box, const Obb<float>* siblings, u32 count);
  // No content is nearer than gaps[k]; all eight numbers are written.
  void (*gap)(const SeenObb& box, const Obb<float>* siblings, u32 count, float* gaps);
  // How far each reaches along a direction, but for rounding, which is some units of where the boxes lie; all eight
  // numbers are written.
  void (*reach)(Vec3f direction, const Obb<float>* siblings, u32 count, float* reaches);
};

const SiblingTests& sibling_tests();  // of lane_width()

}  // namespace apart::volumes
