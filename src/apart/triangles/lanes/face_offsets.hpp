// The offsets of four points from the faces of four triangles at once.
#pragma once
#include <apart/triangles/lanes/prism.hpp>

namespace apart::triangles {

// Of four pairs of a point and a triangle; vectors by rows: x of all four, y, z.
struct FaceOffsets {
  double distance[4], normal[3][4], point[3][4], weights[3][4];  // as those of PointOffset
  // A bit for each whose nearest feature is the face, and that has the bits of offset_from(): no sliver, at a common
  // scale, and not on the border.
  u32 known;
};

// All lane widths give the same bits.
using FaceOffsetsOf = void (*)(const double (&points)[3][4], const FourCorners& corners, FaceOffsets& out);
FaceOffsetsOf face_offsets();  // of lane_width()

}  // namespace apart::triangles
