// What a deforming model consists of: its tree, where its vertices are now and were at the start of the step, and the
// boxes of nodes at both moments.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/analysis/quality.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/motion/deforming/deforming_model.hpp>
#include <atomic>
#include <mutex>

namespace apart::motion {

// The tree and what is derived from it alone.
struct BoxTreeShape {
  std::vector<Ref> nodes;
  std::vector<Item> order;
  std::vector<ItemRange> ranges;
  // The nodes at half the depth of the tree, or leaves above, in order; each has a list of its vertices.
  std::vector<u32> cut;
  std::vector<u32> cut_vertices, cut_begins;
  std::vector<u32> above;  // the nodes above, parents first

  BoxTreeShape() = default;
  BoxTreeShape(Topology topology, const Mesh& mesh);
};

// Boxes of all nodes at one moment, computed at once or on demand.
class Boxes {
 public:
  void resize(std::size_t nodes);
  void forget() { ++version_; }
  void set(u32 n, const Bounds& box) {
    boxes_[n] = box;
    versions_[n].store(2 * version_, std::memory_order_relaxed);
  }
  // A thread that comes while another writes computes its own copy, of the same bits.
  template <class Compute>
  Bounds get(u32 n, Compute compute) const {
    u64 found = versions_[n].load(std::memory_order_acquire);
    if (found == 2 * version_) return boxes_[n];
    const Bounds fresh = compute();
    if ((found & 1) == 0 && versions_[n].compare_exchange_strong(found, found | 1, std::memory_order_acquire)) {
      boxes_[n] = fresh;
      versions_[n].store(2 * version_, std::memory_order_release);
    }
    return fresh;
  }

 private:
  mutable std::vector<Bounds> boxes_;
  std::unique_ptr<std::atomic<u64>[]> versions_;  // of each box, times two; odd while it is written
  u64 version_ = 1;
};

// Where all is at one moment.
struct Moment {
  std::shared_ptr<const std::vector<Vec3d>> vertices;  // given
  std::vector<double> weights;                         // of targets
  std::vector<Affine> bones;
  Affine placed;
  Boxes boxes;

  void take(const Moment& from) {
    vertices = from.vertices, weights = from.weights, bones = from.bones, placed = from.placed;
  }
};

struct DeformingState {
  enum class Kind { given, morph, skin };
  Kind kind = Kind::given;
  DeformingOptions options;
  Mesh rest;
  BoxTreeShape tree;
  Moment now, before;

  std::vector<Mesh> targets;
  std::vector<std::vector<Bounds>> target_boxes;  // of each target's nodes

  std::vector<u32> first_weight;  // of each vertex
  std::vector<BoneWeight> weights;
  std::vector<Bounds> rest_boxes;
  std::vector<u32> first_bone, node_bones;  // of each node: those that move its vertices

  Quality at_build;

  // The tree of oriented boxes, for model().
  mutable std::mutex model_mutex;
  mutable std::shared_ptr<const Tree<Obb<float>>> obbs;
  mutable std::unique_ptr<Refit<Obb<float>>> refit;

  Vec3d vertex(const Moment& at, u32 v) const;
  Triangle triangle(const Moment& at, u32 i) const;
  Bounds box(const Moment& at, u32 node) const {
    return at.boxes.get(node, [&] { return computed_box(at, node); });
  }

  void set_tree(Topology topology);
  BoxWork changed();  // after a change of `now`
  Quality quality() const;
  BoxWork rebuild(double above);

 private:
  Bounds computed_box(const Moment& at, u32 node) const;
  BoxWork refit_all();
  BoxWork refit_upper();
};

}  // namespace apart::motion
