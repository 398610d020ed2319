// An index of boxes that do not change: columns, or a tree where the boxes crowd.
#pragma once
#include <apart/broad/columns.hpp>
#include <apart/broad/packed_tree.hpp>
#include <memory>

namespace apart::broad {

class BoxIndex {
 public:
  // Empty boxes are left out. The span must outlive the index.
  BoxIndex(std::span<const Bounds> boxes, const Workers& workers);

  BroadMethod method() const { return tree_ ? BroadMethod::tree : BroadMethod::columns; }
  Pairs pairs(const Workers& workers) const { return tree_ ? tree_->self_pairs(workers) : columns_->pairs(workers); }
  template <class F>
  void each_overlapping(const Bounds& box, F f) const {
    tree_ ? tree_->each_overlapping(box, f) : columns_->each_overlapping(box, f);
  }

 private:
  std::unique_ptr<const Columns> columns_;
  std::unique_ptr<const PackedTree> tree_;
};

}  // namespace apart::broad
