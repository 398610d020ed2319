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
// are beside B's in the other eight pairs. With sixteen lanes all pairs are in one register, made of four and four.
struct PatchOfA : TrianglePatch {
  alignas(16) float rows[kPatchRows][4];
};
struct PatchOfB : TrianglePatch {
  union {
    alignas(32) float rows[kPatchRows][8];
    float fours[kPatchRows][4];  // with sixteen lanes, instead
  };
};

// Triangles of a mesh, where they are, in a frame with this centre.
struct PatchSource {
  const Vec3d* vertices;
  const Face* faces;
  Vec3d centre;
  Pose pose;  // of B
};

// A triangle of a patch that is kept in a place.
struct TriangleInPlace {
  u32 place, k;
};

// Pairs of triangles of patches that are to be decided: one number each, in its lower half A's, in its upper half B's.
struct WaitingPairs {
  static constexpr u32 kRoom = 64, kOfA = 1, kOfB = 1 << 16;  // from a triangle of a patch to the next
  u32 count = 0;
  u32 pairs[kRoom];

  WaitingPairs() {}  // not cleared: that takes longer than many walks
  // The first triangles of the patches in two places.
  static constexpr u32 first(u32 place_a, u32 place_b) { return 4 * (place_a * kOfA + place_b * kOfB); }
  static constexpr TriangleInPlace in_a(u32 pair) { return {pair % kOfB / 4, pair % 4}; }
  static constexpr TriangleInPlace in_b(u32 pair) { return {pair / kOfB / 4, pair / kOfB % 4}; }
  TriangleInPlace of_a(u32 k) const { return in_a(pairs[k]); }
  TriangleInPlace of_b(u32 k) const { return in_b(pairs[k]); }
};
using PatchPair = u32;  // two patches whose triangles are to be tested, by the first of these

struct PatchTests {
  // Of the patches' triangles, whose counts and numbers are set, all else.
  void (*fill_a)(const PatchSource& source, PatchOfA* const* patches, u32 count);
  void (*fill_b)(const PatchSource& source, PatchOfB* const* patches, u32 count);
  // Bit 4·i + j is clear if triangle i of A and j of B are proven disjoint, by their boxes or by a plane of one.
  u32 (*may_meet)(const PatchOfA& a, const PatchOfB& b);
  // Of patches in places, triangles that may meet are added in this order, of one pair of patches after the other,
  // until there may be too many. Returns of how many pairs of patches.
  u32 (*collect)(const PatchOfA* a, const PatchOfB* b, const PatchPair* pairs, u32 count, WaitingPairs& to);
};

const PatchTests& patch_tests();  // of lane_width(): all give the same bits

}  // namespace apart::triangles
