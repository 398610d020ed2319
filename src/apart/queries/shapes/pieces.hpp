// The convex pieces of a shape, unions within unions laid flat, and the order in which pairs of them are tested.
#pragma once
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/base/relative.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/queries/pair_cache_state.hpp>
#include <apart/traversal/budget.hpp>

namespace apart::queries {

inline constexpr double kNoEnd = std::numeric_limits<double>::infinity();

struct ConvexPiece {
  const Core* core;
  double radius;  // its own and those of the unions around it
  Pose pose;      // in A's frame
  Bounds box;     // of core and radius there; unbounded for a half-space
};

// The pieces of a shape that stands at `pose`, numbered as in ElementId.
std::vector<ConvexPiece> convex_pieces(const Shape& shape, const Pose& pose);

// A lower bound of the distance of the contents of two boxes: negative if they overlap, for the contents may overlap no
// deeper than their boxes.
double nearest_bound(const Bounds& a, const Bounds& b);
double farthest_bound(const Bounds& a, const Bounds& b);

struct PiecePair {
  u32 a, b;
  double bound;
};

// Tests pairs of pieces in ascending order of their bounds, the pair of the last query before all. bound(p, q) is a
// lower bound of what test(i, j) computes; the test returns the number above which pairs do not matter any more,
// −infinity for enough. Returns the least bound of what is left when the budget is spent, else infinity.
template <class Bound, class Test>
double test_piece_pairs(const std::vector<ConvexPiece>& a, const std::vector<ConvexPiece>& b,
                        const PairCacheState* cache, const Budget& budget, double reach, Bound bound, Test test) {
  BudgetWatch watch(budget, 0);
  u64 tests = 0;
  const bool remembered = cache && cache->piece_a < a.size() && cache->piece_b < b.size() && !watch.spent(tests);
  if (remembered) reach = test(cache->piece_a, cache->piece_b), ++tests;
  std::vector<PiecePair> pairs;
  for (u32 i = 0; i < a.size(); ++i)
    for (u32 j = 0; j < b.size(); ++j) {
      if (remembered && i == cache->piece_a && j == cache->piece_b) continue;
      if (const double least = bound(a[i].box, b[j].box); least <= reach) pairs.push_back({i, j, least});
    }
  // A heap, since few are tested.
  const auto later = [](const PiecePair& p, const PiecePair& q) {
    return p.bound != q.bound ? p.bound > q.bound : p.a != q.a ? p.a > q.a : p.b > q.b;
  };
  std::make_heap(pairs.begin(), pairs.end(), later);
  while (!pairs.empty()) {
    std::pop_heap(pairs.begin(), pairs.end(), later);
    const PiecePair next = pairs.back();
    pairs.pop_back();
    if (next.bound > reach || reach == -kNoEnd) break;
    if (watch.spent(tests)) return next.bound;
    reach = test(next.a, next.b), ++tests;
  }
  return kNoEnd;
}

}  // namespace apart::queries
