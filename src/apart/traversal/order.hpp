// In which order a walk takes its open pairs.
#pragma once
#include <algorithm>
#include <apart/base/growing_stack.hpp>
#include <apart/base/vec3.hpp>
#include <vector>

namespace apart {

// Two nodes, and how near their contents may be.
template <class NodeA, class NodeB = NodeA>
struct OpenPair {
  NodeA a;
  NodeB b;
  double bound;
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

   private:
    GrowingStack<Pair> open_;
  };
};

// The nearest pair of all is taken first.
struct BestFirst {
  template <class Pair>
  class Queue {
   public:
    bool empty() const { return open_.empty(); }
    void put(const Pair& pair) {
      open_.push_back({pair, count_++});
      std::push_heap(open_.begin(), open_.end(), later);
    }
    Pair take() {
      std::pop_heap(open_.begin(), open_.end(), later);
      const Pair pair = open_.back().pair;
      open_.pop_back();
      return pair;
    }
    void clear() { open_.clear(); }

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
    u64 count_ = 0;
  };
};

}  // namespace apart
