// Which piece of code answers which question for which two kinds of cores. A pair that is forgotten does not compile.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart {

enum class Kernel : unsigned char {
  none,         // a hole in the table
  points,       // closed forms …
  segments,     // … of two segments, or of a point and a segment
  point,        // of a point and anything
  triangles,    // two triangles, or a segment and a triangle
  boxes,        // Newton's method where they are apart, fifteen axes where they overlap
  half_space,   // the support of the other across the plane
  half_spaces,  // parallel, or they meet
  general,      // GJK, and EPA where cores overlap
  corners,      // all pairs of corners
  corner_core,  // each corner, and the point of the other that is farthest from it
  rims,         // by branch and bound along the rims of one, with what of the other is farthest
  ellipsoids,   // by branch and bound over one of them
  without_end,  // infinite
  advance,      // step by step, by the distance
  pieces,       // each piece of a union by itself
};

enum class Question { collide, within, distance, penetration, span, cast };

namespace kernels {

using Row = Kernel[kCoreKinds];
using enum Kernel;

// The upper half of each table; the lower is its mirror image. Columns:
// point, segment, triangle, box, cylinder, cone, ellipsoid, polytope, half-space, compound.
inline constexpr Row gap[kCoreKinds] = {
    {points, segments, point, point, point, point, point, point, half_space, pieces},
    {none, segments, triangles, general, general, general, general, general, half_space, pieces},
    {none, none, triangles, general, general, general, general, general, half_space, pieces},
    {none, none, none, boxes, general, general, general, general, half_space, pieces},
    {none, none, none, none, general, general, general, general, half_space, pieces},
    {none, none, none, none, none, general, general, general, half_space, pieces},
    {none, none, none, none, none, none, general, general, half_space, pieces},
    {none, none, none, none, none, none, none, general, half_space, pieces},
    {none, none, none, none, none, none, none, none, half_spaces, pieces},
    {none, none, none, none, none, none, none, none, none, pieces},
};
inline constexpr Row span[kCoreKinds] = {
    {corners, corners, corners, corners, corner_core, corner_core, corner_core, corners, without_end, pieces},
    {none, corners, corners, corners, corner_core, corner_core, corner_core, corners, without_end, pieces},
    {none, none, corners, corners, corner_core, corner_core, corner_core, corners, without_end, pieces},
    {none, none, none, corners, corner_core, corner_core, corner_core, corners, without_end, pieces},
    {none, none, none, none, rims, rims, rims, corner_core, without_end, pieces},
    {none, none, none, none, none, rims, rims, corner_core, without_end, pieces},
    {none, none, none, none, none, none, ellipsoids, corner_core, without_end, pieces},
    {none, none, none, none, none, none, none, corners, without_end, pieces},
    {none, none, none, none, none, none, none, none, without_end, pieces},
    {none, none, none, none, none, none, none, none, none, pieces},
};

}  // namespace kernels

constexpr Kernel kernel_for(Question question, CoreKind a, CoreKind b) {
  const int i = static_cast<int>(a < b ? a : b), j = static_cast<int>(a < b ? b : a);
  switch (question) {
    case Question::span:
      return kernels::span[i][j];
    case Question::cast:
      return kernels::gap[i][j] == Kernel::pieces ? Kernel::pieces
             : kernels::gap[i][j] == Kernel::none ? Kernel::none
                                                  : Kernel::advance;
    case Question::collide:
    case Question::within:
    case Question::distance:
    case Question::penetration:
      break;
  }
  return kernels::gap[i][j];
}

static_assert(
    [] {
      for (Question q : {Question::collide, Question::within, Question::distance, Question::penetration, Question::span,
                         Question::cast})
        for (int i = 0; i < kCoreKinds; ++i)
          for (int j = 0; j < kCoreKinds; ++j)
            if (kernel_for(q, static_cast<CoreKind>(i), static_cast<CoreKind>(j)) == Kernel::none) return false;
      return true;
    }(),
    "a pair of cores has no kernel for a question");

}  // namespace apart
