// In which order a walk takes its open pairs.
#pragma once
#include <algorithm>
#include <apart/base/growing_stack.hpp>
#include <apart/base/vec3.hpp>
#include <vector>

namespace apart {

// Two nodes, and how near their contents may be.
struct OpenPair {
  u32 a, b;
  double bound;
};

// The pair put last is taken first; the walk puts the nearest of a batch last.
class DepthFirst {
 public:
  bool empty() const { return open_.empty(); }
  void put(OpenPair pair) { open_.push(pair); }
  OpenPair take() { return open_.pop(); }
  void clear() { open_.clear(); }

 private:
  GrowingStack<OpenPair> open_;
};

// The nearest pair of all is taken first.
class BestFirst {
 public:
  bool empty() const { return open_.empty(); }
  void put(OpenPair pair) {
    open_.push_back(pair);
    std::push_heap(open_.begin(), open_.end(), later);
  }
  OpenPair take() {
    std::pop_heap(open_.begin(), open_.end(), later);
    const OpenPair pair = open_.back();
    open_.pop_back();
    return pair;
  }
  void clear() { open_.clear(); }

 private:
  static bool later(const OpenPair& x, const OpenPair& y) {
    // Equal bounds in a fixed order, so that the walk does not depend on the library's heap.
    if (x.bound != y.bound) return x.bound > y.bound;
    return x.a != y.a ? x.a > y.a : x.b > y.b;
  }
  std::vector<OpenPair> open_;
};

}  // namespace apart
