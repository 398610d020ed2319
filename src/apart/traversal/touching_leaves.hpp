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

// The patches of the leaves that were tested last.
template <class Patch>
class LeafPatches {
 public:
  using Fill = void (*)(const PatchSource& source, Patch& patch);
  LeafPatches(std::span<const Item> items, const PatchSource& source, Fill fill)
      : items_(items), source_(source), fill_(fill) {}
  // Before the first one: most walks find no pair of leaves.
  void start() {
    for (u32& item : first_) item = kNone;
  }
  // Of up to four triangles, from an item of a leaf on; moves on, or to the end.
  static constexpr u32 kNone = ~u32(0);
  const Patch& next(u32& item) {
    const u32 place = item / 2 % kPlaces;  // of neighbours, different ones
    Patch& patch = patches_[place];
    if (first_[place] != item) make(item, place);
    item = next_[place];
    return patch;
  }

 private:
  void make(u32 item, u32 place) {
    first_[place] = item;
    Patch& patch = patches_[place];
    for (patch.count = 0; patch.count < 4;) {
      const Item one = items_[item++];
      patch.numbers[patch.count++] = one.primitive();
      if (one.last()) {
        item = kNone;
        break;
      }
    }
    next_[place] = item;
    fill_(source_, patch);
  }

  static constexpr u32 kPlaces = 32;
  std::span<const Item> items_;
  PatchSource source_;
  Fill fill_;
  u32 first_[kPlaces], next_[kPlaces];
  union {  // not initialized: that takes longer than many walks
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
  bool test(Ref a, Ref b) {
    if (!started_) started_ = true, a_.start(), b_.start();
    for (u32 j = b.first(); j != LeafPatches<PatchOfB>::kNone;) {
      const PatchOfB& of_b = b_.next(j);
      for (u32 i = a.first(); i != LeafPatches<PatchOfA>::kNone;) {
        collect_(a_.next(i), of_b, waiting_);
        if (waiting_.count >= enough_ && !finish()) return false;
      }
    }
    return true;
  }

  // Decides what waits. False when the query has enough.
  bool finish() {
    const u32 count = std::exchange(waiting_.count, 0);
    if (count == 0) return true;
    const DecidedPairs said = decide_pairs(waiting_.of_a, waiting_.of_b, count);
    tests_ += count;
    for (u64 rest = ~said.apart & ~u64(0) >> (64 - count); rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      if (!(said.meeting >> k & 1)) {
        ++exact_;
        if (!overlap_in_doubt(waiting_.of_a[k], waiting_.of_b[k])) continue;
      }
      if (!found_.add(found_, waiting_.numbers[k].a, waiting_.numbers[k].b)) return false;
    }
    return true;
  }

 private:
  TouchingPairs& found_;
  void (*collect_)(const PatchOfA& a, const PatchOfB& b, WaitingPairs& to);
  LeafPatches<PatchOfA> a_;
  LeafPatches<PatchOfB> b_;
  WaitingPairs waiting_;
  u32 enough_;
  bool started_ = false;
  u64 tests_ = 0, exact_ = 0;
};

}  // namespace apart::traversal
