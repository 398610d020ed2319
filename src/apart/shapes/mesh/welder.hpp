// Welds the corners of a triangle soup: those of exactly the same position become one vertex.
#pragma once
#include <algorithm>
#include <apart/base/vec3.hpp>
#include <array>
#include <bit>
#include <vector>

namespace apart {

// Equal positions have equal ones.
inline u64 hash_of_place(Vec3d p) {
  u64 h = 0;
  for (int i = 0; i < 3; ++i) {
    h ^= std::bit_cast<u64>(p[i] + 0.0);  // −0 equals 0
    h *= 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return h;
}

class Welder {
 public:
  // The index of the vertex at p, which is added if new.
  u32 add(Vec3d p) {
    make_room(1);
    u32& slot = slots_[find(p)];
    if (slot == kFree) {
      slot = static_cast<u32>(vertices_.size());
      vertices_.push_back(p);
    }
    return slot;
  }

  // The same for several, whose places are fetched from memory together: with millions of vertices, what takes time is
  // to wait for it.
  template <std::size_t N>
  std::array<u32, N> add_all(const std::array<Vec3d, N>& points) {
    make_room(N);
    std::array<std::size_t, N> places;
    for (std::size_t i = 0; i < N; ++i) {
      places[i] = static_cast<std::size_t>(hash_of_place(points[i])) & (slots_.size() - 1);
      __builtin_prefetch(&slots_[places[i]], 1);
    }
    for (std::size_t place : places)
      if (const u32 first = slots_[place]; first != kFree) __builtin_prefetch(&vertices_[first]);
    std::array<u32, N> out;
    for (std::size_t i = 0; i < N; ++i) out[i] = add(points[i]);
    return out;
  }

  // Room for this many vertices, so that places are not given again while they are added.
  void reserve(std::size_t vertices) {
    vertices_.reserve(vertices);
    if (vertices > vertices_.size()) make_room(vertices - vertices_.size());
  }

  std::vector<Vec3d> take() { return std::move(vertices_); }

 private:
  static constexpr u32 kFree = ~u32{0};

  std::size_t find(Vec3d p) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = static_cast<std::size_t>(hash_of_place(p)) & mask;
    while (slots_[i] != kFree && vertices_[slots_[i]] != p) i = (i + 1) & mask;
    return i;
  }

  void make_room(std::size_t more) {
    const std::size_t least = 2 * (vertices_.size() + more);
    if (least <= slots_.size()) return;
    slots_.assign(std::max(std::size_t(64), std::bit_ceil(least)), kFree);
    for (std::size_t v = 0; v < vertices_.size(); ++v) slots_[find(vertices_[v])] = static_cast<u32>(v);
  }

  std::vector<Vec3d> vertices_;
  std::vector<u32> slots_;  // a power of two, at most half full
};

}  // namespace apart
