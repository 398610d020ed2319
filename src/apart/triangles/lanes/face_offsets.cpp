#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/face_offsets.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/face_offsets_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

void face_offsets_avx2(const double (&points)[3][4], const FourCorners& corners, FaceOffsets& out);

FaceOffsetsOf face_offsets() {
  constexpr PerLaneWidth<FaceOffsetsOf> offsets{offsets_from_faces, offsets_from_faces, APART_AVX2(face_offsets_avx2)};
  return offsets.of_machine();
}

}  // namespace apart::triangles
