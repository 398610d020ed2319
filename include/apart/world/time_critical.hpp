// Time-critical queries: distances of all pairs of a world as well as a budget allows. One queue over all pairs, in
// which each takes its turn; when the budget is spent, each pair has bounds that are proven.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/world/world.hpp>

namespace apart {

struct PairBounds {
  enum class State {
    free,       // proven to be apart
    colliding,  // proven to touch or intersect
    open,       // the budget was spent before either was proven
  };
  BodyId a = 0, b = 0;               // a < b
  double at_least = 0, at_most = 0;  // proven: their distance is between these
  u64 tests = 0;                     // what was spent on them
  bool finished = false;             // the bounds are those of distance(), and no more can be proven

  State state() const { return at_most <= 0 ? State::colliding : at_least > 0 ? State::free : State::open; }
};

struct TimeCriticalOptions {
  // Of tests of bounding volumes and triangles; a distance of two shapes counts as one. The turn in which it is spent
  // is finished. With a number of tests, the same number gives the same answer; with a deadline, what is proven is
  // true, but not the same every time.
  Budget budget{};
  double clearance = 0;  // pairs whose boxes are farther apart are left out: they are proven to be farther apart
  // Stop looking at a pair once it is known to be free or colliding; else until it is finished.
  bool decide_only = false;
  // How often a pair takes its turn, against others: by size, speed, visibility, as the caller sees fit. 1 without it;
  // 0 or less: only after all others. Called once for each pair.
  std::function<double(BodyId a, BodyId b)> priority{};
  // In which order the nodes of two models are refined: all of a level before the next, or the nearest first.
  enum class Order { breadth_first, nearest_first } order = Order::breadth_first;
};

struct TimeCriticalAnswer {
  std::vector<PairBounds> pairs;  // all candidates, sorted
  u64 tests = 0;
  Status status = Status::exact;  // unfinished: the budget was spent

  u64 count(PairBounds::State state) const;
};

// Bodies are surfaces where they are models, and solids where they are shapes, as of distance().
TimeCriticalAnswer time_critical_distances(const World& world, const TimeCriticalOptions& options = {});

}  // namespace apart
