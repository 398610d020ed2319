// Which triangles of two leaves touch, for a query of two meshes: as LeafPairs does it, but triangles are read where
// they are in the meshes and placed in lanes, so that none is copied.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/traversal/query.hpp>
#include <apart/triangles/lanes/may_meet.hpp>
#include <bit>

namespace apart::traversal {

template <class Q>
concept MeshPairQuery = TouchingQuery<Q> && requires(const Q query) {
  { query.pair.a } -> std::convertible_to<const Mesh&>;
  { query.pair.b } -> std::convertible_to<const Mesh&>;
  { query.pair.b_in_a } -> std::convertible_to<Pose>;
};

template <class Query>  // a MeshPairQuery
class TouchingLeaves {
 public:
  TouchingLeaves(Query& query, NoProbe&)
      : query_(query),
        a_{query.pair.a.vertices().data(), query.pair.a.faces().data(), nullptr, 0},
        b_{query.pair.b.vertices().data(), query.pair.b.faces().data(), nullptr, 0} {}

  u64 tests() const { return tests_; }  // of primitives, so far

  // False when the query has enough.
  bool test(std::span<const Item> items_a, Ref a, std::span<const Item> items_b, Ref b, double) {
    u32 numbers_a[kBlock], numbers_b[kBlock];
    a_.numbers = numbers_a, b_.numbers = numbers_b;
    for (u32 j = b.first();;) {
      const bool last_b = gather(items_b, j, b_.count, numbers_b);
      for (u32 i = a.first();;) {
        const bool last_a = gather(items_a, i, a_.count, numbers_a);
        if (!test_block()) return false;
        if (last_a) break;
      }
      if (last_b) return true;
    }
  }

 private:
  static constexpr u32 kBlock = 8;

  // The next triangles of a leaf, up to eight; returns whether they are the last.
  static bool gather(std::span<const Item> items, u32& at, int& count, u32 (&numbers)[kBlock]) {
    for (count = 0; count < int(kBlock);) {
      const Item item = items[at++];
      numbers[count++] = item.primitive();
      if (item.last()) return true;
    }
    return false;
  }

  bool test_block() {
    const bool single = a_.count == 1 && b_.count == 1;  // then the early-out test costs as much as the exact one
    const MayMeet said = single ? MayMeet{1, 0} : may_meet(a_, query_.pair.b_in_a, b_);
    for (u64 rest = said.open; rest != 0; rest &= rest - 1) {
      const u32 pair = static_cast<u32>(std::countr_zero(rest));
      const u32 i = a_.numbers[pair / kBlock], j = b_.numbers[pair % kBlock];
      ++tests_;
      if ((said.meeting >> pair & 1 ? query_.touching(i, j) : query_.primitives(i, j)) == Found::enough) return false;
    }
    return true;
  }

  Query& query_;
  MeshTriangles a_, b_;
  u64 tests_ = 0;
};

}  // namespace apart::traversal
