// What a tree and a traversal are behind their types: a virtual call for one whole query, so that its loops are
// compiled for one kind of volume.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/kit/kit.hpp>
#include <apart/kit/words.hpp>

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

class ErasedWalk {
 public:
  virtual ~ErasedWalk() = default;
  virtual Answer ask(const Pose& b_in_a) = 0;  // a usable pose
  virtual TestCosts costs(const Pose& b_in_a, double seconds) = 0;
  virtual std::size_t front_size() const = 0;
};

class ErasedTree {
 public:
  ErasedTree(Mesh mesh_, TreeChoice choice_) : mesh(std::move(mesh_)), choice(std::move(choice_)) {}
  virtual ~ErasedTree() = default;
  virtual std::size_t nodes() const = 0;
  virtual std::size_t bytes() const = 0;
  virtual std::shared_ptr<const ErasedTree> refitted(Mesh moved) const = 0;
  // B must be of the same volume and precision. Both must outlive the walk.
  virtual std::unique_ptr<ErasedWalk> walk(const ErasedTree& b, const WalkKinds& kinds) const = 0;

  const Mesh mesh;
  const TreeChoice choice;
};

struct TreeParts {
  Mesh mesh;
  TreeChoice choice;
  Topology topology;
  FitWay way;
};

// Instantiated in trees/, one source for each volume.
template <class V>
std::shared_ptr<const ErasedTree> erased_tree(TreeParts parts);

}  // namespace apart::kit
