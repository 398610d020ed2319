// Which triangles of two leaves touch, of two meshes: as LeafPairs finds them. Leaves are kept as patches in floats,
// which tell most pairs of their triangles apart; what remains of several pairs of leaves is decided together.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/traversal/touching_walk.hpp>
#include <apart/triangles/lanes/decide_pairs.hpp>
#include <apart/triangles/lanes/triangle_patch.hpp>
#include <apart/triangles/overlap.hpp>
#include <bit>
#include <utility>

namespace apart::traversal {

// The patches of the leaves that were tested last. They are looked for in rounds: what a round has found stays in its
// place until the next one, and what is missing is made for all at once.
template <class Patch>
class LeafPatches {
 public:
  using Fill = void (*)(const PatchSource& source, Patch* const* patches, u32 count);
  static constexpr u32 kMost = 64;  // patches are made at once
  static constexpr u32 kNone = ~u32(0);

  LeafPatches(std::span<const Item> items, const PatchSource& source, Fill fill)
      : items_(items), source_(source), fill_(fill) {}
  // Before the first one: most walks find no pair of leaves.
  void start() {
    for (u64& place : places_) place = kNone;
  }

  // What one round looks for, at most kMost times; in registers as long as it does. A place has the item of its patch,
  // and, above that, the round that asked for it last.
  class Round {
   public:
    APART_INLINE explicit Round(LeafPatches& of) : of_(of), round_(u64(of.next_round()) << 32) {}
    // The place of up to four triangles, from an item of a leaf on.
    APART_INLINE static u32 place(u32 item) { return item / 2 % kPlaces; }  // of neighbours, different ones
    // Has another one of this round its place?
    APART_INLINE bool is_taken(u32 item) const {
      const u64 differs = of_.places_[place(item)] ^ (round_ | item);
      return differs - 1 < kNone;
    }
    APART_INLINE u32 take(u32 item) {
      const u32 at = place(item);
      of_.to_make_[missing_] = at, missing_ += static_cast<u32>(of_.places_[at]) != item;
      __builtin_prefetch(of_.items_.data() + item);
      of_.places_[at] = round_ | item;
      return at;
    }
    APART_INLINE u32 end() const { return of_.missing_ = missing_; }

   private:
    LeafPatches& of_;
    u64 round_;
    u32 missing_ = 0;
  };
  const Patch* patches() const { return patches_; }
  const Patch* at(u32 place) const { return patches_ + place; }
  // In two steps, of which the first one has the memory fetch what the second one reads.
  void read_missing() {
    for (u32 k = 0; k < missing_; ++k) {
      const u32 at = to_make_[k];
      Patch& patch = patches_[at];
      has_parts_ |= read_items(static_cast<u32>(places_[at]), patch.numbers, patch.count) != kNone;
      for (const u32 number : patch.numbers) __builtin_prefetch(source_.faces + number);
    }
  }
  void make_missing() {
    Patch* patches[kMost];
    for (u32 k = 0; k < missing_; ++k) patches[k] = patches_ + to_make_[k];
    fill_(source_, patches, missing_);
  }

  // Is one of the leaves more than a patch? Then each is taken from its first item on to what is after a patch.
  bool has_parts() const { return has_parts_; }
  u32 after(u32 item) const {
    u32 numbers[4], count;
    return read_items(item, numbers, count);
  }

 private:
  // Without a branch on how many triangles a leaf has.
  u32 read_items(u32 first, u32 (&numbers)[4], u32& count) const {
    u32 ends = 0;
    for (u32 k = 0; k < 4; ++k) {
      const Item item = items_[lesser(first + k, static_cast<u32>(items_.size()) - 1)];
      numbers[k] = item.primitive(), ends |= u32(item.last()) << k;
    }
    count = 1 + static_cast<u32>(std::countr_zero(ends | 8));
    return ends == 0 ? first + 4 : kNone;
  }

  // No place keeps a round of long ago.
  u32 next_round() {
    if (++round_ == 0) start(), round_ = 1;
    return round_;
  }

  static constexpr u32 kPlaces = 64;
  std::span<const Item> items_;
  PatchSource source_;
  Fill fill_;
  u32 round_ = 0, missing_ = 0;
  bool has_parts_ = false;
  union {  // not initialized: that takes longer than many walks
    u64 places_[kPlaces];
  };
  union {
    u32 to_make_[kMost + 1];
  };
  union {
    Patch patches_[kPlaces];
  };
};

class TouchingLeaves {
 public:
  TouchingLeaves(const PlacedMeshes& meshes, std::span<const Item> items_a, std::span<const Item> items_b, Vec3d centre,
                 TouchingPairs& found, bool any_will_do)
      : found_(found),
        collect_(patch_tests().collect),
        a_(items_a, {meshes.a.vertices().data(), meshes.a.faces().data(), centre, {}}, patch_tests().fill_a),
        b_(items_b, {meshes.b.vertices().data(), meshes.b.faces().data(), centre, meshes.b_in_a}, patch_tests().fill_b),
        enough_(any_will_do ? 1 : WaitingPairs::kRoom - 15) {}

  u64 tests() const { return tests_; }  // of primitives, so far
  u64 exact() const { return exact_; }  // those that exact signs decided

  // False when the query has enough.
  bool test(const LeafPair* leaves, u32 count) {
    if (!started_) started_ = true, a_.start(), b_.start();
    return test_rounds(leaves, count, false);
  }

  // Decides what waits. False when the query has enough.
  bool finish() {
    const u32 count = std::exchange(waiting_.count, 0);
    if (count == 0) return true;
    const Triangle *of_a[WaitingPairs::kRoom], *of_b[WaitingPairs::kRoom];
    const auto numbers = [](const auto& patches, TriangleInPlace one) { return patches.at(one.place)->numbers[one.k]; };
    for (u32 k = 0; k < count; ++k) {
      const TriangleInPlace a = waiting_.of_a(k), b = waiting_.of_b(k);
      of_a[k] = a_.at(a.place)->triangles + a.k, of_b[k] = b_.at(b.place)->triangles + b.k;
    }
    const DecidedPairs said = decide_pairs(of_a, of_b, count);
    tests_ += count;
    TouchingPairs::Numbers touching[WaitingPairs::kRoom];
    u32 size = 0;
    for (u64 rest = ~said.apart & ~u64(0) >> (64 - count); rest != 0; rest &= rest - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(rest));
      if (!(said.meeting >> k & 1)) {
        ++exact_;
        if (!overlap_in_doubt(*of_a[k], *of_b[k])) continue;
      }
      touching[size++] = {numbers(a_, waiting_.of_a(k)), numbers(b_, waiting_.of_b(k))};
    }
    return size == 0 || found_.add(found_, touching, size);
  }

 private:
  bool has_parts() const { return a_.has_parts() || b_.has_parts(); }

  // Leaves, or parts of them, a patch each.
  bool test_rounds(const LeafPair* leaves, u32 count, bool are_parts) {
    PatchPair patches[kMostPairs];  // in places
    for (u32 from = 0; from < count;) {
      if (!are_parts && has_parts()) return test_parts(leaves + from, count - from);
      u32 found = 0;
      if (!prepare(leaves + from, count - from, patches, found)) return false;
      if (!are_parts && has_parts()) continue;  // as seen just now
      if (!collect(patches, found)) return false;
      from += found;
    }
    return true;
  }

  bool test_parts(const LeafPair* leaves, u32 count) {
    LeafPair parts[kMostPairs];
    u32 size = 0;
    for (u32 k = 0; k < count; ++k)
      for (u32 j = leaf_of_b(leaves[k]).first(); j != LeafPatches<PatchOfB>::kNone; j = b_.after(j))
        for (u32 i = leaf_of_a(leaves[k]).first(); i != LeafPatches<PatchOfA>::kNone; i = a_.after(i)) {
          parts[size++] = leaf_pair(Ref::leaf(i, true), Ref::leaf(j, true));
          if (size == kMostPairs && !test_rounds(parts, std::exchange(size, 0), true)) return false;
        }
    return test_rounds(parts, size, true);
  }

  // The patches of the first of some pairs of leaves. False when the query has enough.
  bool prepare(const LeafPair* leaves, u32 count, PatchPair* patches, u32& found) {
    LeafPatches<PatchOfA>::Round of_a(a_);
    LeafPatches<PatchOfB>::Round of_b(b_);
    for (; found < lesser(count, kMostPairs); ++found) {
      const u32 a = leaf_of_a(leaves[found]).first(), b = leaf_of_b(leaves[found]).first();
      if (of_a.is_taken(a) | of_b.is_taken(b)) break;
      patches[found] = WaitingPairs::first(of_a.take(a), of_b.take(b));
    }
    if (of_a.end() + of_b.end() == 0) return true;
    if (!finish()) return false;  // what waits may be in their places
    a_.read_missing(), b_.read_missing();
    a_.make_missing(), b_.make_missing();
    return true;
  }

  bool collect(const PatchPair* patches, u32 count) {
    for (u32 from = 0; from < count;) {
      from += collect_(a_.patches(), b_.patches(), patches + from, count - from, waiting_);
      if (waiting_.count >= enough_ && !finish()) return false;
    }
    return true;
  }

  static constexpr u32 kMostPairs = LeafPatches<PatchOfA>::kMost;  // at once
  TouchingPairs& found_;
  decltype(PatchTests::collect) collect_;
  LeafPatches<PatchOfA> a_;
  LeafPatches<PatchOfB> b_;
  WaitingPairs waiting_;
  u32 enough_;
  bool started_ = false;
  u64 tests_ = 0, exact_ = 0;
};

}  // namespace apart::traversal
