// Whether a query starts from a front or from the roots: from a front for as long as that is counted to cost less.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart::traversal {

class FrontChoice {
 public:
  // Is this query to be tried from a front? If none is there, it is made only after a query that found nothing, since
  // one that finds something visits little.
  bool front() const { return rest_ == 0; }
  bool may_make() const { return found_nothing_; }

  void from_roots(bool found) {
    if (rest_ > 0) --rest_;
    found_nothing_ = !found;
  }
  // What a query took, and what it would have taken from the roots. True when the front is to be discarded.
  bool from_front(u64 cost, u64 cost_from_roots, bool found) {
    found_nothing_ = !found;
    cost_ += cost, cost_from_roots_ += cost_from_roots;
    if (++queries_ < kWindow) return false;
    const bool pays = cost_ <= cost_from_roots_;
    cost_ = cost_from_roots_ = queries_ = 0;
    if (pays) {
      next_rest_ = kLeastRest;
      return false;
    }
    rest_ = next_rest_;
    next_rest_ = lesser(2 * next_rest_, kMostRest);
    return true;
  }

 private:
  static constexpr u32 kWindow = 16, kLeastRest = 64, kMostRest = 4096;

  u32 rest_ = 0, next_rest_ = kLeastRest;  // queries from the roots until a front is tried, and when that fails again
  bool found_nothing_ = false;             // the last query
  u64 cost_ = 0, cost_from_roots_ = 0;     // of the last queries from a front
  u32 queries_ = 0;
};

}  // namespace apart::traversal
