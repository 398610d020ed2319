// A mesh with the tree that makes questions about it fast. Immutable, cheap to copy (copies share everything), and
// may be asked from any number of threads.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/volumes/obb.hpp>
#include <functional>
#include <memory>

namespace apart {

using ModelTree = TreeView<Obb<float>>;
namespace hierarchy {
struct NodeHulls;
}

struct ModelOptions {
  u32 leaf_size = 4;  // 1 … 128 triangles: more take less memory, and are slower to ask where surfaces run close
  u32 threads = 1;    // to build with; 0: as many as the machine has; the tree is the same
  // Told the share that is done, now and then, by one thread at a time; the work stops when it says false.
  std::function<bool(double)> progress{};
};

class Model {
 public:
  // Larger coordinates than this, about the middle of the mesh, have squares that leave the range of a float.
  static constexpr double kLargestRadius = 1e18;
  // Smaller meshes than this have squares that vanish in floats; only those of no size at all, in one place, are none
  // the worse for it.
  static constexpr double kSmallestSize = 1e-22;

  // A mesh without triangles is a model that nothing touches. Refuses a mesh larger than kLargestRadius or smaller than
  // kSmallestSize in every direction, one that lies beyond Pose::kFarthest, and gives an error where `progress` stopped
  // it.
  static Result<Model> make(Mesh mesh, const ModelOptions& options = {});
  // A mesh and a tree of it that are known to be sound; `keep` owns the tree's arrays.
  static Model trusted(Mesh mesh, const ModelTree& tree, std::shared_ptr<const void> keep);

  const Mesh& mesh() const;
  const ModelTree& tree() const;

  // The hulls of what the tree's nodes hold (node_hulls.hpp), for questions of distance. Made when first asked for.
  const hierarchy::NodeHulls& hulls() const;

  // Is every edge shared by triangles that agree on which side is outside? Then the mesh may be asked about as a
  // solid. Found out when first asked.
  bool closed() const;
  // Is it closed, and does its surface face inward?
  bool inside_out() const;
  // How the triangles hang together. Found out when first asked.
  const MeshTopology& topology() const;
  // One vertex of each connected part of the surface.
  std::span<const Vec3d> part_vertices() const;

 private:
  struct Facts;
  explicit Model(std::shared_ptr<const Facts> facts) : facts_(std::move(facts)) {}
  std::shared_ptr<const Facts> facts_;
};

}  // namespace apart
