// A mesh with its bounding volume hierarchy. Immutable, cheap to copy (copies share everything), thread-safe.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace apart {

// The parts of the engine behind a model, known here by name alone: model_tree.hpp, node_hulls.hpp and box_tree.hpp.
namespace volumes {
template <class T>
struct Obb;
}
namespace hierarchy {
template <class Volume>
struct TreeView;
struct NodeHulls;
struct BoxTree;
}  // namespace hierarchy
using ModelTree = hierarchy::TreeView<volumes::Obb<float>>;
struct MeshTopology;  // shapes/mesh/topology.hpp

struct ModelOptions {
  u32 leaf_size = 4;  // 1 … 128 triangles: larger leaves take less memory, and are slower where surfaces are close
  u32 threads = 1;    // to build with; 0: all hardware threads; the tree is the same
  // Called at intervals with the completed share, by one thread at a time; returning false cancels the build.
  std::function<bool(double)> progress{};
};

class Model {
 public:
  // Squares of larger coordinates, relative to the centre of the mesh, leave the range of a float.
  static constexpr double kLargestRadius = 1e18;
  // Squares underflow in floats for smaller meshes; single points are not affected.
  static constexpr double kSmallestSize = 1e-22;

  // A mesh without triangles gives an empty model. Refuses a mesh larger than kLargestRadius or smaller than
  // kSmallestSize in every direction, one that lies beyond Pose::kFarthest, and returns an error if `progress`
  // cancelled it.
  static Result<Model> make(Mesh mesh, const ModelOptions& options = {});
  // From a valid mesh and a valid tree of it; `keep` owns the tree's arrays.
  static Model trusted(Mesh mesh, const ModelTree& tree, std::shared_ptr<const void> keep);
  // What is known of arrays that were not read yet.
  struct Unread {
    std::function<std::string()> problem;  // what is wrong with them, or nothing; called once, by problem()
    std::optional<bool> closed{};
  };
  // From arrays that are valid unless problem() says otherwise: to be asked before anything else is.
  static Model unread(Mesh mesh, const ModelTree& tree, std::shared_ptr<const void> keep, Unread facts);

  const Mesh& mesh() const;
  const ModelTree& tree() const;

  // Computed on first use: convex hulls of the nodes, for distance queries; axis-aligned boxes, for rays and points.
  const hierarchy::NodeHulls& hulls() const;
  const hierarchy::BoxTree& boxes() const;

  // Is every edge shared by consistently oriented triangles? Then it can be queried as a solid. Computed on first use.
  bool closed() const;
  // Is it closed, and does its surface face inward?
  bool inside_out() const;
  const MeshTopology& topology() const;  // the connectivity of the triangles. Computed on first use
  // One vertex of each connected part of the surface.
  std::span<const Vec3d> part_vertices() const;
  // What a query derives from the model alone: computed on first use and kept with it.
  const void* derived(std::shared_ptr<const void> (*compute)(const Model&)) const;

  // Of a model made by unread(), such as a saved one that is mapped with Trust::later: validates its arrays on first
  // use, and says what is wrong with them. Empty: nothing is.
  const std::string& problem() const;
  bool read_on_demand() const;  // was it made by unread()?
  // The same mesh and tree, without what was computed on first use: that is freed with the copies that hold it.
  Model fresh() const;

 private:
  struct Facts;
  explicit Model(std::shared_ptr<const Facts> facts) : facts_(std::move(facts)) {}
  std::shared_ptr<const Facts> facts_;
};

}  // namespace apart
