// Distributed by their first triangles to about as many places as there are pairs, and sorted there: of a hundred
// thousand pairs, in the order of a traversal, a fraction of the time of comparisons alone.
#include <algorithm>
#include <apart/queries/sort_pairs.hpp>
#include <bit>
#include <memory>
#include <utility>

namespace apart::queries {
namespace {

constexpr std::size_t kFew = 64;               // are compared
constexpr std::size_t kMostCounted = ~u32(0);  // more are compared too: it counts in 32 bits
constexpr std::ptrdiff_t kFewOfAPlace = 16;    // are put where they belong by how many are less

// Those of one place.
template <class Put>
void sort_place(u64* begin, u64* end, Put put) {
  if (end - begin > kFewOfAPlace) {
    std::sort(begin, end);
    for (std::size_t k = 0; begin + k != end; ++k) put(k, begin[k]);
    return;
  }
  // Without a branch on which is less.
  for (const u64* one = begin; one != end; ++one) {
    std::size_t before = 0;
    for (const u64* other = begin; other != one; ++other) before += *other <= *one;
    for (const u64* other = one + 1; other < end; ++other) before += *other < *one;
    put(before, *one);
  }
}

// Calls put(k, key) for each of the keys, where k is its place among them.
template <class Put>
void put_sorted(std::vector<u64>& keys, Put put) {
  if (keys.size() < kFew || keys.size() > kMostCounted) {
    std::sort(keys.begin(), keys.end());
    for (std::size_t k = 0; k < keys.size(); ++k) put(k, keys[k]);
    return;
  }
  const u32 most = static_cast<u32>(*std::max_element(keys.begin(), keys.end()) >> 32);
  const int shift = 32 + larger(0, int(std::bit_width(most)) - int(std::bit_width(keys.size())));
  // The beginning of each place, moved to its end by what is put there.
  std::vector<u32> places((u64(most) << 32 >> shift) + 1, 0);
  for (const u64 key : keys) ++places[key >> shift];
  u32 before = 0;
  for (u32& place : places) before += std::exchange(place, before);
  const auto distributed = std::make_unique_for_overwrite<u64[]>(keys.size());
  for (const u64 key : keys) distributed[places[key >> shift]++] = key;
  u32 begin = 0;
  for (const u32 end : places) {
    sort_place(distributed.get() + begin, distributed.get() + end,
               [&](std::size_t k, u64 key) { put(begin + k, key); });
    begin = end;
  }
}

}  // namespace

std::vector<TouchingPair> sorted_pairs(std::vector<u64> keys, const Mesh& a, const Mesh& b) {
  std::vector<TouchingPair> pairs(keys.size());
  const bool parts_a = a.parts() > 1, parts_b = b.parts() > 1;
  put_sorted(keys, [&](std::size_t k, u64 key) {
    const u32 i = static_cast<u32>(key >> 32), j = static_cast<u32>(key);
    pairs[k] = {i, j, parts_a ? a.part(i) : 0, parts_b ? b.part(j) : 0};
  });
  return pairs;
}

}  // namespace apart::queries
