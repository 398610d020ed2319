// How deep may a tree be? Builders cut as they like while the rest, cut in halves, would still end within this.
#pragma once
#include <apart/base/vec3.hpp>
#include <bit>

namespace apart::hierarchy {

// Three times the depth of a balanced tree.
constexpr u32 depth_limit(u32 primitives) { return 3 * static_cast<u32>(std::bit_width(primitives)); }

// May this node be cut anywhere? A node that may not is to be cut in halves, and then its children may not either.
constexpr bool free_to_cut(u32 count, u32 depth, u32 limit) {
  return depth + static_cast<u32>(std::bit_width(count - 1)) < limit;
}

}  // namespace apart::hierarchy
