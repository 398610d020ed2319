// Where a traversal starts, and what it keeps for the next one. The front holds the leaves of the test tree of the last
// queries: starting there saves the tests above it (Ehmann and Lin 2001, section 7.3). One front serves all queries of
// one pair of trees.
#pragma once
#include <apart/base/assert.hpp>
#include <apart/base/vec3.hpp>
#include <vector>

namespace apart::traversal {

// Starts at the roots, keeps nothing.
struct NoFront {
  struct Mark {};

  static constexpr void open(Mark) {}
  static constexpr Mark add(auto, auto, auto) { return {}; }
  static constexpr void tested(Mark, bool) {}
};

// Keeps the test tree: every pair has been replaced by all pairs of children of one of its nodes, or is a leaf of the
// front. Leaves whose volumes overlap are opened by the next traversal; a pair all of whose children were disjoint
// replaces them, one level a query, so that the front does not oscillate.
template <class NodeA, class NodeB, class Memory>
class Front {
 public:
  using Mark = u32;
  static constexpr std::size_t kMostPairs = std::size_t(1) << 22;  // a larger front is discarded

  struct Entry {
    NodeA a{};
    NodeB b{};
    [[no_unique_address]] Memory memory{};
    u32 children = 0, count = 0;  // index of the first, and how many; a leaf has none
    bool apart = false;           // in the last query that tested it
  };

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  void clear() { entries_.clear(); }

  // Calls f(mark, entry) for every leaf; at first that is the pair of roots.
  template <class TreeA, class TreeB, class F>
  void start(const TreeA& a, const TreeB& b, F f) {
    const void *of_a = a.items().data(), *of_b = b.items().data();  // no two trees share them
    if (entries_.empty()) entries_.push_back({a.root(), b.root()}), of_a_ = of_a, of_b_ = of_b;
    APART_ASSERT(of_a == of_a_ && of_b == of_b_, "a front was given other trees than its own; clear() it first");
    for (u32 i = 0; i < entries_.size(); ++i)
      if (entries_[i].count == 0) f(i, Entry(entries_[i]));
  }

  void open(Mark mark) { opened_ = mark; }
  Mark add(NodeA a, NodeB b, Memory memory) {
    const Mark mark = static_cast<Mark>(entries_.size());
    Entry& parent = entries_[opened_];
    if (parent.count++ == 0) parent.children = mark;
    entries_.push_back({a, b, memory});
    return mark;
  }
  void tested(Mark mark, bool kept) { entries_[mark].apart = !kept; }

  // When a traversal is over: replaces disjoint children by their parents, and compacts the array. Children stay after
  // their parents.
  void finish() {
    if (entries_.empty() || entries_.size() > kMostPairs) return entries_.clear();
    const auto quiet = [&](const Entry& e) {
      if (e.count == 0) return false;
      for (u32 k = 0; k < e.count; ++k) {
        const Entry& child = entries_[e.children + k];
        if (child.count > 0 || !child.apart) return false;
      }
      return true;
    };
    std::vector<Entry> kept;
    kept.reserve(entries_.size());
    kept.push_back(entries_[0]);
    for (std::size_t i = 0; i < kept.size(); ++i) {  // level by level: siblings stay side by side
      if (kept[i].count == 0) continue;
      if (quiet(kept[i])) {
        kept[i].count = 0;
        kept[i].apart = true;
        continue;
      }
      const u32 from = kept[i].children, count = kept[i].count;
      kept[i].children = static_cast<u32>(kept.size());
      for (u32 k = 0; k < count; ++k) kept.push_back(entries_[from + k]);
    }
    entries_ = std::move(kept);
  }

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;  // the first is the pair of roots
  const void *of_a_ = nullptr, *of_b_ = nullptr;
  u32 opened_ = 0;
};

}  // namespace apart::traversal
