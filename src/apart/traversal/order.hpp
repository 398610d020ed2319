// In which order a traversal takes its open pairs.
#pragma once
#include <algorithm>
#include <apart/base/growing_stack.hpp>
#include <apart/base/rounding.hpp>
#include <apart/base/vec3.hpp>
#include <bit>
#include <deque>
#include <functional>
#include <limits>
#include <vector>

namespace apart::traversal {

// Two nodes, a lower bound of the distance of their contents, what the descent rule remembers, where the front keeps
// the pair, and what a test of hulls may start with.
template <class NodeA, class NodeB, class Memory, class Mark, class Hint>
struct OpenPair {
  NodeA a;
  NodeB b;
  double bound;
  [[no_unique_address]] Memory memory;
  [[no_unique_address]] Mark mark;
  [[no_unique_address]] Hint hint;
};

// The pair put last is taken first; the walk puts the nearest of a batch last.
struct DepthFirst {
  template <class Pair>
  class Queue {
   public:
    bool empty() const { return open_.empty(); }
    void put(const Pair& pair) { open_.push(pair); }
    Pair take() { return open_.pop(); }
    void clear() { open_.clear(); }
    template <class F>
    void for_each(F f) const {
      for (std::size_t i = 0; i < open_.size(); ++i) f(open_[i]);
    }

   private:
    GrowingStack<Pair> open_;
  };
};

// Level by level: when the budget is spent, all parts are known to the same level of detail (Hubbard 1996).
struct BreadthFirst {
  template <class Pair>
  class Queue {
   public:
    bool empty() const { return open_.empty(); }
    void put(const Pair& pair) { open_.push_back(pair); }
    Pair take() {
      const Pair pair = open_.front();
      open_.pop_front();
      return pair;
    }
    void clear() { open_.clear(); }
    template <class F>
    void for_each(F f) const {
      for (const Pair& pair : open_) f(pair);
    }

   private:
    std::deque<Pair> open_;
  };
};

// The nearest pair of all is taken first. When `kMost` pairs wait, further ones are resolved at once, depth first, so
// that memory stays bounded (Ehmann and Lin 2001, section 7.2).
template <std::size_t kMost>
struct BestFirstOf {
  template <class Pair>
  class Queue {
   public:
    bool empty() const { return open_.empty() && at_once_.empty(); }
    void put(const Pair& pair) {
      if (open_.size() >= kMost) return at_once_.push(pair);
      open_.push_back({pair, count_++});
      std::push_heap(open_.begin(), open_.end(), later);
    }
    Pair take() {
      if (!at_once_.empty()) return at_once_.pop();
      std::pop_heap(open_.begin(), open_.end(), later);
      const Pair pair = open_.back().pair;
      open_.pop_back();
      return pair;
    }
    void clear() { open_.clear(), at_once_.clear(); }
    template <class F>
    void for_each(F f) const {
      for (const Entry& entry : open_) f(entry.pair);
      for (std::size_t i = 0; i < at_once_.size(); ++i) f(at_once_[i]);
    }

   private:
    struct Entry {
      Pair pair;
      u64 number;
    };
    // Equal bounds in a fixed order, so that the walk does not depend on the library's heap: the latest first, which
    // is the nearest of its batch.
    static bool later(const Entry& x, const Entry& y) {
      return x.pair.bound != y.pair.bound ? x.pair.bound > y.pair.bound : x.number < y.number;
    }
    std::vector<Entry> open_;
    GrowingStack<Pair, 32> at_once_;
    u64 count_ = 0;
  };
};
using BestFirst = BestFirstOf<std::numeric_limits<std::size_t>::max()>;

// Follows the nearest child down to the leaves, then continues with the nearest pair of all: a first upper bound as
// early as depth first has one, and hardly more pairs than best first. Waiting pairs are kept in a heap of keys of 8
// bytes.
struct Diving {
  template <class Pair>
  class Queue {
   public:
    Queue() { waiting_.reserve(256), keys_.reserve(256); }
    bool empty() const { return fresh_.empty() && keys_.empty(); }
    void put(const Pair& pair) { fresh_.push(pair); }
    Pair take() {
      if (settled_)
        while (!fresh_.empty()) wait(fresh_.pop());
      if (!fresh_.empty()) {
        const Pair nearest = fresh_.pop();
        while (!fresh_.empty()) wait(fresh_.pop());
        return nearest;
      }
      std::pop_heap(keys_.begin(), keys_.end(), std::greater<>());
      const u32 at = static_cast<u32>(keys_.back());
      keys_.pop_back();
      free_.push_back(at);
      return waiting_[at];
    }
    void clear() { fresh_.clear(), keys_.clear(), free_.clear(), waiting_.clear(); }
    // From now on the nearest of all first: there is an upper bound.
    void settle() { settled_ = true; }
    // The pair just taken was beyond reach: if none is fresh, all that wait may be; then they are reported and dropped.
    template <class F>
    void drop_beyond(double reach, F dropped) {
      if (!fresh_.empty() || keys_.empty() || !(double(bound_of(keys_.front())) > reach)) return;
      for_each(dropped);
      clear();
    }
    template <class F>
    void for_each(F f) const {
      for (std::size_t i = 0; i < fresh_.size(); ++i) f(fresh_[i]);
      for (const u64 key : keys_) f(waiting_[static_cast<u32>(key)]);
    }

   private:
    // A key is the bound as a float that is not above it, so that keys compare as numbers do, then the place. Of equal
    // bounds the order is that of the places, so it does not depend on the library's heap.
    static u32 sortable(float x) {
      const u32 bits = std::bit_cast<u32>(x);
      return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    }
    static float bound_of(u64 key) {
      const u32 high = static_cast<u32>(key >> 32);
      return std::bit_cast<float>(high & 0x80000000u ? high & 0x7fffffffu : ~high);
    }
    void wait(const Pair& pair) {
      u32 at = static_cast<u32>(waiting_.size());
      if (free_.empty()) {
        waiting_.push_back(pair);
      } else {
        at = free_.back();
        free_.pop_back();
        waiting_[at] = pair;
      }
      keys_.push_back(u64(sortable(round_below<float>(pair.bound))) << 32 | at);
      std::push_heap(keys_.begin(), keys_.end(), std::greater<>());
    }

    GrowingStack<Pair, 64> fresh_;
    std::vector<Pair> waiting_;
    std::vector<u32> free_;
    std::vector<u64> keys_;  // a heap, the least first
    bool settled_ = false;
  };
};

}  // namespace apart::traversal
