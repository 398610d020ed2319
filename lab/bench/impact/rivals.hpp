// Other libraries on the same motions: B moves in A's frame, from one pose to another. One file each.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/mesh.hpp>
#include <functional>
#include <vector>

namespace apart::lab {

struct Sweep {
  Pose from, to;
};
struct SweepAnswer {
  bool hit = false;
  double time = 1;
};
// All sweeps in turn; only this is timed.
using Sweeps = std::function<void(SweepAnswer*)>;

// FCL's conservative advancement of two meshes, over a hierarchy of RSS, the volume with which it works.
Sweeps fcl_meshes(const Mesh& a, const Mesh& b, const std::vector<Sweep>& sweeps);
// Bullet's convex casts of two hulls, in doubles and without margins: straight, or with rotation.
Sweeps bullet_straight(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, const std::vector<Sweep>& sweeps);
Sweeps bullet_turning(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, const std::vector<Sweep>& sweeps);

}  // namespace apart::lab
