// What builders see of a mesh: the boxes and centres of its triangles, and, for rules that split by how area is
// spread, their moments. Relative to the middle of the mesh.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/moments.hpp>
#include <vector>

namespace apart {

struct Primitives {
  std::vector<Bounds> boxes;
  std::vector<Vec3d> centres;
  std::vector<Moments> moments;  // empty unless asked for

  u32 size() const { return static_cast<u32>(boxes.size()); }
};

Primitives primitives(const Mesh& mesh, bool with_moments);

}  // namespace apart
