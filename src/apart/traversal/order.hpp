// In which order a walk takes its open pairs.
#pragma once
#include <algorithm>
#include <apart/base/growing_stack.hpp>
#include <apart/base/vec3.hpp>
#include <deque>
#include <limits>
#include <vector>

namespace apart {

// Two nodes, how near their contents may be, what the descent rule remembers, and where the front keeps the pair.
template <class NodeA, class NodeB, class Memory, class Mark>
struct OpenPair {
  NodeA a;
  NodeB b;
  double bound;
  [[no_unique_address]] Memory memory;
  [[no_unique_address]] Mark mark;
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

// Level by level: what is known when the time runs out is known of all parts alike (Hubbard 1996).
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

}  // namespace apart
