// The triangles nearest to each of many points beside a surface, by the leaves of their cells.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/queries/in_range.hpp>
#include <apart/queries/leaf_cells.hpp>
#include <apart/traversal/near_candidates.hpp>

namespace apart::queries {

// What is told the outcome for each point, known by its number.
template <class T>
concept CellFinder = requires(T finder, u32 number, std::span<const u32> candidates) {
  finder.prefetch(number);  // one of the other calls follows
  // These are all triangles, by their index in the order of the tree, that bounds do not rule out: no other one is as
  // near as the nearest, or within the factor of it.
  finder.found(number, candidates);
  finder.open(number);  // the cells do not tell, or nothing is within the limit
};

class NearestInCells {
 public:
  // Squared distances within the factor of the least one are ties; those beyond the limit are of no interest.
  NearestInCells(const BoxTree& tree, const LeafCells& cells, std::span<const Vec3d> points, double factor,
                 double limit)
      : tree_(tree), cells_(cells), points_(points), factor_(factor), limit_(limit) {}

  // In steps, each of which reads what the one before has loaded ahead. Between two steps of one point are steps of
  // others, so that memory is at work all the time.
  template <CellFinder F>
  void run(std::span<const u32> numbers, F& finder) const {
    constexpr std::size_t kSteps = 5, kApart = 2, kAtOnce = 16;
    static_assert((kSteps - 1) * kApart < kAtOnce);
    Search searches[kAtOnce];
    for (std::size_t now = 0; now < numbers.size() + (kSteps - 1) * kApart; ++now) {
      const auto step = [&](std::size_t which, auto take) {
        if (const std::size_t i = now - which * kApart; i < numbers.size()) take(searches[i % kAtOnce], numbers[i]);
      };
      if (now + 2 * kApart < numbers.size()) __builtin_prefetch(&points_[numbers[now + 2 * kApart]]);
      step(0, [&](Search& search, u32 number) {
        finder.prefetch(number);
        search.in_cell = in_range(points_[number]) && cells_.find(points_[number], search.place);
        if (search.in_cell) cells_.prefetch(search.place.cell);
      });
      step(1, [&](Search& search, u32) {
        search.boxes = {};
        if (search.in_cell) search.boxes = cells_.leaves(search.place.cell);
        for (const SmallBoxes& boxes : search.boxes) {
          __builtin_prefetch(&boxes);
          __builtin_prefetch(reinterpret_cast<const char*>(&boxes + 1) - 1);
        }
      });
      step(2, [&](Search& search, u32) { find_leaf(search), prefetch_leaf(search); });
      step(3, [&](Search& search, u32 number) { test_leaf(search, points_[number]), prefetch_leaf(search); });
      step(4, [&](Search& search, u32 number) {
        while (search.left != 0) test_leaf(search, points_[number]);
        const bool is_near = !search.boxes.empty() && search.near.limit() < lesser(search.place.reach, limit_);
        if (is_near && !search.near.too_many())
          finder.found(number, search.near.indices());
        else
          finder.open(number);
      });
    }
  }

 private:
  struct Search {
    bool in_cell;
    LeafCells::Place place;
    std::span<const SmallBoxes> boxes;
    float squared[16];  // lower bounds in steps, of the leaves
    u32 left, next;     // a bit for each leaf that is left, and the number of the next one
    NearCandidates near;

    u32 first_block() const { return boxes[next / 8].refs[next % 8]; }
    u32 within(float limit_in_steps) const {
      using Four = Pack<float, 4>;
      u32 mask = 0;
      for (u32 k = 0; k < 8 * boxes.size(); k += 4) mask |= bits(Four::load(squared + k) <= Four(limit_in_steps)) << k;
      return mask;
    }
  };

  // The nearest leaf comes first, the others in any order: most are ruled out by then.
  void find_leaf(Search& search) const {
    search.left = 0;
    if (search.boxes.empty()) return;
    search.near = NearCandidates(factor_, lesser(search.place.reach, limit_));
    search.next = tests_.nearest_small_box(search.place.at, search.boxes.data(), static_cast<u32>(search.boxes.size()),
                                           search.squared);
    if (search.squared[search.next] <= cells_.in_steps(search.near.limit()))
      search.left = (u32(1) << 8 * search.boxes.size()) - 1;
  }

  void prefetch_leaf(const Search& search) const {
    if (search.left != 0) prefetch(tree_, Ref::leaf(TriangleBlock::kLanes * search.first_block(), false));
  }

  void test_leaf(Search& search, const Vec3d& point) const {
    if (search.left == 0) return;
    for (u32 block = search.first_block();; ++block) {
      search.near.test(tests_, point, tree_, block);
      if (tree_.blocks[block].items[TriangleBlock::kLanes - 1].last()) break;
    }
    search.left &= ~(u32(1) << search.next) & search.within(cells_.in_steps(search.near.limit()));
    search.next = static_cast<u32>(std::countr_zero(search.left | u32(1) << 15));
  }

  const BoxTree& tree_;
  const LeafCells& cells_;
  const PointBoxTests& tests_ = point_box_tests();
  const std::span<const Vec3d> points_;
  const double factor_, limit_;
};

}  // namespace apart::queries
