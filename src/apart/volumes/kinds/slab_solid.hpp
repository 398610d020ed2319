// The solid between pairs of planes: its corners, surface and volume.
#pragma once
#include <apart/base/vec3.hpp>
#include <span>
#include <vector>

namespace apart::volumes {

struct SlabSolid {
  std::vector<Vec3d> corners;
  double room = 0;  // the solid reaches no farther than this from the hull of the corners
  double area = 0, volume = 0;
};

// Of all p with |normals[i] · p − centre[i]| ≤ half[i]. The normals are to bound it from all sides, at angles that are
// not tiny, and to be of length 1 to 2. Flat ones, segments and points are solids of no volume.
SlabSolid slab_solid(std::span<const Vec3d> normals, std::span<const double> centre, std::span<const double> half);

}  // namespace apart::volumes
