// A tree built on demand: nodes and their volumes are created when a traversal first visits them. Thread-safe.
#pragma once
#include <apart/hierarchy/split/cutter.hpp>
#include <apart/hierarchy/tree.hpp>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace apart::hierarchy {

// The same nodes as build(mesh, how), each volume fitted to its node's content: what a traversal sees does not depend
// on who came first.
template <Volume V>
class LazyTree {
 public:
  using VolumeType = V;
  using Node = u32;

  template <SplitRule Rule = AreaHeuristic>
  explicit LazyTree(Mesh mesh, const TopDown<Rule>& how = {});
  ~LazyTree();
  LazyTree(const LazyTree&) = delete;
  LazyTree& operator=(const LazyTree&) = delete;

  Frame frame;
  bool empty() const { return mesh_.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 n) const { return places_[n].ref; }
  bool is_last(u32 n) const { return places_[n].ref.is_last(); }
  u32 child(u32 n, Ref parent, u32 k) const {
    if (!parted_[n].load(std::memory_order_acquire)) part(n);
    return parent.first() + k;
  }
  const V& volume(u32 n) const { return places_[n].volume; }
  std::span<const Item> items() const { return {order_.get(), mesh_.size()}; }  // of leaves that were created

  u32 nodes_made() const { return made_.load(std::memory_order_relaxed); }
  std::size_t bytes_made() const { return nodes_made() * sizeof(Place) + mesh_.size() * sizeof(Item); }
  u32 most_nodes() const { return empty() ? 0 : 2 * mesh_.size() - 1; }  // with one primitive a leaf

 private:
  struct Place {
    V volume;
    Ref ref;
    Cutter::Range range;
  };

  void part(u32 n) const;
  void make(u32 n, const Cutter::Range& range, u32 first_child, bool last) const;

  Mesh mesh_;
  u32 leaf_size_;
  // Created on demand, and never changed once visible. A node's children are published by its flag. Memory is reserved
  // for the largest tree, untouched until used, so that nothing ever moves.
  mutable Cutter cutter_;
  std::unique_ptr<std::atomic<bool>[]> parted_;
  std::unique_ptr<Item[]> order_;
  Place* places_ = nullptr;
  mutable std::atomic<u32> made_ = 0;
  mutable std::array<std::mutex, 64> locks_;  // for writers; readers take none
};

template <Volume V>
template <SplitRule Rule>
LazyTree<V>::LazyTree(Mesh mesh, const TopDown<Rule>& how)
    : frame(frame_of(mesh)), mesh_(std::move(mesh)), leaf_size_(how.leaf_size), cutter_(mesh_, how.split) {
  APART_ASSERT(how.leaf_size >= 1, "a leaf holds at least one primitive");
  if (empty()) return;
  parted_ = std::make_unique<std::atomic<bool>[]>(most_nodes());
  order_ = std::make_unique<Item[]>(mesh_.size());
  places_ = std::allocator<Place>().allocate(most_nodes());
  make(0, cutter_.start(Workers(how.threads)), 1, true);
}

template <Volume V>
LazyTree<V>::~LazyTree() {
  if (empty()) return;
  std::vector<u32> open{0};
  while (!open.empty()) {
    const u32 n = open.back();
    open.pop_back();
    if (parted_[n]) open.insert(open.end(), {ref(n).first(), ref(n).first() + 1});
    std::destroy_at(&places_[n]);
  }
  std::allocator<Place>().deallocate(places_, most_nodes());
}

template <Volume V>
void LazyTree<V>::part(u32 n) const {
  const std::lock_guard one_at_a_time(locks_[n % locks_.size()]);
  if (parted_[n].load(std::memory_order_relaxed)) return;  // another thread was faster
  Cutter::Range range = places_[n].range, parts[2];
  cutter_.cut(range, parts);
  // Space for all descendants of the first child is reserved between the two families.
  const u32 first = places_[n].ref.first(), below_first = 2 * (parts[0].end - parts[0].begin - 1);
  make(first, parts[0], first + 2, false);
  make(first + 1, parts[1], first + 2 + below_first, true);
  parted_[n].store(true, std::memory_order_release);
}

template <Volume V>
void LazyTree<V>::make(u32 n, const Cutter::Range& range, u32 first_child, bool last) const {
  std::vector<Triangle> content;
  content.reserve(range.end - range.begin);
  for (u32 i = range.begin; i < range.end; ++i) {
    Triangle t = mesh_.triangle(cutter_.primitive(range, i));
    for (int k = 0; k < 3; ++k) t[k] -= frame.centre;
    content.push_back(t);
  }
  const bool leaf = range.end - range.begin <= leaf_size_;
  if (leaf)
    for (u32 i = range.begin; i < range.end; ++i) order_[i] = Item(cutter_.primitive(range, i), i + 1 == range.end);
  std::construct_at(&places_[n], Place{fit<V>(std::span<const Triangle>(content)),
                                       leaf ? Ref::leaf(range.begin, last) : Ref::inner(first_child, last), range});
  made_.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace apart::hierarchy
