// The findings of a report in groups, by the body they share or by where they are: hundreds of them become some dozen.
#pragma once
#include <apart/scene/check.hpp>

namespace apart {

struct FindingGroup {
  std::optional<u32> body{};  // that all of them share, when grouped by body
  Bounds box{};               // of all of them
  std::vector<u32> pairs{};   // numbers of the report's pairs, the worst first
};

// Each finding is in one group. Both are the same for any order of the parts.

// The body with the most findings first, with all of them; then the one with the most of those that are left.
std::vector<FindingGroup> findings_by_body(const CheckReport& report);

// Divided at the widest gaps until no group is longer than a quarter of the whole, or than most findings themselves
// are. The group with the worst finding first.
std::vector<FindingGroup> findings_by_place(const CheckReport& report);

}  // namespace apart
