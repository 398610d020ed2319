// The broad phase: which boxes of many are near each other?
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
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
// nothing. Stored in a dynamic tree: time grows with the number of boxes and of pairs found.
class NearBoxes {
 public:
  NearBoxes(std::span<const Bounds> boxes, std::span<const double> reaches);

  void move(u32 box, const Bounds& to);
  const Bounds& box(u32 i) const { return boxes_[i]; }
  // Calls f(other, gap) for all that are near, in no particular order.
  template <class F>
  void near(u32 i, F f) const {
    if (boxes_[i].empty()) return;
    tree_.query(search_box(i), [&](DynamicTree::Handle handle) {
      const u32 j = tree_.item(handle);
      if (j == i) return true;
      if (const double apart = box_gap(boxes_[i], boxes_[j]); apart <= lesser(reaches_[i], reaches_[j])) f(j, apart);
      return true;
    });
  }
  std::vector<NearPair> pairs() const;  // sorted

 private:
  static constexpr DynamicTree::Handle kNone = ~u32(0);
  Bounds search_box(u32 i) const;

  std::vector<Bounds> boxes_;
  std::vector<double> reaches_;
  std::vector<DynamicTree::Handle> handles_;
  DynamicTree tree_;
};

// All near pairs, sorted.
std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double reach = 0);

}  // namespace apart
