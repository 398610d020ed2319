// Hulls of inner nodes that are made when a query first asks for them, each of the vertices of all pieces below it:
// what a query sees does not depend on who came first. Thread-safe; who reads what is there takes no lock.
#pragma once
#include <apart/decompose/hull_layout.hpp>
#include <atomic>
#include <mutex>

namespace apart::decomposition {

class HullsOnDemand {
 public:
  // Of arrays with the hulls of leaves alone.
  HullsOnDemand(const Model& model, OwnedHullArrays leaves);
  ~HullsOnDemand();
  HullsOnDemand(const HullsOnDemand&) = delete;
  HullsOnDemand& operator=(const HullsOnDemand&) = delete;

  HullArrays arrays() const;
  FlatHull hull(u32 inner) const { return made(inner).view.hull(0); }
  std::span<const HullFace> faces(u32 inner) const { return made(inner).owned.faces; }

  u32 count() const { return count_.load(std::memory_order_relaxed); }  // of hulls that were made
  std::size_t bytes() const;                                            // of these, and of what it takes to make more
  // All hulls, in arrays of their own.
  OwnedHullArrays all() const;

 private:
  // A tree of one node.
  struct Made {
    OwnedHullArrays owned;
    HullArrays view;
  };

  const Made& made(u32 inner) const {
    const Made* const found = made_[inner].load(std::memory_order_acquire);
    return found != nullptr ? *found : make(inner);
  }
  const Made& make(u32 inner) const;
  void draft(u32 inner, HullDraft& out) const;
  void draft_leaf(u32 leaf, HullDraft& out) const;
  std::vector<u32> vertices_below(u32 node) const;
  bool is_below(u32 node, u32 above) const;
  HullFace face_of(const HullDraft::Tag& tag) const {
    return {(u32(tag.kind) << 30) | (leaves_.nodes[tag.node].first_face + tag.face)};
  }

  Model model_;  // owns the vertices
  OwnedHullArrays leaves_;
  std::vector<TaggedFace> faces_of_leaves_;  // sorted
  std::unique_ptr<std::atomic<const Made*>[]> made_;
  mutable std::atomic<u32> count_ = 0;
  mutable std::atomic<std::size_t> bytes_ = 0;
  mutable std::mutex making_;  // for what follows
  mutable DirectHull direct_;
  mutable HullLayout layout_;
  mutable std::vector<std::uint8_t> is_listed_;  // of each vertex
};

}  // namespace apart::decomposition
