// The boxes of a world as they were at one snapshot, indexed once for all that follow: columns or a tree for pairs and
// boxes, a tree for rays and points; each made when it is first needed.
#pragma once
#include <apart/broad/box_index.hpp>
#include <mutex>

namespace apart::world {

class WorldIndex {
 public:
  explicit WorldIndex(std::vector<Bounds> boxes) : boxes_(std::move(boxes)) {}

  std::size_t size() const { return boxes_.size(); }
  const Bounds& box(u32 id) const { return boxes_[id]; }
  const BoxIndex& boxes() const {
    std::call_once(index_once_, [&] { index_ = std::make_unique<BoxIndex>(boxes_, Workers::alone()); });
    return *index_;
  }
  const SortedPairs& pairs() const {
    std::call_once(pairs_once_, [&] { pairs_ = sorted_pairs(boxes().pairs(Workers::alone()), boxes_.size()); });
    return pairs_;
  }
  const PackedTree& tree() const {
    std::call_once(tree_once_, [&] {
      std::vector<u32> members;
      for (u32 i = 0; i < boxes_.size(); ++i)
        if (!is_empty(boxes_[i])) members.push_back(i);
      tree_ = std::make_unique<PackedTree>(boxes_, std::move(members), Workers::alone());
    });
    return *tree_;
  }

 private:
  const std::vector<Bounds> boxes_;
  mutable std::once_flag index_once_, pairs_once_, tree_once_;
  mutable std::unique_ptr<const BoxIndex> index_;
  mutable std::unique_ptr<const PackedTree> tree_;
  mutable SortedPairs pairs_;
};

}  // namespace apart::world
