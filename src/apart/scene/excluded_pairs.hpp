// How many pairs do the rules leave out?
#pragma once
#include <apart/base/workers.hpp>
#include <apart/scene/rules.hpp>

namespace apart::scene {

// Two parts have something in common if their keys are equal and not empty. Not for Same::any.
std::string key_in_common(Same same, const AssemblyPart& part);

// Pairs of different parts that are not selected, or ignored without a reason; of all pairs, however far apart.
u64 excluded_pairs(std::span<const AssemblyPart> parts, const CheckRules& rules, const Workers& workers);

}  // namespace apart::scene
