// The gap between any two cores that have supports, by GJK, and where they overlap by EPA.
#pragma once
#include <apart/convex/core_gap.hpp>

namespace apart {

CoreGap general_gap(const Core& a, const Posed& b_in_a, const Core& b, const CoreWish& wish = {});

}  // namespace apart
