// Planes that separate pairs of oriented boxes: found for a pose of B, and tested again at later ones, eight at a time.
#pragma once
#include <apart/volumes/obb.hpp>
#include <cstdint>

namespace apart::volumes {

// Of each pair a direction from A to B, in A's frame, and a ball about B's content, in B's frame. When B is at rotation
// R and translation t, its content begins along the direction at
//   direction · (R centre + t) − radius · turned − a constant,
// A's ends at another constant, and `offset` is the sum of both. `turned` is how much R has turned so far: the sum of
// the norms of all its changes.
struct EightPlanes {
  float direction[3][8], centre[3][8], radius[8], offset[8];
};

// A pose of B; how far it has turned and come on its way there, rounded up; and what must be between A and B.
struct PlanesAt {
  Mat3<float> rotation{};
  Vec3f translation{};
  float turned = 0, path = 0;
  float beyond = 0;  // with all rounding: some units of all coordinates
};

// All lane widths give the same bits.
struct PlaneTests {
  // Of each eight a bit for every pair that is not separated. Those whose `until` lies ahead on B's path still are; of
  // others it is found anew: how far B may come until one of the eight may not be.
  void (*check)(const PlanesAt& at, const EightPlanes* planes, u32 count, float* until, std::uint8_t* near);
  // A plane for each of up to eight pairs of boxes, and a bit for every pair that it does not separate.
  u32 (*between)(const PlanesAt& at, const Obb<float>* const* a, const Obb<float>* const* b, u32 count,
                 EightPlanes& planes);
};

const PlaneTests& plane_tests();  // of lane_width()

}  // namespace apart::volumes
