// The depth limit of trees. Builders split freely while the rest, split in halves, would still end within it.
#pragma once
#include <apart/base/vec3.hpp>
#include <bit>

namespace apart::hierarchy {

// Three times the depth of a balanced tree.
constexpr u32 depth_limit(u32 primitives) { return 3 * static_cast<u32>(std::bit_width(primitives)); }

// May this node be split freely? If not, it is split in halves, and so are its descendants.
constexpr bool free_to_cut(u32 count, u32 depth, u32 limit) {
  return depth + static_cast<u32>(std::bit_width(count - 1)) < limit;
}

}  // namespace apart::hierarchy
