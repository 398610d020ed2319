// Up to four triangles of a leaf in floats, for an early test of all pairs of two leaves' triangles.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Rows of numbers: of corners, boxes and planes of triangles. Rounding keeps the order of coordinates, so that boxes of
// rounded corners are apart only where the triangles' are. A normal is divided by its largest component.
enum PatchRow : u32 { of_corners = 0, of_low = 9, of_high = 12, of_normal = 15, of_offset = 18, kPatchRows = 19 };

struct TrianglePatch {
  Triangle triangles[4];  // of B, placed with the bits of the pose; the first in place of missing ones
  u32 numbers[4];
  u32 count;
  float reach;  // the largest coordinate
};
// Lanes for eight pairs: of B four triangles in order, and from the second on; of A four twice. These from the third on
// are beside B's in the other eight pairs.
struct PatchOfA : TrianglePatch {
  alignas(16) float rows[kPatchRows][4];
};
struct PatchOfB : TrianglePatch {
  alignas(32) float rows[kPatchRows][8];
};

// Triangles of a mesh, where they are, in a frame with this centre.
struct PatchSource {
  const Vec3d* vertices;
  const Face* faces;
  Vec3d centre;
  Pose pose;  // of B
};

// Pairs of triangles that are to be decided.
struct WaitingPairs {
  static constexpr u32 kRoom = 64;
  u32 count = 0;
  struct {
    u32 a, b;
  } numbers[kRoom];
  union {  // not initialized: that takes longer than many walks
    Triangle of_a[kRoom];
  };
  union {
    Triangle of_b[kRoom];
  };

  WaitingPairs() {}
};

struct PatchTests {
  // Of the patch's triangles, whose count and numbers are set, all else.
  void (*fill_a)(const PatchSource& source, PatchOfA& patch);
  void (*fill_b)(const PatchSource& source, PatchOfB& patch);
  // Bit 4·i + j is clear if triangle i of A and j of B are proven disjoint, by their boxes or by a plane of one.
  u32 (*may_meet)(const PatchOfA& a, const PatchOfB& b);
  // Those pairs that may meet are added, in this order: there is room for sixteen.
  void (*collect)(const PatchOfA& a, const PatchOfB& b, WaitingPairs& to);
};

const PatchTests& patch_tests();  // of lane_width(): all give the same bits

}  // namespace apart::triangles
