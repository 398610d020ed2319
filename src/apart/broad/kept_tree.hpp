// A dynamic tree whose boxes are larger than their contents, so that most moves leave it as it is. The pairs of those
// that moved are searched for; the others are kept.
#pragma once
#include <apart/broad/methods.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>

namespace apart::broad {

class KeptTree {
 public:
  // How much larger, in parts of a box's size.
  explicit KeptTree(double margin = 0.1) : margin_(margin) {}

  void set(u32 id, const Bounds& box);  // adds it, or moves it
  void remove(u32 id);
  const SortedPairs& pairs();

  u64 reinserted() const { return reinserted_; }  // moves that left the larger box

 private:
  Bounds fat(const Bounds& box) const;
  void note_changed(u32 id);

  double margin_;
  hierarchy::DynamicTree tree_;
  std::vector<Bounds> boxes_;
  std::vector<hierarchy::DynamicTree::Handle> handles_;
  std::vector<char> there_, changed_;
  std::vector<u32> changes_;
  SortedPairs pairs_;
  u64 reinserted_ = 0;
};

// Replaces the pairs of what changed by others; all are sorted.
void replace_pairs(SortedPairs& pairs, const std::vector<char>& changed, Pairs found, std::size_t boxes);

}  // namespace apart::broad
