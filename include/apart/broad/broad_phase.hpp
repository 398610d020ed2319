// The broad phase: which axis-aligned boxes of many overlap? Boxes in; pairs out, sorted, exactly those of comparing
// all with all: boxes that touch are pairs, an empty box is in none. The same pairs for any method and number of
// threads.
#pragma once
#include <apart/base/bounds.hpp>
#include <compare>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace apart {

struct BoxPair {
  u32 a = 0, b = 0;  // indices, a < b
  friend auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

// docs/world.md compares them.
enum class BroadMethod {
  automatic,          // columns, or the tree where the boxes crowd; what moved is searched for alone
  brute_force,        // every pair
  sweep,              // sorted along one axis, chosen by the spread of the boxes
  sweep_and_prune,    // three sorted lists kept by insertion sort, and a hash of pairs
  columns,            // a grid in two directions, sorted along the third; large boxes in coarser grids
  grid,               // a uniform grid, its cells as large as the largest box
  hash,               // the same cells in a hash table: the scene has no limits
  hierarchical_grid,  // a box is in a grid whose cells are about its size
  loose_octree,       // a box is in one cell of an octree whose cells reach half their size beyond themselves
  tree,               // a bounding volume hierarchy against itself, rebuilt in every frame
  kept_tree,          // one that is kept, with boxes that are larger than their contents
  interval_tree,      // a sweep along one axis, over an interval tree of the others
};
std::string_view to_string(BroadMethod method);
std::optional<BroadMethod> broad_method(std::string_view name);
std::span<const BroadMethod> broad_methods();  // all

struct BroadOptions {
  BroadMethod method = BroadMethod::automatic;
  u32 threads = 1;  // 0: all hardware threads
};

// All pairs of a set of boxes. `used` is set to the method that was chosen. Throws UsageError if a coordinate is NaN.
std::vector<BoxPair> box_pairs(std::span<const Bounds> boxes, const BroadOptions& options = {},
                               BroadMethod* used = nullptr);
// Pairs of one box of each set: a of `moving`, b of `fixed`. Indices are those of their sets.
std::vector<BoxPair> box_pairs_between(std::span<const Bounds> moving, std::span<const Bounds> fixed,
                                       const BroadOptions& options = {});

// Boxes that come, move and go. Two fixed ones are never a pair. Not thread-safe; copies are independent.
class BroadPhase {
 public:
  explicit BroadPhase(const BroadOptions& options = {});
  ~BroadPhase();
  BroadPhase(BroadPhase&&) noexcept;
  BroadPhase& operator=(BroadPhase&&) noexcept;

  // The lowest free index, from 0: that of a removed box is used again.
  u32 add(const Bounds& box, bool fixed = false);
  std::vector<u32> add(std::span<const Bounds> boxes, bool fixed = false);
  void move(u32 box, const Bounds& to);
  void remove(u32 box);

  u32 size() const;  // boxes that are there
  bool holds(u32 box) const;
  const Bounds& box(u32 box) const;

  // The pairs as the boxes are now, sorted. Valid until the next call.
  const std::vector<BoxPair>& pairs();
  // All boxes that overlap this one, ascending.
  std::vector<u32> overlapping(const Bounds& box);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apart
