// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/face_offsets_kernel.hpp>

namespace apart::triangles {

void face_offsets_avx2(const double (&points)[3][4], const FourCorners& corners, FaceOffsets& out);
void face_offsets_avx2(const double (&points)[3][4], const FourCorners& corners, FaceOffsets& out) {
  offsets_from_faces(points, corners, out);
}

}  // namespace apart::triangles
