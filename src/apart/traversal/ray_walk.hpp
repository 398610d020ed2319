// The traversal of a tree of boxes by a ray, nearest boxes first, in SIMD lanes. Conservative: every triangle that the
// ray meets is tested by the caller, in double precision; most others are not.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::hierarchy {
struct BoxTree;
}
namespace apart::triangles {
struct Line;
}

namespace apart::traversal {

// A ray in floats, relative to the centre of a tree, from where it enters the cube around the tree. Its direction's
// largest component is in [1, 2), and none is so small that its inverse is not a float.
struct FloatRay {
  float origin[3];
  float rate[3], rate_size[3];  // the inverses of the direction's components, and their absolute values
  float to;                     // the end, in lengths of the direction
  float error;                  // of a coordinate of any point of the ray, and of the arithmetic of box tests
  // For triangles, in doubles: the origin of the line, the axis of the direction's largest component and the two
  // others, the direction's slopes along these, and a bound for the error of coordinates projected along the line.
  Vec3d line_origin;
  int longest, across[2];
  double slope[2];
  double projection_error;

  bool is_blind;  // the origin is so far away that nothing is known about the ray near the tree

  double start;   // the parameter of its origin on the line
  double margin;  // for the errors of parameters

  // False if the line does not reach the tree's triangles between the parameters `from` and `to`.
  bool prepare(const hierarchy::BoxTree& tree, const triangles::Line& line, double from, double to);
  // The end, where parameters beyond t are of no interest.
  float end_at(double t) const;
};

// What is done with a triangle that the ray may meet. Returns the end of the ray from then on, or a negative number to
// stop.
struct RayVisit {
  float (*test)(RayVisit& self, u32 triangle, const Triangle& t);
};

void walk(const hierarchy::BoxTree& tree, const FloatRay& ray, RayVisit& visit);

// Many rays, each with its own visit: several are traversed in turns, so that they do not wait for memory one by one.
struct StreamedRay {
  const FloatRay* ray;
  RayVisit* visit;
};
void walk(const hierarchy::BoxTree& tree, std::span<const StreamedRay> rays);

}  // namespace apart::traversal
