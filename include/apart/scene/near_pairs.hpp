// The broad phase: which boxes of many are near each other?
#pragma once
#include <apart/base/bounds.hpp>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace apart {

struct NearPair {
  u32 a, b;    // a < b
  double gap;  // a lower bound of the distance of the contents; 0 if the boxes overlap
  friend bool operator==(const NearPair&, const NearPair&) = default;
};

// A lower bound for the distance of two boxes that allows for the rounding of distances computed elsewhere.
double box_gap(const Bounds& a, const Bounds& b);

// Boxes that may move. A box is near another if their gap is at most the smaller of both reaches; an empty one is near
// nothing. Time grows with the number of boxes and of pairs found: pairs() is a broad phase of all boxes
// (broad/broad_phase.hpp); a dynamic tree finds what is near a single one, and is kept while boxes move.
class NearBoxes {
 public:
  NearBoxes(std::span<const Bounds> boxes, std::span<const double> reaches);

  ~NearBoxes();
  NearBoxes(NearBoxes&&) noexcept;
  NearBoxes& operator=(NearBoxes&&) noexcept;

  void move(u32 box, const Bounds& to);
  const Bounds& box(u32 i) const;
  // Calls f(other, gap) for all that are near, in no particular order.
  void near(u32 i, const std::function<void(u32 other, double gap)>& f) const;
  std::vector<NearPair> pairs() const;  // sorted

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// All near pairs, sorted.
std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double reach = 0);

}  // namespace apart
