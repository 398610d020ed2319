// Sets that are joined: which of many belong together (union-find).
#pragma once
#include <apart/base/vec3.hpp>
#include <numeric>
#include <utility>
#include <vector>

namespace apart {

// The lowest member of a set stands for it, in whatever order sets were joined.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count = 0) { add(count); }

  // So many more, each by itself; returns the number of the first.
  u32 add(std::size_t count) {
    const std::size_t first = parent_.size();
    parent_.resize(first + count);
    std::iota(parent_.begin() + static_cast<std::ptrdiff_t>(first), parent_.end(), static_cast<u32>(first));
    return static_cast<u32>(first);
  }
  u32 root(u32 i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(u32 i, u32 j) {
    i = root(i), j = root(j);
    if (i > j) std::swap(i, j);
    parent_[j] = i;
  }
  // Of each, the member that stands for its set.
  std::vector<u32> roots() && {
    for (u32 i = 0; i < parent_.size(); ++i) parent_[i] = root(i);
    return std::move(parent_);
  }

 private:
  std::vector<u32> parent_;
};

}  // namespace apart
