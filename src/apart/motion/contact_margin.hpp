// How firmly two are in contact, of which one is a model at least: surfaces have no depth, but triangles that cross do.
#pragma once
#include <apart/queries/geometry.hpp>
#include <vector>

namespace apart::motion {

// In contact: the depth of the deepest pair of a triangle with a triangle or with a convex piece. While no point of one
// moves farther than that against the other, this pair stays in contact. Apart: minus the distance.
class ContactMargin {
 public:
  ContactMargin(const Geometry& a, const Geometry& b) : a_(a), b_(b) {}

  double operator()(const Pose& b_in_a);

 private:
  struct Pair {
    u32 a, b;
    double depth;
  };

  double depth_of(u32 i, const Pose& b_in_a, u32 j) const;
  void find_all(const Pose& b_in_a);

  const Geometry &a_, &b_;
  std::vector<Pair> deepest_;  // of the last search; they are asked first
  double found_ = 0;           // the deepest then
};

}  // namespace apart::motion
