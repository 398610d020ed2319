// What a tree and a traversal are behind their types: a virtual call for one whole query, so that its loops are
// compiled for one kind of volume.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <apart/kit/kit.hpp>
#include <apart/kit/outline.hpp>
#include <apart/kit/words.hpp>
#include <apart/traversal/watch/probe.hpp>
#include <functional>
#include <optional>

namespace apart::kit {

// A choice of a traversal, with its words parsed.
struct WalkKinds {
  QueryKind query;
  OrderKind order;
  RuleKind rule;
  SpaceKind space;
  TumbleKind tumble;
  bool keep, front;
  double tolerance;
  Pose a_in_world;
};

// Told of a traversal, test by test, in order.
class WalkObserver {
 public:
  virtual ~WalkObserver() = default;
  virtual void start(std::function<double()> reach) = 0;  // of the query, until the traversal ends
  virtual void taken(u32 a, u32 b) = 0;
  virtual void volumes(u32 a, u32 b, bool kept, double bound) = 0;
  virtual void primitives(u32 a, u32 b, Found found) = 0;
  virtual void boxes_apart(u32 a, u32 b) = 0;
};

class ErasedWalk {
 public:
  virtual ~ErasedWalk() = default;
  virtual Answer ask(const Pose& b_in_a, WalkObserver* observer = nullptr) = 0;  // a usable pose
  virtual TestCosts costs(const Pose& b_in_a, double seconds) = 0;
  virtual std::size_t front_size() const = 0;
};

// A tree as it is saved (saved.hpp). Volumes that are not plain numbers are fitted again instead.
struct SavedArrays {
  std::span<const Ref> nodes;
  std::span<const Item> order;
  std::span<const std::byte> volumes;
  u64 bytes_each = 0;  // of a volume
  Frame frame;
};

class ErasedTree {
 public:
  ErasedTree(Mesh mesh_, TreeChoice choice_) : mesh(std::move(mesh_)), choice(std::move(choice_)) {}
  virtual ~ErasedTree() = default;
  virtual std::size_t nodes() const = 0;
  virtual std::size_t bytes() const = 0;
  virtual std::shared_ptr<const ErasedTree> refitted(Mesh moved) const = 0;  // none of a lazy tree
  virtual std::optional<SavedArrays> arrays() const = 0;                     // none of a lazy tree
  // The volumes of these nodes as lines, in the mesh's frame. Of a lazy tree only nodes that were made.
  virtual std::vector<Outline> outlines(std::span<const u32> nodes) const = 0;
  // B must be of the same volume, precision and layout. Both must outlive the walk.
  virtual std::unique_ptr<ErasedWalk> walk(const ErasedTree& b, const WalkKinds& kinds) const = 0;

  const Mesh mesh;
  const TreeChoice choice;
};

struct TreeParts {
  Mesh mesh;
  TreeChoice choice;
  Topology topology;  // none of a lazy tree, which has a split rule
  FitWay way;
  AnySplit split;
  SavedArrays* saved = nullptr;  // volumes that were fitted before; emptied when they are those of such a tree
};

// A choice of a tree, with its words parsed.
struct TreeKinds {
  VolumeKind volume;
  Precision precision;
  FitWay way;
  Builder builder;
  LayoutKind layout;
};
// An error names a word that is not known, or says why a combination is not supported.
Result<TreeKinds> tree_kinds(const TreeChoice& choice);
// As a Model refuses it, whatever the precision: then all choices take the same meshes. Empty if it is none.
std::string problem_of_mesh(const Mesh& mesh);
std::shared_ptr<const ErasedTree> erased_tree_of(const TreeKinds& kinds, TreeParts parts);

// Instantiated in trees/, one source for each volume.
template <class V>
std::shared_ptr<const ErasedTree> erased_tree(TreeParts parts);
// For some volumes alone: layouts.cpp.
template <class V>
std::shared_ptr<const ErasedTree> erased_nested_tree(TreeParts parts);
template <class V>
std::shared_ptr<const ErasedTree> erased_lazy_tree(TreeParts parts);

}  // namespace apart::kit
