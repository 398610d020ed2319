#include <apart/broad/box_index.hpp>

namespace apart::broad {

BoxIndex::BoxIndex(std::span<const Bounds> boxes, const Workers& workers)
    : columns_(std::make_unique<Columns>(boxes, workers)) {
  if (!columns_->crowded()) return;
  columns_.reset();
  std::vector<u32> members;
  for (u32 i = 0; i < boxes.size(); ++i)
    if (!is_empty(boxes[i])) members.push_back(i);
  tree_ = std::make_unique<PackedTree>(boxes, std::move(members), workers);
}

}  // namespace apart::broad
