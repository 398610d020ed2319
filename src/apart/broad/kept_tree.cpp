#include <algorithm>
#include <apart/broad/kept_tree.hpp>

namespace apart::broad {
namespace {

bool contains(const Bounds& outer, const Bounds& inner) {
  return lesser(outer.low, inner.low) == outer.low && larger(outer.high, inner.high) == outer.high;
}

// The tree computes areas: what is beyond its range ends there, and is compared as it is.
Bounds for_tree(const Bounds& box) {
  constexpr double most = 1e100;
  const auto clamped = [](Vec3d p) { return larger(Vec3d{-most, -most, -most}, lesser(p, Vec3d{most, most, most})); };
  return {clamped(box.low), clamped(box.high)};
}

}  // namespace

void replace_pairs(SortedPairs& pairs, const std::vector<char>& changed, Pairs unsorted, std::size_t boxes) {
  std::erase_if(pairs, [&](const BoxPair& p) { return changed[p.a] || changed[p.b]; });
  const SortedPairs found = sorted_pairs(std::move(unsorted), boxes);
  // Merged from the end, in place.
  std::size_t kept = pairs.size(), added = found.size();
  pairs.resize(kept + added);
  for (std::size_t to = pairs.size(); added > 0; --to) {
    const bool old = kept > 0 && found[added - 1] < pairs[kept - 1];
    pairs[to - 1] = old ? pairs[kept - 1] : found[added - 1];
    --(old ? kept : added);
  }
}

Bounds KeptTree::fat(const Bounds& box) const {
  const double by = margin_ * largest(box.size());
  const Vec3d room{by, by, by};
  return {box.low - room, box.high + room};
}

void KeptTree::note_changed(u32 id) {
  if (changed_[id]) return;
  changed_[id] = 1;
  changes_.push_back(id);
}

void KeptTree::set(u32 id, const Bounds& box) {
  if (id >= boxes_.size()) {
    boxes_.resize(id + 1);
    handles_.resize(id + 1);
    there_.resize(id + 1, 0);
    changed_.resize(id + 1, 0);
  }
  boxes_[id] = box;
  note_changed(id);
  const Bounds inside = for_tree(box);
  if (!there_[id]) {
    handles_[id] = tree_.insert(fat(inside), id);
    there_[id] = 1;
  } else if (!contains(tree_.box(handles_[id]), inside)) {
    tree_.move(handles_[id], fat(inside));
    ++reinserted_;
  }
}

void KeptTree::remove(u32 id) {
  tree_.remove(handles_[id]);
  there_[id] = 0;
  note_changed(id);
}

const SortedPairs& KeptTree::pairs() {
  Pairs found;
  for (u32 i : changes_)
    if (there_[i])
      tree_.query(for_tree(boxes_[i]), [&](hierarchy::DynamicTree::Handle handle) {
        const u32 j = tree_.item(handle);
        if (j != i && !(changed_[j] && j < i) && overlap(boxes_[i], boxes_[j])) found.push_back(ordered(i, j));
        return true;
      });
  replace_pairs(pairs_, changed_, std::move(found), boxes_.size());
  for (u32 i : changes_) changed_[i] = 0;
  changes_.clear();
  return pairs_;
}

}  // namespace apart::broad
