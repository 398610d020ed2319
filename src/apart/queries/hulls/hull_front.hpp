// Generalized front tracking: the tree of the pairs of hulls that were tested, kept between queries. Its leaves are the
// front, where the next traversal starts. Each pair has the features at which its test ended, and a bound that falls
// with every motion.
#pragma once
#include <apart/convex/features/features.hpp>
#include <vector>

namespace apart::queries {

class HullFront {
 public:
  static constexpr u32 kNone = ~u32{0};

  struct Entry {
    u32 a = 0, b = 0;
    u32 parent = kNone, child = kNone;  // the first of two children, which are adjacent
    convex::FeaturePair features{};
    // A lower bound of the distance when it was tested, plus all motion before that: the distance is at least this,
    // less all motion until now. Of an inner entry the least of its children's.
    double key = -std::numeric_limits<double>::infinity();
    // What it was when it was tested: a bound, where the centre of B's node was, and how far B had turned until then.
    double bound = -std::numeric_limits<double>::infinity();
    Vec3d centre{};
    double turned = 0;
    Vec3d normal{};              // from A to B, of length 1, along which it was bounded; zero if it was not
    u32 wait = 0, patience = 1;  // queries until it is tried again whether the front may be raised to it

    bool is_leaf() const { return child == kNone; }
  };

  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(), free_.clear(), leaves_ = 0; }
  std::size_t size() const { return leaves_; }
  Entry& operator[](u32 i) { return entries_[i]; }

  void begin(u32 a, u32 b, const convex::FeaturePair& start) {
    clear();
    entries_.push_back({.a = a, .b = b, .features = start});
    leaves_ = 1;
  }

  // Drops the front from an entry to its two new children.
  u32 drop(u32 entry) {
    u32 child;
    if (free_.empty()) {
      child = static_cast<u32>(entries_.size());
      entries_.resize(child + 2);
    } else {
      child = free_.back();
      free_.pop_back();
    }
    entries_[child] = entries_[child + 1] = {.parent = entry};
    entries_[entry].child = child;
    ++leaves_;
    return child;
  }

  // Raises it again, to an entry whose children are leaves.
  void raise(u32 entry) {
    free_.push_back(entries_[entry].child);
    entries_[entry].child = kNone;
    --leaves_;
  }

  void set_key(u32 entry, double key) {
    entries_[entry].key = key;
    for (u32 at = entries_[entry].parent; at != kNone; at = entries_[at].parent) {
      Entry& e = entries_[at];
      const double least =
          entries_[e.child].key < entries_[e.child + 1].key ? entries_[e.child].key : entries_[e.child + 1].key;
      if (e.key == least) return;
      e.key = least;
    }
  }

  // Leaves whose key is at most this, in the order of the tree.
  template <class F>
  void for_each_leaf_below(double key, F f) {
    if (entries_.empty()) return;
    open_.assign(1, 0);
    while (!open_.empty()) {
      const u32 i = open_.back();
      open_.pop_back();
      const Entry& e = entries_[i];
      if (!(e.key <= key)) continue;
      if (e.is_leaf()) {
        f(i);
        continue;
      }
      open_.push_back(e.child + 1);
      open_.push_back(e.child);
    }
  }

 private:
  std::vector<Entry> entries_;
  std::vector<u32> free_, open_;
  std::size_t leaves_ = 0;
};

}  // namespace apart::queries
