// Distributed by their first triangles to about as many places as there are pairs, and sorted there: of a hundred
// thousand pairs, in the order of a traversal, a fraction of the time of comparisons alone.
#include <apart/queries/sort_pairs.hpp>
#include <bit>
#include <cstring>
#include <utility>

namespace apart::queries {
namespace {

constexpr std::size_t kFew = 64;               // are compared
constexpr std::size_t kMostCounted = ~u32(0);  // more are compared too: it counts in 32 bits
constexpr std::size_t kFewOfAPlace = 16;       // are put where they belong by how many are less

// Keys in the upper half of the memory of as many pairs: pairs that are written from the first one on reach only what
// was read before.
class KeysInPairs {
 public:
  explicit KeysInPairs(std::vector<TouchingPair>& pairs)
      : keys_(pairs.data() + pairs.size() / 2), odd_(pairs.size() % 2) {}
  void set(std::size_t k, u64 key) { std::memcpy(at(k), &key, sizeof(key)); }
  u64 get(std::size_t k) const {
    u64 key;
    std::memcpy(&key, at(k), sizeof(key));
    return key;
  }

 private:
  static_assert(sizeof(TouchingPair) == 2 * sizeof(u64) && std::is_trivially_copyable_v<TouchingPair>);
  void* at(std::size_t k) const { return reinterpret_cast<std::byte*>(keys_) + (k + odd_) * sizeof(u64); }

  TouchingPair* keys_;
  std::size_t odd_;
};

// Calls put(key) for those of one place in order, and forgets them.
template <class Put>
void put_sorted(u64* keys, std::size_t count, Put put) {
  if (count > kFewOfAPlace) {
    std::sort(keys, keys + count);
    for (std::size_t k = 0; k < count; ++k) put(k, keys[k]);
    return;
  }
  // Without a branch on which is less.
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t before = 0;
    for (std::size_t other = 0; other < k; ++other) before += keys[other] <= keys[k];
    for (std::size_t other = k + 1; other < count; ++other) before += keys[other] < keys[k];
    put(before, keys[k]);
  }
}

}  // namespace

void PairKeys::add_block() {
  before_ = size();
  const std::size_t more = larger<std::size_t>(256, before_);
  blocks_.push_back({std::make_unique_for_overwrite<u64[]>(more), more});
  next_ = blocks_.back().keys.get(), end_ = next_ + more;
}

std::vector<TouchingPair> sorted_pairs(const PairKeys& keys, const Mesh& a, const Mesh& b) {
  const std::size_t count = keys.size();
  std::vector<TouchingPair> pairs(count);
  const bool parts_a = a.parts() > 1, parts_b = b.parts() > 1;
  const auto put = [&](std::size_t k, u64 key) {
    const u32 i = static_cast<u32>(key >> 32), j = static_cast<u32>(key);
    pairs[k] = {i, j, parts_a ? a.part(i) : 0, parts_b ? b.part(j) : 0};
  };
  std::vector<u64> together;
  if (count < kFew || count > kMostCounted) {
    together.reserve(count);
    keys.for_each([&](u64 key) { together.push_back(key); });
    put_sorted(together.data(), count, put);
    return pairs;
  }
  u64 most = 0;
  keys.for_each([&](u64 key) { most = larger(most, key); });
  const int shift = 32 + larger(0, int(std::bit_width(most >> 32)) - int(std::bit_width(count)));
  // The beginning of each place, moved to its end by what is put there.
  std::vector<u32> places((most >> shift) + 1, 0);
  keys.for_each([&](u64 key) { ++places[key >> shift]; });
  u32 before = 0;
  for (u32& place : places) before += std::exchange(place, before);
  KeysInPairs distributed(pairs);
  keys.for_each([&](u64 key) { distributed.set(places[key >> shift]++, key); });
  u32 begin = 0;
  u64 few[kFewOfAPlace];
  for (const u32 end : places) {  // what is in a place is read before it is written to
    const u32 size = end - begin;
    u64* of_place = few;
    if (size > kFewOfAPlace) together.resize(size), of_place = together.data();
    for (u32 k = 0; k < size; ++k) of_place[k] = distributed.get(begin + k);
    put_sorted(of_place, size, [&](std::size_t k, u64 key) { put(begin + k, key); });
    begin = end;
  }
  return pairs;
}

}  // namespace apart::queries
