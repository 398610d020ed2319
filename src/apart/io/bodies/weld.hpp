// Welds the corners of a triangle soup: those of exactly the same position become one vertex.
#pragma once
#include <apart/base/vec3.hpp>
#include <bit>
#include <vector>

namespace apart::io {

class Welder {
 public:
  // The index of the vertex at p, which is added if new.
  u32 add(Vec3d p) {
    if (2 * (vertices_.size() + 1) > slots_.size()) grow();
    u32& slot = slots_[find(p)];
    if (slot == kFree) {
      slot = static_cast<u32>(vertices_.size());
      vertices_.push_back(p);
    }
    return slot;
  }

  std::vector<Vec3d> take() { return std::move(vertices_); }

 private:
  static constexpr u32 kFree = ~u32{0};

  static u64 hash(Vec3d p) {
    u64 h = 0;
    for (int i = 0; i < 3; ++i) {
      h ^= std::bit_cast<u64>(p[i] + 0.0);  // −0 equals 0
      h *= 0x9e3779b97f4a7c15u;
      h ^= h >> 32;
    }
    return h;
  }

  std::size_t find(Vec3d p) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = static_cast<std::size_t>(hash(p)) & mask;
    while (slots_[i] != kFree && vertices_[slots_[i]] != p) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kFree);
    for (std::size_t v = 0; v < vertices_.size(); ++v) slots_[find(vertices_[v])] = static_cast<u32>(v);
  }

  std::vector<Vec3d> vertices_;
  std::vector<u32> slots_;  // a power of two, at most half full
};

}  // namespace apart::io
