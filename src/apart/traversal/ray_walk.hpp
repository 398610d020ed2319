// The traversal of a tree of boxes by rays, nearest boxes first, in SIMD lanes. Conservative: every triangle that a ray
// meets is tested by the caller, in double precision; most others are not.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::hierarchy {
struct BoxTree;
}
namespace apart::triangles {
struct Line;
}

namespace apart::traversal {

// A ray relative to the centre of a tree, from where it enters the cube around the tree. Its direction's largest
// component is in [1, 2), and none is so small that its inverse is not a float.
struct FloatRay {
  // For boxes.
  float origin[3], rate[3];  // rate: the inverses of the direction's components
  float to;                  // the end, in lengths of the direction
  float error;               // of a coordinate of any point of the ray, and of the arithmetic of box tests
  // For triangles, in doubles: the line as it was given, the axis of its direction's largest component and the
  // inverse of that, and a bound for the error of coordinates projected along the line.
  double line_origin[4], direction[4];
  double inverse;
  double projection_error;
  int longest;

  bool is_blind;  // the origin is so far away that nothing is known about the ray near the tree

  double start;   // the parameter of its origin on the line
  double margin;  // for the errors of parameters

  // The end, where parameters beyond t are of no interest.
  APART_INLINE float end_at(double t) const {
    // A float that is not less: cheaper than the next one.
    return is_blind ? 0 : rounded<float>((larger(t - start, 0.0) + margin) * (1 + 0x1p-22));
  }
};

// A ray, and what is done with a triangle that it may meet.
struct RayVisit {
  // Returns the end of the ray from then on (FloatRay::end_at), or a negative number to stop.
  using Test = float (*)(RayVisit& self, u32 triangle, const Triangle& t);

  explicit RayVisit(Test what) : test(what) {}

  Test test;
  const triangles::Line* line;
  double from, to;  // parameters of the line
  FloatRay walked;  // set by the traversal
};

void walk(const hierarchy::BoxTree& tree, RayVisit& visit);

// Many rays: several are traversed in turns, so that they do not wait for memory one by one.
struct RayStream {
  static constexpr u32 kPlaces = 8;
  // The ray that is traversed next in a place, whose ray before is done; null if there is none.
  RayVisit* (*next)(RayStream& self, u32 place);
};
void walk(const hierarchy::BoxTree& tree, RayStream& stream);

}  // namespace apart::traversal
