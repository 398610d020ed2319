// Collects the triangles of which bounds do not tell whether they are the nearest.
#pragma once
#include <apart/traversal/point_boxes.hpp>
#include <bit>

namespace apart::traversal {

class NearCandidates {
 public:
  NearCandidates() = default;
  // Squared distances within the factor of the least are ties, and those beyond the limit are of no interest.
  NearCandidates(double factor, double limit) : factor_(factor), limit_(limit) {}

  double limit() const { return limit_; }  // falls to that of the nearest triangle, times the factor
  bool too_many() const { return too_many_; }

  void test(const PointBoxTests& tests, const Vec3d& point, const BoxTree& tree, u32 block) {
    double least[TriangleBlock::kLanes];
    u32 near = tests.nearest_triangles(point, tree.blocks[block], factor_, limit_, least);
    if (near == 0) return;
    if (count_ + TriangleBlock::kLanes > kMost) {
      rule_out();
      if (count_ + TriangleBlock::kLanes > kMost) {
        too_many_ = true;
        return;
      }
    }
    for (; near != 0; near &= near - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(near));
      indices_[count_] = TriangleBlock::kLanes * block + lane;
      least_[count_++] = least[lane];
    }
  }
  // By their index in the order of the tree: unless there were too many, all that are within the limit are among them.
  std::span<const u32> indices() {
    rule_out();
    return {indices_, count_};
  }

 private:
  void rule_out() {
    u32 some = 0;
    for (u32 k = 0; k < count_; ++k)
      if (least_[k] <= limit_) indices_[some] = indices_[k], least_[some++] = least_[k];
    count_ = some;
  }

  static constexpr u32 kMost = 12;
  double factor_ = 1, limit_ = 0;
  bool too_many_ = false;
  u32 count_ = 0;
  u32 indices_[kMost];
  double least_[kMost];
};

}  // namespace apart::traversal
