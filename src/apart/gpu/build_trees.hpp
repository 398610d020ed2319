// The trees of models as a device walks them: four children a node, leaves of one or two triangles, oriented boxes of
// small area.
#pragma once
#include <apart/gpu/records.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/volumes/placement.hpp>
#include <vector>

namespace apart::gpu {

// The boxes of least area along axes that are searched from these on, of points about the origin.
Mat3d least_area_axes(std::span<const Vec3d> points, const Mat3d& start);

// Where the tree of each model begins.
struct TreeRoots {
  struct Root {
    u32 node = kInactive;  // none: the model is empty
    u32 group = 0;         // of its children, or, of a leaf, that which holds it alone
    u32 depth = 0;         // nodes on the longest way down
    volumes::Frame frame{};
  };
  std::vector<Root> each;
  double scale = 1;

  PairRoots pair(u32 a, u32 b) const;
  u32 deepest() const;
};

// All models in one set of arrays.
struct HostTrees {
  std::vector<Float4> nodes, near;
  std::vector<Triangle> exact;
  std::vector<u32> numbers;
  TreeRoots roots;

  Trees view() const { return {nodes.data(), near.data(), exact.data(), numbers.data()}; }
};

// An error if there are too many triangles in all.
Result<HostTrees> build_trees(std::span<const Model> models, u32 threads);

}  // namespace apart::gpu
