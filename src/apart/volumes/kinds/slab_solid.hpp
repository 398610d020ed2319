// The polytope between pairs of parallel planes: its corners, surface and volume.
#pragma once
#include <apart/base/vec3.hpp>
#include <span>
#include <vector>

namespace apart::volumes {

struct SlabSolid {
  std::vector<Vec3d> corners;
  double slack = 0;  // the polytope extends no farther than this from the hull of the corners
  double area = 0, volume = 0;
};

// Of all p with |normals[i] · p − centre[i]| ≤ half[i]. The normals must bound it on all sides, at angles that are not
// tiny, and be of length 1 to 2. Flat ones, segments and points have no volume.
SlabSolid slab_solid(std::span<const Vec3d> normals, std::span<const double> centre, std::span<const double> half);

}  // namespace apart::volumes
