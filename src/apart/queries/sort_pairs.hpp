// Touching pairs by triangle of A, then of B.
#pragma once
#include <algorithm>
#include <apart/queries/collisions.hpp>
#include <memory>

namespace apart::queries {

// Numbers of two triangles, which are in the order of their pair.
constexpr u64 pair_key(u32 triangle_a, u32 triangle_b) { return u64(triangle_a) << 32 | triangle_b; }

// Keys of pairs as they were found: in blocks, each larger than the one before, so that none is copied for more.
class PairKeys {
 public:
  void add(u64 key) {
    if (next_ == end_) add_block();
    *next_++ = key;
  }
  std::size_t size() const {
    return blocks_.empty() ? 0 : before_ + static_cast<std::size_t>(next_ - blocks_.back().keys.get());
  }

  // Calls f(key) for each.
  template <class F>
  void for_each(F f) const {
    for (const Block& block : blocks_)
      std::for_each(block.keys.get(), &block == &blocks_.back() ? next_ : block.keys.get() + block.size, f);
  }

 private:
  struct Block {
    std::unique_ptr<u64[]> keys;
    std::size_t size;
  };
  void add_block();

  std::vector<Block> blocks_{};
  std::size_t before_ = 0;  // in all blocks but the last
  u64 *next_ = nullptr, *end_ = nullptr;
};

// Of two meshes' triangles, by their keys, which are all different.
std::vector<TouchingPair> sorted_pairs(const PairKeys& keys, const Mesh& a, const Mesh& b);

}  // namespace apart::queries
