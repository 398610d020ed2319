// Groups the findings of a report by shared body or by place: hundreds of them become some dozen.
#pragma once
#include <apart/scene/check.hpp>

namespace apart::scene {

struct FindingGroup {
  std::optional<u32> body{};  // common to all of them, if grouped by body
  Bounds box{};               // of all of them
  std::vector<u32> pairs{};   // indices of the report's pairs, the worst first
};

// Each finding is in one group. Both are independent of the order of the parts.

// Greedy: the body with the most findings first, with all of them; then the one with the most of those that are left.
std::vector<FindingGroup> findings_by_body(const CheckReport& report);

// Split at the widest gaps until no group is longer than a quarter of the whole, or than most findings themselves are.
// The group with the worst finding first.
std::vector<FindingGroup> findings_by_place(const CheckReport& report);

}  // namespace apart::scene
