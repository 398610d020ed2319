// Tests one oriented box against up to eight siblings, with as many at once as the CPU has lanes.
#pragma once
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

inline constexpr u32 kMostSiblings = 8;

// A box in the frame of the siblings that it is tested against: precomputes what is common to all of them.
struct SeenObb {
  Obb<float> box;
  float slack;
  // A candidate separating direction, from the siblings to the box, and the box's extent along it.
  Vec3f axis{};
  float along_axis = 0;

  // B's box in A's frame. The same bits as overlap() and gap() of one pair.
  static SeenObb from_a(const Obb<float>& b, const Placement<float>& at) {
    return {{b.axes * transposed(at.rotation), at.rotation * b.centre + at.translation, b.half}, at.slack};
  }
  // A's box in B's frame. The slack covers this direction too, u being the rounding unit: the translation has an error
  // of u|t|, the difference c − t of u|c − t|, and its rotation of 7u|c − t|. If the contents are at most d apart, |c −
  // t| is at most B's radius, d, and both boxes' sizes together: this is covered by the slack (8u of all radii and the
  // translation), by the factor of a gap (32u of d) and by the guard (64u of the sizes).
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
  // Bit k is set if sibling k may meet the box.
  u32 (*overlap)(const SeenObb& box, const Obb<float>* siblings, u32 count);
  // Lower bounds: no content is nearer than gaps[k]; all eight numbers are written.
  void (*gap)(const SeenObb& box, const Obb<float>* siblings, u32 count, float* gaps);
  // The extent of each along a direction, up to a rounding error of some units of the boxes' coordinates; all eight
  // numbers are written.
  void (*reach)(Vec3f direction, const Obb<float>* siblings, u32 count, float* reaches);
};

const SiblingTests& sibling_tests();  // of lane_width()

template <>
struct LaneTests<Obb<float>> {
  using Seen = SeenObb;
  using Table = SiblingTests;
  static const Table& table() { return sibling_tests(); }
};

}  // namespace apart::volumes
